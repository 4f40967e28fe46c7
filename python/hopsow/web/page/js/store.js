/**
 * What outlives the page: settings and the games under way.
 *
 * A tab keeps its own games (session storage, which survives a reload); the last state of each game
 * is also kept for the next tab. Storage that fails or is full costs only this comfort; where it is
 * forbidden, all is kept as long as the page is open.
 */

/** @import { Settings } from "./types.d.ts" */

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Store */

const local = storage("localStorage");
const session = storage("sessionStorage");
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
  ...read(local, "hopsow.settings"),
};

/** Keep the settings and let the page follow them. */
export function applySettings() {
  write(local, "hopsow.settings", settings);
  const { theme, board, men } = settings;
  Object.assign(document.documentElement.dataset, { theme, board, men });
}

/** @param {string} name */
export function recall(name) {
  return read(session, `hopsow.${name}`) ?? read(local, `hopsow.${name}`);
}

/** @param {string} name @param {any} value */
export function keep(name, value) {
  write(session, `hopsow.${name}`, value);
  write(local, `hopsow.${name}`, value);
}

/** What is known of the games that the browser keeps, the latest first. @returns {any[]} */
export function readShelf() {
  return read(local, "hopsow.shelf") ?? [];
}

/** @param {any[]} shelf */
export function writeShelf(shelf) {
  write(local, "hopsow.shelf", shelf);
}

/** A game of the shelf; each has a place of its own. @param {string} id @returns {string | null} */
export function readPage(id) {
  return read(local, `hopsow.page.${id}`);
}

/** @param {string} id @param {string | null} page null to forget it @returns {boolean} whether there was room */
export function writePage(id, page) {
  if (page !== null) return write(local, `hopsow.page.${id}`, page);
  local.removeItem(`hopsow.page.${id}`);
  return true;
}

const MAX_SEATS = 100;

/** The key of one's seat in a friend's game: this tab's, else this browser's. @param {string} name of the game @returns {string | undefined} */
export function recallSeat(name) {
  const isOf = (/** @type {string} */ key) => key.startsWith(`${name}.`);
  return seats(session).find(isOf) ?? seats(local).find(isOf);
}

/** A seat is this tab's from now on; the browser keeps the first that it had. @param {string} key */
export function keepSeat(key) {
  const [name] = key.split(".");
  const known = seats(local);
  const isNew = !known.some((one) => one.startsWith(`${name}.`));
  write(session, "hopsow.seats", [key, ...seats(session)].slice(0, MAX_SEATS));
  if (isNew) write(local, "hopsow.seats", [key, ...known].slice(0, MAX_SEATS));
}

/** @param {Store} storage @returns {string[]} */
function seats(storage) {
  return read(storage, "hopsow.seats") ?? [];
}

const MAX_REVIEWS = 20;

/** The review of a game, if it is one of the last. @param {string} line */
export function recallReview(line) {
  const reviews = read(local, "hopsow.reviews") ?? [];
  return reviews.find((/** @type {any} */ one) => one.line === line)?.review ?? null;
}

/** @param {string} line @param {object} review */
export function keepReview(line, review) {
  const others = (read(local, "hopsow.reviews") ?? []).filter(
    (/** @type {any} */ one) => one.line !== line,
  );
  write(local, "hopsow.reviews", [{ line, review }, ...others].slice(0, MAX_REVIEWS));
}

/** What the browser keeps; where that is forbidden, what this page does. @param {"localStorage" | "sessionStorage"} name @returns {Store} */
function storage(name) {
  try {
    return window[name];
  } catch {
    /** @type {Map<string, string>} */
    const items = new Map();
    return {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    };
  }
}

/** @param {Store} storage @param {string} name @returns {any} */
function read(storage, name) {
  try {
    return JSON.parse(storage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Store} storage @param {string} name @param {any} value @returns {boolean} whether it was written */
function write(storage, name, value) {
  try {
    storage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false; // private windows and full disks
  }
}
