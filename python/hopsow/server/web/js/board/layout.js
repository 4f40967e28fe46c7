/** Which layout draws which game. */

/** @import { Layout } from "./types.d.ts" */

import { awari } from "./awari.js";
import { checkers } from "./checkers.js";
import { halma } from "./halma.js";

/** @type {Record<string, Layout>} */
export const layouts = { halma, checkers, awari };
