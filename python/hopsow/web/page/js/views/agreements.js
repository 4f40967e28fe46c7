/** How a game ends by the players' will: resigning, and draws by agreement. */

import { button, capital, confirm, h, notify, openDialog, say, side } from "../dom.js";

/** @import { PlayView } from "./play.js" */

/** Give the game up, if that is meant. @param {PlayView} play */
export function resign(play) {
  const people = [0, 1].filter((side) => play.isHuman(side));
  const side = people.length === 1 ? people[0] : play.game.toMove();
  const view = play.game.tip.view;
  if (!view) return;
  confirm("Resign this game?", "Resign", () => play.end(side === 0 ? "0-1" : "1-0", "resigned"));
}

/** Ask the opponent for a draw. @param {PlayView} play */
export async function offerDraw(play) {
  const { game, page } = play;
  const agent = game.players.find((player) => player !== "human");
  if (!agent) {
    askPerson(play);
    return;
  }
  try {
    const answer = await page.wire.ask("offer", { line: game.line(game.tip), agent });
    if (answer.accepted) play.end("1/2-1/2", "agreed");
    else notify(answer.reason);
  } catch (error) {
    page.complain(error);
  }
}

/** @param {PlayView} play */
function askPerson(play) {
  const view = play.game.tip.view;
  if (!view) return;
  const other = side(view.sides[1 - play.game.toMove()]);
  const dialog = openDialog(
    capital(say("{side}, do you agree to a draw?", { side: other })),
    h(
      "div",
      { class: "buttons" },
      button("Play on", () => dialog.close()),
      button("Agree", () => {
        dialog.close();
        play.end("1/2-1/2", "agreed");
      }),
    ),
  );
}

/**
 * Who won, as it is said across the board: to somebody who played alone, as theirs.
 * @param {PlayView} play
 */
export function verdict(play) {
  const { game } = play;
  const view = game.tip.view;
  const winner = game.ended
    ? ["1-0", "0-1"].indexOf(game.ended.result ?? "")
    : (view?.sides.indexOf(view.outcome?.winner ?? "") ?? -1);
  if (winner < 0) return "Draw";
  const people = [0, 1].filter((side) => play.isHuman(side));
  if (people.length !== 1 && view)
    return capital({ kind: "score.wins", arguments: { winner: side(view.sides[winner]) } });
  return people[0] === winner ? "You win" : "You lose";
}
