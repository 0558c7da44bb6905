const shortestAnswerMs = 5_000;
const longestAnswerMs = 20_000;
const shortestPauseMs = 2_000;
const longestPauseMs = 10_000;
const shortestPlaceMs = 30_000;
export const shortestReturnMs = 500;
export const longestReturnMs = 5_000;
const spreadOver = 0.5;
/** Whoever let so many questions pass unanswered, though the line speaks, is left for another. */
const mostUnanswered = 2;

/** How long the answer to a question for rows may take, by how many were not answered before: a slow network, or a crowd that asks, needs longer. */
export const answerWithinMs = (unanswered: number): number =>
  Math.min(shortestAnswerMs * 2 ** unanswered, longestAnswerMs);

/** The pause before the rows are asked for again, longer each time, and not the same for all who got no answer in the same moment. `chance` is between 0 and 1. */
export const pauseBeforeAskingMs = (unanswered: number, chance: number): number =>
  Math.min(shortestPauseMs * 2 ** Math.max(0, unanswered - 1), longestPauseMs) * (1 + chance * spreadOver);

/** Whether a line on which an answer did not come in time is made anew: it has said nothing at all since, or too many did not come. */
export const isLineGivenUp = (unanswered: number, isSilent: boolean): boolean =>
  isSilent || unanswered >= mostUnanswered;

/** When to come back to a server that ended the line: all who were on a node that ends hear it in the same moment. `chance` is between 0 and 1. */
export const returnWithinMs = (farewells: number, chance: number): number =>
  Math.min(shortestReturnMs * 2 ** farewells, longestReturnMs) * (0.5 + chance);
/** When to ask for a place again where a network had too many sockets: seldom, as HTTP shows what there is. `chance` is between 0 and 1. */
export const placeWithinMs = (chance: number): number => shortestPlaceMs * (1 + chance);
