// Keys of a page, besides those of the board itself.

/** `action(event)` gives what a key does, or null; where people are typing (the selector `typing`) no key is ours. */
export function onKeys(typing, action) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest(typing)) return;
    const act = action(event);
    if (!act) return;
    event.preventDefault();
    act();
  });
}
