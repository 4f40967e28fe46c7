/**
 * The page in another language. The scripts and the server speak English, and what they say is the
 * key to a catalogue, `languages/*.json`; what a catalogue lacks stays English.
 *
 * A key may have holes: `{1}`, with a digit, stands for a number, a square or a move in figures, any
 * other for a text. What fills a hole is translated too, unless the translation says `{=title}`.
 */

import { settings } from "./store.js";

/** How dates are written. */
export const locale = navigator.language.startsWith(settings.language)
  ? navigator.language
  : settings.language;
const LETTERS = /\p{L}{2}/u;
const HOLE = /\{(=?)(\w+)\}/g;

/** @type {Map<string, string>} */
const texts = new Map();
/** @type {[RegExp, string][]} texts with holes, the longest first: of those that fit it says most */
const patterns = [];

/** Learn the language that was chosen; a page that cannot stays English. */
export async function speak() {
  const { language } = settings;
  if (language === "en") return;
  const file = new URL(`../languages/${language}.json`, import.meta.url); // of the same version
  const answer = await fetch(file).catch(() => null);
  if (!answer?.ok) return;
  document.documentElement.lang = language;
  const entries = Object.entries(await answer.json());
  for (const [english, text] of entries.sort(([one], [other]) => other.length - one.length)) {
    if (english.includes("{")) patterns.push([patternOf(english), text]);
    else texts.set(english.toLowerCase(), text);
  }
}

/** @param {string} english */
function patternOf(english) {
  const escaped = english.replace(/[.?*+()]/g, "\\$&");
  const holes = escaped.replace(HOLE, (_, _own, name) =>
    name < "A" ? `(?<_${name}>[-−+\\d.,x]+)` : `(?<_${name}>.+?)`,
  );
  return new RegExp(`^${holes}$`, "is");
}

/** A text in the language of the page. @param {string} english @returns {string} */
export function say(english) {
  if (!LETTERS.test(english)) return english;
  const text = texts.get(english.toLowerCase()) ?? composed(english);
  if (text === undefined) return english;
  const [first] = english;
  return first === first.toLowerCase() ? text : text[0].toUpperCase() + text.slice(1);
}

/** @param {string} english */
function composed(english) {
  for (const [pattern, text] of patterns) {
    const holes = english.match(pattern)?.groups;
    if (holes)
      return text.replace(HOLE, (_, own, name) => {
        const filling = holes[`_${name}`];
        return own ? filling : say(filling);
      });
  }
  return undefined;
}
