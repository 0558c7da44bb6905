export { type BuilderInputs, builderOddsFrom } from './builder-inputs.ts';
export { derivedBooks, verdictShare } from './derived-markets.ts';
export {
  builderPrice,
  type DerivedPrice,
  derivedPriceOf,
  derivedPrices,
  findDerivedPrice,
  verdictChances,
} from './derived-prices.ts';
export { fairProbabilities, normalized, withMargin } from './margin.ts';
export { type OfferedPrice, offerPrices } from './offer-prices.ts';
export {
  fairBooks,
  firstHalfShareLeftAt,
  fitMatch,
  isStrained,
  type MatchModel,
  type PricingInput,
  type QuotedBook,
} from './price-match.ts';
