/**
 * What outlives the page: settings and the games under way.
 *
 * A tab keeps its own games (session storage, which survives a reload); the last state of each game
 * is also kept for the next tab. Storage that fails or is full costs only this comfort.
 */

/** @import { Settings } from "./types.d.ts" */

const reduced = window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** What the page speaks, each in its own words; all but English have a catalogue. */
export const LANGUAGES = { en: "English", de: "Deutsch" };
const preferred = navigator.language.slice(0, 2);

/** @type {Settings} */
export const settings = {
  theme: "system",
  board: "wood",
  men: "classic",
  speed: reduced ? "off" : "normal",
  sound: true,
  numbers: true,
  targets: true,
  language: preferred in LANGUAGES ? preferred : "en",
  ...read(localStorage, "hopsow.settings"),
};

/** Keep the settings and let the page follow them. */
export function applySettings() {
  write(localStorage, "hopsow.settings", settings);
  const { theme, board, men } = settings;
  Object.assign(document.documentElement.dataset, { theme, board, men });
}

/** @param {string} name */
export function recall(name) {
  return read(sessionStorage, `hopsow.${name}`) ?? read(localStorage, `hopsow.${name}`);
}

/** @param {string} name @param {any} value */
export function keep(name, value) {
  write(sessionStorage, `hopsow.${name}`, value);
  write(localStorage, `hopsow.${name}`, value);
}

/** What is known of the games that the browser keeps, the latest first. @returns {any[]} */
export function readShelf() {
  return read(localStorage, "hopsow.shelf") ?? [];
}

/** @param {any[]} shelf */
export function writeShelf(shelf) {
  write(localStorage, "hopsow.shelf", shelf);
}

/** A game of the shelf; each has a place of its own. @param {string} id @returns {string | null} */
export function readPage(id) {
  return read(localStorage, `hopsow.page.${id}`);
}

/** @param {string} id @param {string | null} page null to forget it @returns {boolean} whether there was room */
export function writePage(id, page) {
  if (page !== null) return write(localStorage, `hopsow.page.${id}`, page);
  localStorage.removeItem(`hopsow.page.${id}`);
  return true;
}

const MAX_REVIEWS = 20;

/** The review of a game, if it is one of the last. @param {string} line */
export function recallReview(line) {
  const reviews = read(localStorage, "hopsow.reviews") ?? [];
  return reviews.find((/** @type {any} */ one) => one.line === line)?.review ?? null;
}

/** @param {string} line @param {object} review */
export function keepReview(line, review) {
  const others = (read(localStorage, "hopsow.reviews") ?? []).filter(
    (/** @type {any} */ one) => one.line !== line,
  );
  write(localStorage, "hopsow.reviews", [{ line, review }, ...others].slice(0, MAX_REVIEWS));
}

/** @param {Storage} storage @param {string} name @returns {any} */
function read(storage, name) {
  try {
    return JSON.parse(storage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Storage} storage @param {string} name @param {any} value @returns {boolean} whether it was written */
function write(storage, name, value) {
  try {
    storage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false; // private windows and full disks
  }
}
