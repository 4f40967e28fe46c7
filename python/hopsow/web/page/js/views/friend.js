/** Playing somebody at another page, in a game that the server holds; or watching such a game. */

import { drawClocks, isNowLow } from "../clocks.js";
import { announce, button, capital, confirm, copy, h, side as named, notify, say } from "../dom.js";
import { Game } from "../game.js";
import { labelled } from "../icons.js";
import { play as sound } from "../sound.js";
import { keepSeat, recallSeat } from "../store.js";
import { moves } from "../tree.js";
import { Refusal, Withdrawn } from "../wire.js";
import { PlayView } from "./play.js";

/** @import { Page } from "../main.js" */
/** @import { Act, Attended, Turn, View } from "../types.d.ts" */

const OFFERED = /** @type {Record<string, string>} */ ({
  "take-back": "{who} asks to take a move back.",
  draw: "{who} offers a draw.",
  rematch: "{who} wants a rematch with sides swapped.",
});

export class FriendView extends PlayView {
  /** @param {Page} page @param {HTMLElement} root */
  constructor(page, root) {
    const own = page.game;
    page.game = new Game(own.name);
    super(page, root);
    this.title = document.title;
    /** One's own game is put aside, not lost. */
    this.own = own;
    const given = location.hash.split("/")[3] ?? "";
    const [name, secret] = given.split(".");
    const seat = recallSeat(name);
    if (secret && !seat) keepSeat(given);
    this.key = seat ?? given;
    /** Another seat of the same game, which is not taken before it is asked for. */
    this.other = secret && given !== this.key ? given : null;
    // Whoever is given what stands in the address may watch; the seat stays with this browser.
    history.replaceState(null, "", this.address(name, own.name));
    /** @type {Attended | null} how things stand */
    this.now = null;
    this.heardAt = 0;
    /** Whether the offer that goes was taken back here. */
    this.isWithdrawn = false;
    this.offer = h("div", { class: "task", role: "group", "aria-label": "Offer" });
    this.links = h("div", {});
    this.crowd = h("p", { class: "hint" });
    this.status.after(this.offer, this.links);
    this.form?.before(this.crowd);
    if (this.form) this.form.hidden = true; // until it is known who may move
  }

  /** Ask whether somebody who has a seat wants the other one. @param {string} seat */
  askFor(seat) {
    confirm("You have a seat in this game: take the other one instead?", "Change seats", () => {
      keepSeat(seat);
      this.page.route();
    });
  }

  async begin() {
    const { wire } = this.page;
    if (this.other) this.askFor(this.other);
    let heard = Promise.resolve();
    const question = wire.stream("attend", { key: this.key }, (now) => {
      const at = performance.now();
      heard = heard.then(() => this.hear(now, at)).catch((error) => this.page.complain(error));
    });
    this.withdrawn = question.withdraw;
    try {
      await question.done;
    } catch (error) {
      if (error instanceof Withdrawn) return;
      if (!(error instanceof Refusal)) throw error;
      this.table.banner.hidden = true;
      this.status.replaceChildren(
        h("p", {}, capital(error.message)),
        h("p", { class: "quiet" }, "What was played is in Games."),
      );
      for (const part of [this.offer, this.links]) part.replaceChildren();
      for (const one of Object.values(this.buttons)) one.disabled = one !== this.table.flipButton;
    }
  }

  /** Those who watch keep nothing. */
  get isKept() {
    return this.now?.side !== undefined;
  }

  unmount() {
    this.withdrawn?.();
    window.clearInterval(this.ticking);
    delete this.root.dataset.state;
    this.table.unmount();
    this.page.game = this.own;
  }

  /** @param {number} side */
  isHuman(side) {
    return this.now?.side === side;
  }

  /** Nobody is asked for a move: it comes when it is played. */
  goOn() {}

  /** @param {string} square */
  plan(square) {
    if (this.now?.side !== undefined) super.plan(square);
  }

  /** Something has changed. @param {Attended} now @param {number} at */
  async hear(now, at) {
    const before = this.now;
    const { view } = now;
    if (view && view.game !== this.own.name) {
      location.hash = this.address(this.key, view.game); // somebody changed the link
      return;
    }
    this.now = now;
    this.heardAt = at;
    const isNew = !!view && now.number !== before?.number;
    if (isNew) await this.setUp(view, now.side);
    const { game } = this;
    const isMoved = !!view && this.follow(view);
    const isEnded = !!now.ended && !game.ended;
    if (now.ended) game.ended = now.ended;
    if (isEnded && before) {
      sound("end");
      announce(capital(game.ending() ?? ""));
    }
    game.clocks = now.clocks ?? null;
    if (isNew || isMoved || isEnded) this.next();
    else this.draw();
    this.table.drawStrips();
    if (JSON.stringify(now.offer) !== JSON.stringify(before?.offer)) {
      const isOpen = !isNew && !isMoved && !isEnded && !now.offer;
      const wasOwn = before?.offer && before.offer.side === now.side;
      if (isOpen && wasOwn && !this.isWithdrawn) notify("Your friend declined the offer.");
      this.isWithdrawn = false;
      this.drawOffer();
    }
    if (now.begun !== before?.begun) this.drawLinks(now);
    if (this.form) this.form.hidden = now.side === undefined;
    this.drawTitle();
    this.crowd.textContent = now.watching ? say("{count} watching", { count: now.watching }) : "";
    this.tick();
  }

  /** A page in the background says when it is wanted. */
  drawTitle() {
    const isWanted = this.now?.begun && this.isHuman(this.game.toMove()) && !this.isOver();
    document.title = isWanted ? `${say("Your turn")} · ${this.title}` : this.title;
  }

  /** Another game begins. @param {View} view @param {number} [side] one's own */
  async setUp(view, side) {
    const game = new Game(view.game, view.rules);
    if (side !== undefined) {
      const [you, friend] = [say("You"), say("Friend")];
      game.names = side === 0 ? [you, friend] : [friend, you];
    }
    this.page.game = this.game = game;
    await this.page.look(game.root);
    game.turned = side !== undefined && this.table.sitsAbove(side);
    this.table.face();
  }

  /** Go to where the game is now; whether that is elsewhere. @param {View} view */
  follow(view) {
    const { game } = this;
    const { tip } = game;
    if (tip.view && moves(tip).join() === view.moves.join()) return false;
    const isWatching = game.cursor === tip;
    let at = game.root;
    view.moves.forEach((move, ply) => {
      const next = game.play(at, move, null);
      next.side = view.movers[ply];
      at.children = [next];
      at = next;
    });
    // What both agreed to take back is gone.
    Object.assign(at, { children: [], next: null, view: at.view ?? view });
    game.tip = at;
    if (isWatching || at.ply <= tip.ply) game.goTo(at);
    this.isNews = false;
    if (at.parent === tip) this.news(at);
    return true;
  }

  /** @param {Act["deed"]} deed @param {Partial<Act>} [more] */
  act(deed, more) {
    const number = this.now?.number ?? 1;
    return this.page.wire.ask("act", { key: this.key, deed, number, ...more });
  }

  /** @param {Act["deed"]} deed */
  async want(deed) {
    try {
      await this.act(deed);
    } catch (error) {
      this.page.complain(error);
    }
  }

  /** @param {Turn} at @param {string} move */
  async submit(at, move) {
    await this.act("play", { ply: at.ply, move });
  }

  tick() {
    const { clocks } = this.game;
    const told = this.now?.clocks;
    if (!clocks || !told) return;
    const left = /** @type {[number, number]} */ ([...told.left]);
    const side = told.running;
    if (side !== undefined) {
      left[side] = Math.max(0, left[side] - (performance.now() - this.heardAt));
      if (this.isHuman(side) && isNowLow(clocks.left[side], left[side])) sound("low");
    }
    this.game.clocks = { ...clocks, left };
    drawClocks(this.table.element, this.game.clocks);
  }

  /** @param {number} side */
  who(side) {
    const { now } = this;
    if (!now) return "";
    if (side === now.side) return "you";
    const away = now.here[side] ? "" : now.begun ? "away" : "not here yet";
    const parts = [now.side === undefined ? "" : "your friend", away];
    return parts
      .filter(Boolean)
      .map((part) => say(part))
      .join(", ");
  }

  waits() {
    const { now } = this;
    if (now?.side === undefined) return "";
    if (!now.begun) return "waiting for your friend";
    if (this.isHuman(this.game.toMove())) return "";
    return "waiting";
  }

  afterwards() {
    const again = button(labelled("again", "Rematch"), () => this.want("rematch"), {
      class: "primary",
    });
    return this.now?.side === undefined ? [this.reviewButton()] : [again, this.reviewButton()];
  }

  buildButtons() {
    return {
      takeBack: button(labelled("undo", "Ask to take back"), () => this.want("take-back")),
      flip: this.table.flipButton,
      newGame: button(labelled("add", "New game"), () => this.newGame()),
      offer: button(labelled("draw", "Offer a draw"), () => this.want("draw")),
      resign: button(
        labelled("flag", "Resign"),
        () => confirm("Resign this game?", "Resign", () => this.want("resign")),
        { class: "danger" },
      ),
    };
  }

  /** @param {boolean} isOver */
  drawButtons(isOver) {
    const { takeBack, offer, resign } = this.buttons;
    const side = this.now?.side;
    const isIdle = isOver || side === undefined || !this.now?.begun;
    for (const one of [takeBack, offer, resign]) one.hidden = isIdle;
    takeBack.disabled = !this.game.tip.view?.movers.some((mover) => mover === side);
  }

  /** What is offered, and what can be said to it. */
  drawOffer() {
    const { now } = this;
    if (!now?.offer) {
      this.offer.replaceChildren();
      return;
    }
    const { deed, side } = now.offer;
    const isOwn = side === now.side;
    const name = this.game.root.view?.sides[side];
    const who = now.side === undefined && name ? named(name) : say("your friend");
    const text = isOwn ? "Your friend is asked." : capital(say(OFFERED[deed], { who }));
    const answers = [
      !isOwn && button("Agree", () => this.want("agree"), { class: "primary" }),
      button(isOwn ? "Never mind" : "Decline", () => {
        this.isWithdrawn = isOwn;
        this.want("decline");
      }),
    ];
    this.offer.replaceChildren(
      h("p", {}, text),
      now.side === undefined ? "" : h("div", { class: "actions" }, answers),
    );
    announce(text);
  }

  /** @param {string} key @param {string} game */
  address(key, game = this.game.name) {
    return `#/friend/${game}/${key}`;
  }

  /** @param {Attended} now */
  drawLinks({ invite, watch, begun, entry }) {
    const place = entry || location.pathname;
    const link = (/** @type {string} */ label, /** @type {string} */ key) => {
      const value = `${location.origin}${place}${this.address(key)}`;
      const field = h("input", { readonly: true, value, "aria-label": label });
      const press = () => copy(field, "The link is copied.");
      return h(
        "div",
        { class: "field" },
        h("span", {}, label),
        h(
          "div",
          { class: "type-move" },
          field,
          button("Copy", press, { "aria-label": `${say("Copy")}: ${say(label)}` }),
        ),
      );
    };
    const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    this.links.replaceChildren(
      h(
        "details",
        { open: !begun },
        h("summary", {}, "Links to this game"),
        invite ? link("For your friend, who plays", invite) : "",
        link("For those who watch", watch),
        begun && this.key !== watch ? link("Your own seat, on another device", this.key) : "",
        h(
          "p",
          { class: "quiet", hidden: !isHere },
          "They work on this machine alone; for others, start the board with ",
          h("code", {}, "hopsow serve --host 0.0.0.0"),
        ),
      ),
    );
  }
}
