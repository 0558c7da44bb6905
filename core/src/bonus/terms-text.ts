import { t } from '../language/index.ts';
import { type Cents, cents, formatDollars, formatOdds } from '../money/index.ts';
import type { BonusTerms } from './bonus.ts';

type TermsSection = { readonly title: string; readonly sentences: readonly string[] };

/**
 * The published terms of the welcome bonus, for the screen and for docs/bonus-terms.md. Empty when no bonus is granted.
 * They describe what `shareSettlement`, `takeStake` and `endByReversal` do: change both together.
 */
export function bonusTermsText(terms: BonusTerms): readonly TermsSection[] {
  const { percent, maximum, wagering, minTotalOdds, days, maxStake, opposing } = terms;
  if (percent === 0) return [];
  const odds = formatOdds(minTotalOdds);
  const most = dollarsOf(maximum);
  return [
    {
      title: t('What you get'),
      sentences: [
        t('Your first deposit earns a bonus of {percent}% of its amount, up to {most}.', { percent, most }),
        t(
          'You get it as soon as the deposit is completed. Each person gets it once, for the first deposit of an account.',
        ),
        t(
          'Accounts with the same mailbox, or with deposits from the same card, PayPal account or bank account, belong to one person.',
        ),
        t('Bonus money is separate from your balance: you can stake it but not withdraw it.'),
      ],
    },
    {
      title: t('How it becomes cash'),
      sentences: [
        t(
          'Stake {wagering, plural, =1 {once} other {# times}} the bonus within {days, plural, one {# day} other {# days}}, on bets with total odds of {odds} or more.',
          { wagering, days, odds },
        ),
        t('For the full bonus of {most} that is {total}.', { most, total: dollarsOf(cents(maximum * wagering)) }),
        t(
          'A bet counts with its whole stake, your own money and bonus money alike, once it is settled as won or lost. Its total odds are the odds at which it was accepted.',
        ),
        ...(maxStake === null ? [] : [t('At most {most} of one stake counts.', { most: dollarsOf(maxStake) })]),
        ...(opposing === 'net' ? [opposingText()] : []),
        t('Void bets do not count, and neither do bets settled after the bonus has ended.'),
        t('As soon as you have staked enough, all bonus money in your wallet becomes cash.'),
      ],
    },
    {
      title: t('How it is staked'),
      sentences: [
        t('Your own money is staked first. Bonus money covers only what your balance does not.'),
        t(
          'When such a bet pays out, the bonus receives its share of the payout in proportion to the stake, rounded down to the cent; the rest is yours as cash.',
        ),
        t(
          'That share returns to the bonus. If the bonus has become cash in the meantime, the share is cash; if the bonus has been lost, the share is lost too.',
        ),
        t('When such a bet loses, the bonus money on it is lost.'),
      ],
    },
    {
      title: t('How it is lost'),
      sentences: [
        t(
          'If you request a withdrawal before the bonus has become cash, you lose the bonus, including all winnings that are still part of it. We warn you first. The bonus stays lost even if the withdrawal is not paid.',
        ),
        t(
          'Bonus money that has not become cash {days, plural, one {# day} other {# days}} after it was granted is lost.',
          { days },
        ),
        t('If the deposit is charged back or refunded, the bonus granted for it is lost.'),
        t(
          'If the deposit is charged back after the bonus became cash, we take back what became cash, then or when bets that were still open ended. We take it in proportion to the part of the deposit that is charged back, rounded up to the cent, and your balance may become negative. This stands if the chargeback is later reversed. A refund does not take anything back.',
        ),
        t('Your own money and your winnings from it always stay yours.'),
      ],
    },
  ];
}

const opposingText = () =>
  t(
    'Bets on different outcomes of the same market of a match, or on markets that overlap, oppose each other, in singles and accumulators alike, while both are open. Only the part of a stake that exceeds your stakes on the other outcomes counts: $20 each on over and under count nothing.',
  );

/** The terms as a page of the documentation. Not translated: the documentation is English. */
export const bonusTermsPage = (terms: BonusTerms): string =>
  [
    '# Terms of the welcome bonus',
    ...bonusTermsText(terms).flatMap(({ title, sentences }) => [
      `## ${title}`,
      sentences.map((sentence) => `- ${sentence}`).join('\n'),
    ]),
    'These are the terms with default settings. A bonus keeps the terms on which it was granted.',
  ].join('\n\n');

const dollarsOf = (amount: Cents): string => formatDollars(amount).replace(/[.,]00(?=\D*$)/, '');
