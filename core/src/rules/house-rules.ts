import { type Message, msg, t } from '../language/index.ts';
import { derivedKeys, derivedMarket, type HouseRule, marketKeys, quotedRules, titleOf } from '../markets/index.ts';

/**
 * When each version came into force. A new market comes with a new version, because published texts never change; so does what the
 * verifications require of new bets only, without a new text.
 */
const since: Readonly<Record<number, string>> = {
  1: '2026-11-23',
  2: '2026-11-23',
  3: '2026-11-25',
  4: '2026-11-25',
  5: '2026-11-25',
  6: '2026-11-26',
  7: '2026-11-28',
};

/** The version under which bets are placed now. A stake event without a version is of version 1. */
export const houseRulesVersion = Math.max(...Object.keys(since).map(Number));

/** What the markets have in common. Each market's own rule is in its definition. */
const generalRules = {
  result: {
    title: msg('Which result counts'),
    rule: {
      1: msg(
        'The score after 90 minutes and stoppage time. Extra time and penalty shoot-outs do not count. A correction published after the match changes settled bets.',
      ),
    },
  },
  abandoned: {
    title: msg('Abandoned matches'),
    rule: {
      1: msg(
        'What no further goal could have changed when the match stopped stands; everything else is void. A match that stops after 81 minutes or more counts as finished.',
      ),
    },
  },
  decidedInPlay: {
    title: msg('Selections decided during a match'),
    rule: {
      6: msg(
        'A selection that no further goal can change is settled during the match, won or lost, once the score has stood for five minutes. If a goal is taken back later, the settlement is reversed and the selection is settled again.',
      ),
    },
  },
  firstHalf: {
    title: msg('Bets on the first half'),
    rule: {
      4: msg(
        'They are settled when the score at half-time is recorded. They stand if the first half was completed, even if the match is abandoned later. If it was not, what no further goal could have changed stands, and everything else is void.',
      ),
    },
  },
  postponed: {
    title: msg('Postponed and void matches'),
    rule: {
      1: msg(
        'Bets stand if the match moves by up to 48 hours. If it moves further, is not played, is awarded or moves to another ground, every selection is void.',
      ),
    },
  },
  lines: {
    title: msg('Whole and quarter lines'),
    rule: {
      1: msg(
        'A whole line that is met exactly is void. On a quarter line, half the stake is on each of the two neighbouring lines: the selection is half won if one half wins and the other is void, and half lost if one half loses and the other is void.',
      ),
    },
  },
  severalSelections: {
    title: msg('Bets with several selections'),
    rule: {
      1: msg(
        'The odds of all selections are multiplied. A void selection counts as odds of 1.00. A half won selection counts as the average of its odds and 1.00, a half lost one as 0.50. One lost selection loses the bet. If every selection is void, the stake is refunded.',
      ),
    },
  },
  builder: {
    title: msg('Bet builder'),
    rule: {
      2: msg(
        'A builder combines selections of one match at one price. It wins if all of them win, and counts as one selection in accumulators and systems. If the match is abandoned, it is decided only if no further goal could have changed it; otherwise it is void.',
      ),
      4: msg(
        'A builder combines selections of one match at one price; selections that need the score at half-time cannot be combined. It wins if all of them win, and counts as one selection in accumulators and systems. If the match is abandoned, it is decided only if no further goal could have changed it; otherwise it is void.',
      ),
      5: msg(
        'A builder combines selections of one match at one price; selections that need the score at half-time cannot be combined. It wins if all of them win, and counts as one selection in accumulators and systems. If the match is abandoned, it is decided only if no further goal could have changed it; otherwise it is void. If bets on the market of one of its selections are void for a period, builders placed in that period are void too.',
      ),
    },
  },
  systems: {
    title: msg('Systems'),
    rule: {
      2: msg(
        'A system has a line for every combination of its sizes, each with all bankers, and the same stake on each line. A line counts like a bet with its selections. The system returns what all its lines return together, and is settled when no line can win any more or every selection is decided.',
      ),
    },
  },
  rounding: {
    title: msg('Rounding'),
    rule: {
      1: msg('Odds are multiplied exactly. The payout is rounded once, down to the cent.'),
    },
  },
  inPlay: {
    title: msg('Bets in play'),
    rule: {
      1: msg(
        'A bet on a match in play is accepted after a short delay. If a goal is scored or betting is suspended in that time, the bet is rejected and the stake refunded. A bet placed after an event that our prices did not yet reflect may be void.',
      ),
    },
  },
} satisfies Readonly<Record<string, { readonly title: Message; readonly rule: HouseRule }>>;

type Section = { readonly title: string; readonly text: string };
/** The house rules of one version. */
export type HouseRules = {
  readonly version: number;
  readonly since: string;
  readonly general: readonly Section[];
  readonly markets: readonly Section[];
};

/** Returns the rules of a version in the current language; `undefined` if there is none. The English texts are what counts. */
export function houseRules(version: number): HouseRules | undefined {
  const from = since[version];
  if (from === undefined) return undefined;
  const sectionOf = (title: Message, rule: HouseRule): readonly Section[] => {
    const text = textOf(rule, version);
    return text === undefined ? [] : [{ title: t(title), text: t(text) }];
  };
  return {
    version,
    since: from,
    general: Object.values(generalRules).flatMap(({ title, rule }) => sectionOf(title, rule)),
    markets: [
      ...marketKeys.flatMap((key) => sectionOf(titleOf(key), quotedRules[key])),
      ...derivedKeys.flatMap((key) => sectionOf(derivedMarket(key).title, derivedMarket(key).houseRule)),
    ],
  };
}

/** Returns a general rule as it is now, in the current language. */
export function currentRule(name: keyof typeof generalRules): string {
  const text = textOf(generalRules[name].rule, houseRulesVersion);
  if (text === undefined) throw new Error(`the rule "${name}" has no text`);
  return t(text);
}

/** A version has the newest text that is not newer than itself. */
const textOf = (rule: HouseRule, version: number): Message | undefined =>
  Object.entries(rule).findLast(([first]) => Number(first) <= version)?.[1];
