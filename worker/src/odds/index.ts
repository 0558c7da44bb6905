export { createOddsApi, type FeedProblem, type OddsApi, type OddsApiOptions } from '../provider/odds-api.ts';
export { type ReadScores, readScores } from '../provider/read-scores.ts';
export { fetchOdds } from './read-odds.ts';
