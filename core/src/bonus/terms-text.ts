import { type Cents, cents, formatDollars, formatOdds } from '../money/index.ts';
import type { BonusTerms } from './bonus.ts';

export type TermsSection = { readonly title: string; readonly sentences: readonly string[] };

/**
 * The published terms of the welcome bonus, for the screen and for docs/bonus-terms.md. Empty when no bonus is granted.
 * They say what `shareSettlement`, `takeStake` and `endByReversal` do; who changes one changes the other.
 */
export function bonusTermsText(terms: BonusTerms): readonly TermsSection[] {
  const { percent, maximum, wagering, minTotalOdds, days, maxStake, opposing } = terms;
  if (percent === 0) return [];
  const odds = formatOdds(minTotalOdds);
  const times = wagering === 1 ? 'once' : `${wagering} times`;
  const most = dollarsOf(maximum);
  return [
    {
      title: 'What you get',
      sentences: [
        `Your first deposit brings a bonus of ${percent}% of it, at most ${most}.`,
        'It is there as soon as the deposit is completed. Each account gets it once, and only for its first deposit.',
        'Bonus money is not part of your balance: it can be staked but not withdrawn.',
      ],
    },
    {
      title: 'How it becomes yours',
      sentences: [
        `Stake ${times} the bonus within ${days} ${days === 1 ? 'day' : 'days'}, on bets with total odds of ${odds} or more.`,
        `With the full bonus of ${most} that is ${dollarsOf(cents(maximum * wagering))}.`,
        'A bet counts with its stake, your own money and bonus money alike, when it is settled as won or lost. The total odds are those at which the bet was taken.',
        ...(maxStake === null ? [] : [`At most ${dollarsOf(maxStake)} of one stake counts.`]),
        ...(opposing === 'net' ? opposingText : []),
        'A bet that is void does not count, and neither does one that is settled after the bonus has ended.',
        'As soon as enough is staked, all bonus money in your wallet becomes cash.',
      ],
    },
    {
      title: 'How it is staked',
      sentences: [
        'Your own money is staked first. Bonus money is staked only for what your balance is short of.',
        'When such a bet pays out, bonus money gets its part of the payout in the proportion of the stake, rounded down to the cent; the rest is yours as cash.',
        'The part of bonus money goes back to the bonus. If the bonus became cash in the meantime, it is cash; if the bonus was lost in the meantime, it is lost too.',
        'When such a bet loses, the bonus money on it is lost.',
      ],
    },
    {
      title: 'How it is lost',
      sentences: [
        'If you ask for a withdrawal before it has become cash, the bonus is lost, with everything won from bonus money that is still part of it. You are warned before, and it stays lost if the withdrawal is not paid.',
        `Bonus money that has not become cash ${days} ${days === 1 ? 'day' : 'days'} after it was granted is lost.`,
        'If the deposit is charged back or refunded, the bonus that was granted for it is lost.',
        'If the deposit is charged back after the bonus became cash, what became cash, then or when bets that were open ended, is taken back from your balance, in the proportion of what is charged back to the whole deposit, rounded up to the cent; the balance may fall below nothing. It stays so if the chargeback is won later. A refund does not take it back.',
        'Your own money and what you win with it always stay yours.',
      ],
    },
  ];
}

const opposingText = [
  'Bets on different outcomes of the same market of a match cover each other, in singles and accumulators alike, while both are open. Only the part of a stake counts that is more than your stakes on the other outcomes: over and under of a match with $20 each count nothing.',
];

/** The terms as a page of the documentation. */
export const bonusTermsPage = (terms: BonusTerms): string =>
  [
    '# Terms of the welcome bonus',
    ...bonusTermsText(terms).flatMap(({ title, sentences }) => [
      `## ${title}`,
      sentences.map((one) => `- ${one}`).join('\n'),
    ]),
    'These are the terms with the settings that an installation starts with. A bonus keeps the terms on which it was granted.',
  ].join('\n\n');

const dollarsOf = (amount: Cents): string => formatDollars(amount).replace(/\.00$/, '');
