import type { Outcome, Score, Verdict } from '../markets/index.ts';
import { gradeLeg } from '../markets/index.ts';
import { cents } from '../money/index.ts';
import type { Exposure } from './liability.ts';

/** Goals of a team at which its further goals change no verdict for the worse. */
const mostGoals = 10;
const goals = Array.from({ length: mostGoals + 1 }, (_, count) => count);
/** The scores of a match for which exposure is counted. */
export const countedScores: readonly Score[] = goals.flatMap((home) => goals.map((away) => ({ home, away })));

/** What a selection pays at each counted score: a share of its payout, and a share of its stake that is refunded. */
type Verdicts = { readonly paid: Float64Array; readonly refunded: Float64Array };
const shares: Readonly<Record<Verdict, { readonly paid: number; readonly refunded: number }>> = {
  won: { paid: 1, refunded: 0 },
  'half-won': { paid: 0.5, refunded: 0.5 },
  void: { paid: 0, refunded: 1 },
  'half-lost': { paid: 0, refunded: 0.5 },
  lost: { paid: 0, refunded: 0 },
};

// Grading a selection at 121 scores takes longer than everything else about a bet's exposure, and there are few selections.
const known = new Map<string, Verdicts>();
function verdictsOf(outcome: Outcome): Verdicts {
  const key = `${outcome.market} ${outcome.pick} ${'point' in outcome ? outcome.point : ''}`;
  const found = known.get(key);
  if (found) return found;
  const verdicts = countedScores.map((score) => shares[gradeLeg(outcome, { kind: 'score', score })]);
  const made = {
    paid: Float64Array.from(verdicts, ({ paid }) => paid),
    refunded: Float64Array.from(verdicts, ({ refunded }) => refunded),
  };
  known.set(key, made);
  return made;
}

/** All open bets on a match, on whatever market: their stakes, and what they pay at each counted score. In cents. */
export type ScoreExposure = { staked: number; readonly owed: Float64Array; readonly promised: Float64Array };

export const noScoreExposure = (): ScoreExposure => ({
  staked: 0,
  owed: new Float64Array(countedScores.length),
  promised: new Float64Array(countedScores.length),
});

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
  const { owed, promised } = exposure;
  exposure.staked += sign * staked;
  selections.forEach((selection, index) => {
    const { paid, refunded } = verdictsOf(selection.outcome);
    const won = sign * selection.owed;
    const others = sign * (selection.promised - selection.owed);
    const stakes = index === 0 ? sign * staked : 0;
    for (let at = 0; at < owed.length; at += 1) {
      const share = paid[at] ?? 0;
      const back = refunded[at] ?? 0;
      if (share === 0 && back === 0) continue;
      const alone = share * won + back * stakes;
      owed[at] = (owed[at] ?? 0) + alone;
      promised[at] = (promised[at] ?? 0) + alone + (share > 0 ? 1 : back) * others;
    }
  });
}

/** Returns the exposure of a match at the worst score at which a selection wins, or half of it. */
export function worstExposure(exposure: ScoreExposure, outcome: Outcome): Exposure {
  const { paid } = verdictsOf(outcome);
  let [owed, promised] = [0, 0];
  for (let at = 0; at < paid.length; at += 1) {
    if (paid[at] === 0) continue;
    owed = Math.max(owed, exposure.owed[at] ?? 0);
    promised = Math.max(promised, exposure.promised[at] ?? 0);
  }
  return { staked: cents(exposure.staked), owed: cents(Math.ceil(owed)), promised: cents(Math.ceil(promised)) };
}
