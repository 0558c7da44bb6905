import { addSelections, noScoreExposure, worstExposure } from '@touchline/core/betting';
import type { OperatedMatchDetail } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { formatNumber, t } from '@touchline/core/language';
import {
  derivedMarket,
  isBuilder,
  isDerived,
  labelText,
  lineOf,
  marketKeys,
  marketTitle,
  type Outcome,
  outcomeLabel,
  outcomesOf,
  pricesIn,
} from '@touchline/core/markets';
import type { AnyMarket, Match } from '@touchline/core/matches';
import { cents, type Decimal, dollars, noMoney, sum } from '@touchline/core/money';
import { derivedPrices, fairProbabilities } from '@touchline/core/pricing';
import type { MarketTurnover, OperatedMatch, OutcomeExposure } from '@touchline/store/settlement';

type BookView = OperatedMatchDetail['books'][number];
type Priced = OnOutcome & { readonly odds: Decimal; readonly fair: number };

/** Returns every market and goal line that is priced, has open bets, or had bets: its prices, margin, turnover and positions. */
export function viewBooks(
  { match, exposure }: Pick<OperatedMatch, 'match' | 'exposure'>,
  turnover: readonly MarketTurnover[],
  now: Instant,
): BookView[] {
  const priced = Map.groupBy(match.status === 'open' ? pricesOf(match, now) : [], lineKey);
  const open = Map.groupBy(exposure, lineKey);
  const taken = new Map(turnover.map((row) => [lineKey(row), row]));
  const lines = new Map<string, readonly OnOutcome[]>([...priced, ...open, ...Map.groupBy(turnover, lineKey)]);
  return [...lines].flatMap(([key, [first]]) => {
    if (!first) return [];
    const prices = priced.get(key) ?? [];
    const bets = open.get(key) ?? [];
    return {
      title: titleOf(first.outcome),
      isQuoted: !isDerived(first.outcome) && !isBuilder(first.outcome),
      margin: marginOf(prices),
      bets: taken.get(key)?.bets ?? 0,
      turnover: dollars(taken.get(key)?.staked ?? noMoney),
      staked: dollars(sum(bets.map(({ staked }) => staked))),
      outcomes: viewOutcomes(match, prices, bets),
    };
  });
}

function pricesOf(match: Match, now: Instant): readonly Priced[] {
  const quoted = marketKeys.flatMap((key) => {
    const market: AnyMarket | null = match.markets[key];
    if (!market || market.state === 'closed') return [];
    const prices = pricesIn<Decimal>(key, market);
    const fair = fairProbabilities(prices.map((price) => price.toNumber()));
    return outcomesOf(key, market).flatMap((outcome, at) => {
      const odds = prices[at];
      return odds ? [{ outcome, odds, fair: fair[at] ?? 0 }] : [];
    });
  });
  return [...quoted, ...derivedPrices(match, now)];
}

/** By how much the prices sum to more than the probabilities; `null` without prices. */
function marginOf(prices: readonly Priced[]): number | null {
  const fair = prices.reduce((total, one) => total + one.fair, 0);
  if (fair === 0) return null;
  const implied = prices.reduce((total, { odds }) => total + 1 / odds.toNumber(), 0);
  return Math.round((implied / fair - 1) * 10_000) / 10_000;
}

function viewOutcomes(match: Match, prices: readonly Priced[], open: readonly OutcomeExposure[]): BookView['outcomes'] {
  const book = noScoreExposure();
  for (const { outcome, staked, owed } of open) addSelections(book, staked, [{ outcome, owed, promised: owed }]);
  const byPick = new Map([...prices, ...open].map(({ outcome }) => [outcome.pick, outcome]));
  return [...byPick.values()].map((outcome) => {
    const price = prices.find((one) => one.outcome.pick === outcome.pick);
    const bets = open.find((one) => one.outcome.pick === outcome.pick);
    return {
      label: labelText(match, outcomeLabel(match, outcome)),
      odds: price?.odds.toNumber() ?? null,
      bets: bets?.bets ?? 0,
      staked: dollars(bets?.staked ?? noMoney),
      liability: dollars(bets?.liability ?? noMoney),
      profit: dollars(cents(Math.floor(book.staked - worstExposure(book, outcome).owed))),
    };
  });
}

type OnOutcome = { readonly outcome: Outcome };
const lineKey = ({ outcome }: OnOutcome): string => `${outcome.market} ${lineOf(outcome) ?? ''}`;

function titleOf(outcome: Outcome): string {
  if (isBuilder(outcome)) return t('Bet builder');
  const title = isDerived(outcome) ? t(derivedMarket(outcome.market).title) : marketTitle(outcome.market);
  const line = lineOf(outcome);
  return line === null ? title : `${title} ${formatNumber(line)}`;
}
