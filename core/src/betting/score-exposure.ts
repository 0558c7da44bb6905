import type { Outcome, Score, Verdict } from '../markets/index.ts';
import { gradeLeg, periodOf } from '../markets/index.ts';
import { cents } from '../money/index.ts';
import type { Exposure } from './liability.ts';

/** Goals of a team at which its further goals change no verdict for the worse. */
const mostGoals = 10;
const goals = Array.from({ length: mostGoals + 1 }, (_, count) => count);
/** The scores of a match for which exposure is counted. */
export const countedScores: readonly Score[] = goals.flatMap((home) => goals.map((away) => ({ home, away })));

/**
 * What a selection pays at each counted score: a share of its payout, and a share of its stake that is refunded. The score is that at
 * half-time for a market of the first half. One of both periods pays at a final score what it pays after the best half-time score for it.
 */
type Verdicts = { readonly paid: Float64Array; readonly refunded: Float64Array };
const shares: Readonly<Record<Verdict, { readonly paid: number; readonly refunded: number }>> = {
  won: { paid: 1, refunded: 0 },
  'half-won': { paid: 0.5, refunded: 0.5 },
  void: { paid: 0, refunded: 1 },
  'half-lost': { paid: 0, refunded: 0.5 },
  lost: { paid: 0, refunded: 0 },
};

// Grading a selection at 121 scores takes longer than everything else about a bet's exposure. Few selections are usual, but bettors can
// combine millions.
const known = new Map<string, Verdicts>();
const mostKnown = 2_000;
function verdictsOf(outcome: Outcome): Verdicts {
  const key = `${outcome.market} ${outcome.pick} ${'point' in outcome ? outcome.point : ''}`;
  const found = known.get(key);
  if (found) return found;
  const verdicts = countedScores.map((score) =>
    periodOf(outcome) === 'both'
      ? most(upTo(score).map((halfTime) => shares[gradeLeg(outcome, { kind: 'score', score, halfTime })]))
      : shares[gradeLeg(outcome, { kind: 'score', score, halfTime: score })],
  );
  const made = {
    paid: Float64Array.from(verdicts, ({ paid }) => paid),
    refunded: Float64Array.from(verdicts, ({ refunded }) => refunded),
  };
  if (known.size >= mostKnown) known.clear();
  known.set(key, made);
  return made;
}

type Share = (typeof shares)[Verdict];
const most = (all: readonly Share[]): Share => ({
  paid: Math.max(...all.map(({ paid }) => paid)),
  refunded: Math.max(...all.map(({ refunded }) => refunded)),
});
/** The half-time scores that can come before a final one. */
const upTo = (final: Score): readonly Score[] =>
  countedScores.filter(({ home, away }) => home <= final.home && away <= final.away);

/** What bets pay at each counted score. In cents. */
type PaidAtScores = { readonly owed: number[]; readonly promised: number[] };
/**
 * All open bets on a match, on whatever market: their stakes, and what they pay at each counted final score. `firstHalf`: what those on
 * the first half pay at each half-time score, if there are any.
 */
export type ScoreExposure = PaidAtScores & { staked: number; firstHalf?: PaidAtScores };

// Plain arrays: V8 allocates a typed array of this length outside the heap, which takes longer than adding up a bet. They begin as
// fractions, so that V8 stores doubles from the start and need not convert them at the first fraction.
const zeros: readonly number[] = countedScores.map(() => 0.5).fill(0);
const nothingPaid = (): PaidAtScores => ({ owed: zeros.slice(), promised: zeros.slice() });
export const noScoreExposure = (): ScoreExposure => ({ staked: 0, ...nothingPaid() });

/** What open bets on one selection pay if it wins; see `Exposure`. */
type OnSelection = { readonly outcome: Outcome; readonly owed: number; readonly promised: number };

/**
 * Adds the open bets on selections of which at most one wins, such as those of a market and line: their stakes together, and the
 * payouts of each. If one of them is refunded, all are, and if one is half won, the others are half lost; so the stakes need not be
 * known for each.
 *
 * An accumulator of which a leg is refunded still pays what its other legs promise. That is at most its stake and the part of its
 * promise that comes from the other legs.
 */
export function addSelections(
  exposure: ScoreExposure,
  staked: number,
  selections: readonly OnSelection[],
  sign: 1 | -1 = 1,
): void {
  exposure.staked += sign * staked;
  const [first] = selections;
  if (!first) return;
  // All are of one market, so of one period.
  if (periodOf(first.outcome) === 'first-half') exposure.firstHalf ??= nothingPaid();
  const { owed, promised } = paidBy(exposure, first.outcome);
  for (const selection of selections) {
    const { paid, refunded } = verdictsOf(selection.outcome);
    const won = sign * selection.owed;
    const others = sign * (selection.promised - selection.owed);
    const stakes = selection === first ? sign * staked : 0;
    for (let at = 0; at < owed.length; at += 1) {
      const share = paid[at] ?? 0;
      const back = refunded[at] ?? 0;
      if (share === 0 && back === 0) continue;
      const alone = share * won + back * stakes;
      owed[at] = (owed[at] ?? 0) + alone;
      promised[at] = (promised[at] ?? 0) + alone + (share > 0 ? 1 : back) * others;
    }
  }
}

const paidBy = (exposure: ScoreExposure, outcome: Outcome): PaidAtScores =>
  (periodOf(outcome) === 'first-half' ? exposure.firstHalf : undefined) ?? exposure;

/** For each score, the largest value at a score with at most as many goals of each team, or with at least as many. */
function largest(values: readonly number[], among: 'earlier' | 'later'): readonly number[] {
  const best = values.slice();
  const size = goals.length;
  const order = among === 'earlier' ? countedScores.keys() : [...countedScores.keys()].toReversed();
  const step = among === 'earlier' ? -1 : 1;
  for (const at of order) {
    const { home, away } = countedScores[at] as Score;
    const before = (isThere: boolean, by: number) => (isThere ? (best[at + step * by] ?? 0) : Number.NEGATIVE_INFINITY);
    const isInside = (count: number) => count + step >= 0 && count + step < size;
    best[at] = Math.max(best[at] as number, before(isInside(home), size), before(isInside(away), 1));
  }
  return best;
}

/** Returns what open bets pay at each counted final score, after the half-time score that costs most. */
export function owedAtScores({ owed, firstHalf }: ScoreExposure): readonly number[] {
  if (!firstHalf) return owed;
  const early = largest(firstHalf.owed, 'earlier');
  return owed.map((value, at) => value + (early[at] as number));
}

/** The same with what accumulators promise. */
export const promisedAtScores = ({ promised, firstHalf }: ScoreExposure): readonly number[] =>
  firstHalf
    ? owedAtScores({ staked: 0, owed: promised, promised, firstHalf: { ...firstHalf, owed: firstHalf.promised } })
    : promised;

/**
 * Returns the exposure of a match at the worst score at which a selection wins, or half of it: at half-time or at the end, whichever it
 * is on, with the worst score that fits at the other.
 */
export function worstExposure(exposure: ScoreExposure, outcome: Outcome): Exposure {
  const { paid } = verdictsOf(outcome);
  const atScores = paidAtScores(exposure, outcome);
  let owed = 0;
  let promised = 0;
  for (let at = 0; at < paid.length; at += 1) {
    if (paid[at] === 0) continue;
    owed = Math.max(owed, atScores.owed[at] ?? 0);
    promised = Math.max(promised, atScores.promised[at] ?? 0);
  }
  return { staked: cents(exposure.staked), owed: cents(Math.ceil(owed)), promised: cents(Math.ceil(promised)) };
}

function paidAtScores(
  exposure: ScoreExposure,
  outcome: Outcome,
): Readonly<Record<keyof PaidAtScores, readonly number[]>> {
  const { firstHalf } = exposure;
  if (!firstHalf) return exposure;
  if (periodOf(outcome) !== 'first-half') return { owed: owedAtScores(exposure), promised: promisedAtScores(exposure) };
  const [late, latePromised] = [largest(exposure.owed, 'later'), largest(exposure.promised, 'later')];
  return {
    owed: firstHalf.owed.map((value, at) => value + (late[at] as number)),
    promised: firstHalf.promised.map((value, at) => value + (latePromised[at] as number)),
  };
}
