/** The games of the page: what draws each of them, in the order in which they are offered. */

/** @import { GameName } from "../js/types.d.ts" */
/** @import { Layout } from "../js/board/types.d.ts" */

import { awari } from "./awari.js";
import { checkers } from "./checkers.js";
import { halma } from "./halma.js";

/** @type {Record<GameName, Layout>} */
export const layouts = { halma, checkers, awari };

export const GAMES = /** @type {GameName[]} */ (Object.keys(layouts));

/** What somebody who has not played yet is shown. @type {GameName} */
export const FIRST_GAME = "checkers";
