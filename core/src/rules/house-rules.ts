import { derivedKeys, derivedMarket, type HouseRule, marketKeys, marketTitle, quotedRules } from '../markets/index.ts';

/** When each version came into force. A new market comes with a new version, because published texts never change. */
const since: Readonly<Record<number, string>> = {
  1: '2026-11-23',
  2: '2026-11-23',
  3: '2026-11-25',
  4: '2026-11-25',
  5: '2026-11-25',
  6: '2026-11-26',
};

/** The version under which bets are placed now. A stake event without a version is of version 1. */
export const houseRulesVersion = Math.max(...Object.keys(since).map(Number));

/** What the markets have in common. Each market's own rule is in its definition. */
const generalRules: readonly { readonly title: string; readonly rule: HouseRule }[] = [
  {
    title: 'Which result counts',
    rule: {
      1: 'The score after 90 minutes and stoppage time. Extra time and penalty shoot-outs do not count. A correction published after the match changes settled bets.',
    },
  },
  {
    title: 'Abandoned matches',
    rule: {
      1: 'What no further goal could have changed when the match stopped stands; everything else is void. A match that stops after 81 minutes or more counts as finished.',
    },
  },
  {
    title: 'Selections decided during a match',
    rule: {
      6: 'A selection that no further goal can change is settled during the match, won or lost, once the score has stood for five minutes. If a goal is taken back later, the settlement is reversed and the selection is settled again.',
    },
  },
  {
    title: 'Bets on the first half',
    rule: {
      4: 'They are settled when the score at half-time is recorded. They stand if the first half was completed, even if the match is abandoned later. If it was not, what no further goal could have changed stands, and everything else is void.',
    },
  },
  {
    title: 'Postponed and void matches',
    rule: {
      1: 'Bets stand if the match moves by up to 48 hours. If it moves further, is not played, is awarded or moves to another ground, every selection is void.',
    },
  },
  {
    title: 'Whole and quarter lines',
    rule: {
      1: 'A whole line that is met exactly is void. On a quarter line, half the stake is on each of the two neighbouring lines: the selection is half won if one half wins and the other is void, and half lost if one half loses and the other is void.',
    },
  },
  {
    title: 'Bets with several selections',
    rule: {
      1: 'The odds of all selections are multiplied. A void selection counts as odds of 1.00. A half won selection counts as the average of its odds and 1.00, a half lost one as 0.50. One lost selection loses the bet. If every selection is void, the stake is refunded.',
    },
  },
  {
    title: 'Bet builder',
    rule: {
      2: 'A builder combines selections of one match at one price. It wins if all of them win, and counts as one selection in accumulators and systems. If the match is abandoned, it is decided only if no further goal could have changed it; otherwise it is void.',
      4: 'A builder combines selections of one match at one price; selections that need the score at half-time cannot be combined. It wins if all of them win, and counts as one selection in accumulators and systems. If the match is abandoned, it is decided only if no further goal could have changed it; otherwise it is void.',
      5: 'A builder combines selections of one match at one price; selections that need the score at half-time cannot be combined. It wins if all of them win, and counts as one selection in accumulators and systems. If the match is abandoned, it is decided only if no further goal could have changed it; otherwise it is void. If bets on the market of one of its selections are void for a period, builders placed in that period are void too.',
    },
  },
  {
    title: 'Systems',
    rule: {
      2: 'A system has a line for every combination of its sizes, each with all bankers, and the same stake on each line. A line counts like a bet with its selections. The system returns what all its lines return together, and is settled when no line can win any more or every selection is decided.',
    },
  },
  {
    title: 'Rounding',
    rule: {
      1: 'Odds are multiplied exactly. The payout is rounded once, down to the cent.',
    },
  },
  {
    title: 'Bets in play',
    rule: {
      1: 'A bet on a match in play is accepted after a short delay. If a goal is scored or betting is suspended in that time, the bet is rejected and the stake refunded. A bet placed after an event that our prices did not yet reflect may be void.',
    },
  },
];

type Section = { readonly title: string; readonly text: string };
/** The house rules of one version. */
export type HouseRules = {
  readonly version: number;
  readonly since: string;
  readonly general: readonly Section[];
  readonly markets: readonly Section[];
};

/** Returns the rules of a version; `undefined` if there is none. */
export function houseRules(version: number): HouseRules | undefined {
  const from = since[version];
  if (from === undefined) return undefined;
  const sectionOf = (title: string, rule: HouseRule): readonly Section[] => {
    const text = Object.entries(rule).findLast(([first]) => Number(first) <= version)?.[1];
    return text === undefined ? [] : [{ title, text }];
  };
  return {
    version,
    since: from,
    general: generalRules.flatMap(({ title, rule }) => sectionOf(title, rule)),
    markets: [
      ...marketKeys.flatMap((key) => sectionOf(marketTitle(key), quotedRules[key])),
      ...derivedKeys.flatMap((key) => sectionOf(derivedMarket(key).title, derivedMarket(key).houseRule)),
    ],
  };
}
