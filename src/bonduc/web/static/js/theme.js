// Runs before the page is drawn, so that a chosen theme does not flash.
try {
  const theme = JSON.parse(localStorage.getItem("bonduc") || "{}").theme;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to us: the device's theme it is.
}
// What needs scripts shows itself, and what speaks to those without them hides.
document.documentElement.classList.add("script");
