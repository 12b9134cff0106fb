// The words this site says from JavaScript, in the language of the page.

const carried = document.getElementById("messages");
const messages = carried ? JSON.parse(carried.textContent) : {};
const PERSIAN = "۰۱۲۳۴۵۶۷۸۹";

// What decides how a text reads in a sentence from right to left, as in bonduc/bidi.py.
const RIGHT_TO_LEFT = /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const LEFT_TO_RIGHT = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])\p{L}/u;
const ISOLATE = /[\u2066-\u2068][^\u2066-\u2069]*\u2069/g;
const NUMBER = /^[0-9۰-۹\s]*$|^[0-9۰-۹]+(?:[.,:/٫٬][0-9۰-۹]+)*$/;

/** The language of the page. */
export const language = document.documentElement.lang || "en";

/** A number or text with the digits of the language. */
export function digits(value) {
  const text = String(value);
  return language === "fa" ? text.replace(/[0-9]/g, (digit) => PERSIAN[digit]) : text;
}

/** A text that reads from left to right, whatever stands around it: a move, a score, a result. */
export function isolated(text) {
  return document.documentElement.dir === "rtl" ? `\u2066${text}\u2069` : text;
}

/** Things in a row, with the commas of the language. */
export function listed(parts) {
  return parts.filter(Boolean).join(language === "fa" ? "، " : ", ");
}

/** A message, its `{named}` places filled in. */
export function _(message, values = {}) {
  return fill(messages[message] || message, values);
}

/** A message told apart by `context` from others that are the same in English. */
export function pgettext(context, message, values = {}) {
  return fill(messages[`${context}\u0004${message}`] || message, values);
}

/** A message in the form for `count`. */
export function ngettext(one, many, count, values = {}) {
  const forms = messages[one];
  const form = Array.isArray(forms) ? forms[place(count)] : count === 1 ? one : many;
  return fill(form, { count, ...values });
}

function place(count) {
  const places = messages[""];
  return Number(places[count < 200 ? count : 100 + (count % 100)]);
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (all, name) => {
    if (!(name in values)) return all;
    return placed(typeof values[name] === "number" ? digits(values[name]) : String(values[name]));
  });
}

/** A value inside a sentence: isolated where it would be shown in disorder there. */
function placed(text) {
  if (document.documentElement.dir !== "rtl") return text;
  let outside = text;
  for (let before = null; before !== outside; ) {
    before = outside;
    outside = outside.replace(ISOLATE, "");
  }
  if (LEFT_TO_RIGHT.test(outside)) return RIGHT_TO_LEFT.test(outside) ? `\u2068${text}\u2069` : isolated(text);
  return RIGHT_TO_LEFT.test(outside) || outside !== text || NUMBER.test(text) ? text : isolated(text);
}
