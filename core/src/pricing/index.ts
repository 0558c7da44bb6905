export { fairProbabilities, normalized, withMargin } from './margin.ts';
export {
  fairBooks,
  firstHalfShareLeftAt,
  fitMatch,
  isStrained,
  type MatchModel,
  type QuotedBook,
} from './price-match.ts';
