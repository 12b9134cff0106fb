// Making and keeping elements.

/** An element by id. */
export function byId(id) {
  return document.getElementById(id);
}

/** A new element: its tag, properties (`class`, `on` listeners by event, attributes), and children. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "class") element.className = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Write a text where it differs. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The value of a script element that carries JSON. */
export function carried(id) {
  return JSON.parse(byId(id).textContent);
}
