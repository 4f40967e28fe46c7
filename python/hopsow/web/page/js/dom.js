/**
 * Elements from names, attributes and children. Texts become text nodes, never markup, and are said in
 * the language of the page; what somebody wrote is given as a text node of its own.
 */

import { say, side } from "./language.js";

export { say, side };

const SAID = ["title", "aria-label", "placeholder"];
const SVG = "http://www.w3.org/2000/svg";

/** @import { Said } from "./types.d.ts" */
/** @typedef {Node | Said | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {(Child | Child[])[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, SAID.includes(name) ? say(value) : value === true ? "" : value);
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    if (child instanceof Node) element.append(child);
    else element.append(say(typeof child === "number" ? String(child) : child));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/**
 * A button; one that shows only a sign is given a label.
 * @param {string | Node} text
 * @param {() => void} press
 * @param {Record<string, any>} [attributes]
 */
export function button(text, press, attributes = {}) {
  return h("button", { type: "button", onclick: press, ...attributes }, text);
}

/** Let a file be saved. @param {BlobPart} content @param {string} name */
export function save(content, name) {
  const href = URL.createObjectURL(new Blob([content]));
  h("a", { href, download: name }).click();
  URL.revokeObjectURL(href);
  notify(say("Saved as {name}", { name }));
}

let groups = 0;

/**
 * A choice among a few, all of which can be seen.
 * @param {string} label
 * @param {[string, string][]} options value and text
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function choice(label, options, chosen, choose) {
  const name = `choice-${++groups}`;
  const chips = options.map(([value, text]) =>
    h(
      "label",
      { class: "chip" },
      h("input", {
        type: "radio",
        name,
        value,
        checked: value === chosen,
        onchange: () => choose(value),
      }),
      h("span", {}, text),
    ),
  );
  return h(
    "fieldset",
    { class: "field" },
    h("legend", {}, label),
    h("div", { class: "chips" }, chips),
  );
}

/**
 * A dialog that is open; closing it removes it.
 * @param {string} title
 * @param {...(Child | Child[])} children
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...children) {
  const heading = h("h2", { id: "dialog-title" }, title);
  const dialog = h(
    "dialog",
    {
      "aria-labelledby": heading.id,
      onclose: () => dialog.remove(),
      onpointerdown: (/** @type {Event} */ { target }) => target === dialog && dialog.close(),
    },
    h("div", { class: "inside" }, heading, ...children),
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask before something is lost.
 * @param {string} question
 * @param {string} yes
 * @param {() => void} go
 */
export function confirm(question, yes, go) {
  const dialog = openDialog(
    question,
    h(
      "div",
      { class: "buttons" },
      button("Cancel", () => dialog.close()),
      button(
        yes,
        () => {
          dialog.close();
          go();
        },
        { class: "danger" },
      ),
    ),
  );
}

/**
 * Copy a text, or select it where it stands if that is not allowed.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {string} said
 */
export async function copy(field, said) {
  try {
    await navigator.clipboard.writeText(field.value);
    notify(said);
  } catch {
    field.select();
    notify("Copying is not allowed here: the text is selected instead.");
  }
}

/** What somebody wrote, which is shown as it is. @param {string} text */
export function written(text) {
  return text && new Text(text);
}

/** Whose turn it is. @param {{to_move: string}} view */
export function toMove(view) {
  return capital(say("{side} to move", { side: side(view.to_move) }));
}

/** A sentence, with a capital. @param {Said | string} what */
export function capital(what) {
  const text = say(what);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Say something to those who cannot see the board.
 * @param {Said | string} what
 */
export function announce(what) {
  const text = say(what);
  const region = document.getElementById("announcements");
  if (region) region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** @type {number | undefined} */
let hiding;

/**
 * Show a sentence at the foot of the page for a while, and read it out.
 * @param {Said | string} what
 * @param {"refusal" | "note"} [kind]
 */
export function notify(what, kind = "note") {
  const toast = document.getElementById("toast");
  if (!toast) return;
  window.clearTimeout(hiding);
  const text = say(what);
  toast.textContent = capital(text);
  toast.className = `shown ${kind}`;
  hiding = window.setTimeout(() => dismiss(), 4000 + 40 * text.length);
}

/** Take away the sentence at the foot of the page. @param {"refusal"} [kind] only one of this kind */
export function dismiss(kind) {
  const toast = document.getElementById("toast");
  if (toast && (!kind || toast.classList.contains(kind))) toast.className = "";
}
