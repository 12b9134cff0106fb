// Small helpers for making SVG and HTML elements.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and children. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(NAMESPACE, name), attributes, children);
}

/** An HTML element with attributes and children. */
export function html(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** A circle around a point. */
export function circle(at, radius, className, attributes = {}) {
  return svg("circle", { cx: at.x, cy: at.y, r: radius, class: className, ...attributes });
}
