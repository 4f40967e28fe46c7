/**
 * What the server says, as types (`python/hopsow/server/messages.py`); there is no code here.
 *
 * @typedef {"halma" | "checkers" | "awari"} GameName
 *
 * @typedef {object} Line
 * @property {GameName} game
 * @property {string | null} [rules]
 * @property {string | null} [start]
 * @property {string[]} moves
 *
 * @typedef {object} Story
 * @property {string[]} path
 * @property {string[]} taken
 * @property {boolean} crowned
 * @property {string[]} sown
 * @property {string} [store]
 *
 * @typedef {object} LegalMove
 * @property {string} text
 * @property {string[]} squares
 * @property {boolean} capture
 * @property {Story} [story]
 *
 * @typedef {object} View
 * @property {GameName} game
 * @property {string} rules
 * @property {string} position
 * @property {[string, string]} sides
 * @property {string} to_move
 * @property {number} ply
 * @property {string[]} moves
 * @property {string} [cells]
 * @property {number[]} [stones]
 * @property {number} counter
 * @property {string} [notice]
 * @property {LegalMove[]} legal_moves
 * @property {Record<string, string>} refusals
 * @property {{winner?: string, reason: string, text: string}} [outcome]
 * @property {Story} [story]
 *
 * @typedef {object} BestLine
 * @property {string} move
 * @property {number} score
 * @property {number} chance
 * @property {string} text
 * @property {boolean} exact
 * @property {number} depth
 * @property {string[]} pv
 *
 * @typedef {object} Report
 * @property {number} depth
 * @property {number} nodes
 * @property {number} nps
 * @property {number} seconds
 * @property {BestLine[]} lines
 *
 * @typedef {object} Evaluation
 * @property {number} ply
 * @property {number} chance
 * @property {string} text
 * @property {string} [best]
 * @property {string[]} better
 *
 * @typedef {object} TurningPoint
 * @property {number} ply
 * @property {string} side
 * @property {string} name
 * @property {string} played
 * @property {string} best
 * @property {number} loss
 * @property {string} text
 *
 * @typedef {object} Found
 * @property {string} kind
 * @property {Line} line
 * @property {string} result
 * @property {Record<string, string>} tags
 * @property {View} view
 *
 * @typedef {object} AgentOffer
 * @property {string} name
 * @property {string} title
 *
 * @typedef {object} GameFacts
 * @property {GameName} name
 * @property {[string, string]} sides
 * @property {string[]} rules
 *
 * @typedef {object} LessonStep
 * @property {string} text
 * @property {string} position
 * @property {string} rules
 * @property {string[] | null} moves
 * @property {string} done
 * @property {string} [hint]
 *
 * @typedef {object} Lesson
 * @property {string} id
 * @property {GameName} game
 * @property {string} title
 * @property {LessonStep[]} steps
 */
export {};
