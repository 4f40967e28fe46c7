/**
 * What the page says, in the language that was chosen.
 *
 * What the server tells is a kind with arguments, `result.won`, and `messages/LANGUAGE.json` has
 * its sentence. What the page says of itself stands in its scripts in English, which is also its key
 * in the catalogues of other languages. In both, `{name}` stands for what is filled in.
 */

import { settings } from "./store.js";

/** @import { Said } from "./types.d.ts" */

/** How dates are written. */
export const locale = navigator.language.startsWith(settings.language)
  ? navigator.language
  : settings.language;
const LETTERS = /\p{L}{2}/u;
const HOLE = /\{(\w+)\}/g;

/** Sentences by kind, and by the page's own English in lower case. @type {Map<string, string>} */
const texts = new Map();

/** Learn the language that was chosen, or English where that fails. */
export async function speak() {
  const isLearnt = await learn(settings.language);
  if (isLearnt) document.documentElement.lang = settings.language;
  else await learn("en");
}

/** @param {string} language */
async function learn(language) {
  const file = new URL(`../messages/${language}.json`, import.meta.url); // of the same version
  const answer = await fetch(file).catch(() => null);
  if (!answer?.ok) return false;
  for (const [key, text] of Object.entries(await answer.json())) texts.set(key.toLowerCase(), text);
  return true;
}

/**
 * Something in the language of the page. Texts that fill holes are taken as they are.
 * @param {Said | string} what
 * @param {Record<string, Said | string | number>} [holes]
 * @returns {string}
 */
export function say(what, holes = {}) {
  if (typeof what !== "string") return filled(texts.get(what.kind) ?? what.kind, what.arguments);
  if (!LETTERS.test(what)) return what;
  const text = filled(texts.get(what.toLowerCase()) ?? what, holes);
  const [first] = what;
  return first === first.toLowerCase() ? text : text[0].toUpperCase() + text.slice(1);
}

/** @param {string} text @param {Record<string, Said | string | number>} holes */
function filled(text, holes) {
  return text.replace(HOLE, (hole, name) => {
    const filling = holes[name];
    return typeof filling === "object" ? say(filling) : String(filling ?? hole);
  });
}

/** What a side is called. @param {string} name @returns {Said} */
export function side(name) {
  return { kind: `side.${name}`, arguments: {} };
}
