/**
 * Questions to the server over one WebSocket.
 *
 * Every question carries all it needs, so one that was under way when the connection broke is
 * simply asked again.
 */

import { say } from "./language.js";

/** @import { Answers, OpenQuestion, Parts, Questions, Said, Socket } from "./types.d.ts" */

/**
 * An answer that says no: `refused` by the rules, or an `error` in the question. Of a line that breaks
 * off, the first moves may be `good`.
 */
export class Refusal extends Error {
  /** @param {Said} said @param {boolean} byRules @param {number} [good] */
  constructor(said, byRules, good = 0) {
    super(say(said));
    this.said = said;
    this.byRules = byRules;
    this.good = good;
  }
}

/** The question was withdrawn. */
export class Withdrawn extends Error {}

/** @type {NonNullable<Socket["Version"]>} */
const VERSION = 2; // of the protocol, which the server answers alone
const MAX_BYTES = 256 * 1024; // of a question, as the server takes it
const RETRY_MS = [100, 250, 500, 1000, 2000, 4000];
const TOO_LONG = { kind: "server.too-long", arguments: { most: MAX_BYTES } };
const PING = 0; // the number of a question whose answer says only that there is one
const WATCH_MS = 250;
/** A server that has said nothing for so long is asked whether it is there, then taken to be away. */
const PING_MS = 750;
const SILENT_MS = 1750;

export class Wire {
  constructor() {
    /** @type {Map<number, OpenQuestion>} */
    this.open = new Map();
    this.next = 1;
    this.failures = 0;
    this.heardAt = performance.now();
    this.isPinged = false;
    this.isSilent = false;
    window.setInterval(() => this.watch(), WATCH_MS);
    /** @type {(isConnected: boolean) => void} */
    this.onState = () => {};
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/socket?version=${VERSION}`);
    this.socket.onopen = () => {
      this.failures = 0;
      this.note();
      this.onState(true);
      for (const [id, open] of this.open) this.send({ id, ...open.question });
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = () => {
      if (this.failures > 0) this.onState(false);
      const wait = RETRY_MS[Math.min(this.failures++, RETRY_MS.length - 1)];
      window.setTimeout(() => this.connect(), wait);
    };
  }

  /** Something was heard. */
  note() {
    this.heardAt = performance.now();
    this.isPinged = false;
    if (this.isSilent) this.onState(true);
    this.isSilent = false;
  }

  /** A connection may stand and nobody answer: a server that hangs, a network that swallows. */
  watch() {
    if (!this.open.size) this.heardAt = performance.now();
    const silence = performance.now() - this.heardAt;
    if (silence >= PING_MS && !this.isPinged) {
      this.isPinged = true;
      this.send({ id: PING, ask: "ping" });
    }
    if (silence >= SILENT_MS && !this.isSilent && this.socket?.readyState === WebSocket.OPEN) {
      this.isSilent = true;
      this.onState(false);
    }
  }

  /** @param {object} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Ask and wait for the answer.
   * @template {keyof Answers} K
   * @param {K} ask
   * @param {Questions[K]} fields
   * @returns {Promise<Answers[K]>}
   */
  ask(ask, fields) {
    return this.stream(ask, fields, null).done;
  }

  /**
   * Ask a question that is answered in parts; `done` is the last of them.
   * @template {keyof Answers} K
   * @param {K} ask
   * @param {Questions[K]} fields
   * @param {((part: Parts[K & keyof Parts]) => void) | null} part
   * @returns {{done: Promise<Answers[K]>, withdraw: () => void}}
   */
  stream(ask, fields, part) {
    const id = this.next++;
    const question = { ask, ...fields };
    if (new Blob([JSON.stringify(question)]).size > MAX_BYTES) {
      const refused = Promise.reject(new Refusal(TOO_LONG, false));
      return { done: refused, withdraw: () => {} };
    }
    const done = new Promise((resolve, reject) => {
      this.open.set(id, { question, resolve, reject, part });
    });
    this.send({ id, ...question });
    const withdraw = () => {
      const open = this.open.get(id);
      if (!open) return;
      this.open.delete(id);
      this.send({ id: this.next++, ask: "cancel", of: id });
      open.reject(new Withdrawn());
    };
    return { done, withdraw };
  }

  /** @param {any} answer */
  hear(answer) {
    this.note();
    const open = this.open.get(answer.id);
    if (!open) return;
    if (open.part && !answer.done && answer.error === undefined) {
      open.part(answer);
      return;
    }
    this.open.delete(answer.id);
    if (answer.refused !== undefined) open.reject(new Refusal(answer.refused, true));
    else if (answer.error !== undefined) open.reject(new Refusal(answer.error, false, answer.good));
    else open.resolve(answer);
  }
}
