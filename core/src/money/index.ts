export {
  type Cents,
  cents,
  centsFromDollars,
  dollars,
  dollarsOrNull,
  formatDollars,
  minus,
  negative,
  noMoney,
  plus,
  sum,
} from './cents.ts';
export { onLadder } from './ladder.ts';
export { Decimal, formatOdds, odds, totalOdds } from './odds.ts';
export { type OddsFormat, oddsFormats, writeOdds } from './odds-format.ts';
export { payout, payoutAt } from './payout.ts';
