/** A page of marks: each game of it can be opened in the viewer. */

for (const button of document.querySelectorAll("button[data-frames]")) {
  const { frames, title, ply } = /** @type {HTMLElement} */ (button).dataset;
  button.addEventListener("click", () => openGame(title ?? "", frames ?? "", Number(ply ?? 0)));
}
