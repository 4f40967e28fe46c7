/** The settings, in a dialog. */

import { button, choice, h, openDialog } from "./dom.js";
import { applySettings, LANGUAGES, settings } from "./store.js";

/** @param {() => void} changed */
export function openSettings(changed) {
  const set = (/** @type {string} */ name, /** @type {any} */ value) => {
    Object.assign(settings, { [name]: value });
    applySettings();
    changed();
  };
  const tick = (
    /** @type {"sound" | "numbers" | "targets"} */ name,
    /** @type {string} */ text,
  ) => {
    const box = h("input", {
      type: "checkbox",
      checked: settings[name],
      onchange: () => set(name, box.checked),
    });
    return h("label", { class: "tick" }, box, text);
  };
  const dialog = openDialog(
    "Settings",
    choice(
      "Theme",
      [
        ["system", "Like the system"],
        ["light", "Light"],
        ["dark", "Dark"],
      ],
      settings.theme,
      (value) => set("theme", value),
    ),
    choice(
      "Board",
      [
        ["wood", "Wood"],
        ["slate", "Slate"],
        ["clear", "High contrast"],
      ],
      settings.board,
      (value) => set("board", value),
    ),
    choice(
      "Pieces",
      [
        ["classic", "Classic"],
        ["flat", "Flat"],
        ["clear", "Blue and yellow"],
      ],
      settings.men,
      (value) => set("men", value),
    ),
    choice(
      "Animation",
      [
        ["off", "Off"],
        ["fast", "Fast"],
        ["normal", "Normal"],
        ["slow", "Slow"],
      ],
      settings.speed,
      (value) => set("speed", value),
    ),
    choice("Language", Object.entries(LANGUAGES), settings.language, (value) => {
      set("language", value);
      location.reload();
    }),
    tick("sound", "Sound"),
    tick("targets", "Show where a piece can go"),
    tick("numbers", "Number the squares"),
    h(
      "div",
      { class: "buttons" },
      button("Done", () => dialog.close(), { class: "primary" }),
    ),
  );
}
