import { betText } from '../../betting/index.ts';
import { type Message, msg, t } from '../../language/index.ts';
import { labelText } from '../../markets/index.ts';
import { cents, formatDollars } from '../../money/index.ts';
import type { NotificationKind } from '../../notifications/index.ts';
import type { AdjustmentCause } from '../../wallet/index.ts';
import type { NotificationView } from './notifications.ts';

/** The text of a notification, and the screen that it leads to. */
export type NotificationText = { readonly title: string; readonly text: string; readonly href: string };

/** Renders a notification. `amounts`: whether its text may name amounts of money. */
export const notificationText = (
  view: NotificationView,
  { amounts }: { readonly amounts: boolean },
): NotificationText =>
  (texts[view.kind] as (view: NotificationView, amounts: boolean) => NotificationText)(view, amounts);

type ViewOf<Kind extends NotificationKind> = Extract<NotificationView, { readonly kind: Kind }>;

const texts: {
  readonly [Kind in NotificationKind]: (view: ViewOf<Kind>, amounts: boolean) => NotificationText;
} = {
  'bet-settled': (view, amounts) => ({
    title: t(settledTitles[view.result]),
    ...aboutBet(view, amounts && returnedText(view)),
  }),
  'bet-corrected': (view, amounts) => ({
    title: t(correctedTitles[view.result]),
    ...aboutBet(view, amounts && returnedText(view)),
  }),
  'cash-out': (view, amounts) => ({
    title: t('Your bet was cashed out'),
    ...aboutBet(
      view,
      amounts
        ? t('It reached your target. Paid {amount}.', { amount: money(view.amount) })
        : t('It reached your target.'),
    ),
  }),
  withdrawal: (view, amounts) => ({
    title: t(view.result === 'paid' ? 'Withdrawal approved' : 'Withdrawal rejected'),
    text: view.result === 'paid' ? paidText(view, amounts) : rejectedText(view, amounts),
    href: '/my-wallet',
  }),
  deposit: (view, amounts) => ({
    title: t('Deposit received'),
    text: amounts
      ? t('{amount} was added to your balance.', { amount: money(view.amount) })
      : t('Your deposit was added to your balance.'),
    href: '/my-wallet',
  }),
  adjustment: (view, amounts) => ({
    title: t('Your balance was adjusted'),
    text: amounts
      ? t(
          view.amount < 0
            ? '{amount} was taken from your balance: {cause}.'
            : '{amount} was added to your balance: {cause}.',
          { amount: money(Math.abs(view.amount)), cause: t(adjustmentCauseTexts[view.cause]) },
        )
      : t('Touchline adjusted your balance: {cause}.', { cause: t(adjustmentCauseTexts[view.cause]) }),
    href: '/my-wallet',
  }),
  goal: ({ matchId, homeTeam, awayTeam, score, scorers, selections }) => ({
    title: goalTitle(scorers.map((side) => (side === 'home' ? homeTeam : awayTeam))),
    text: t('{homeTeam} {score} {awayTeam}. You have {selections}.', {
      homeTeam,
      awayTeam,
      score: `${score.home}:${score.away}`,
      selections: selections.map((label) => labelText({ homeTeam, awayTeam }, label)).join(', '),
    }),
    href: `/match/${matchId}`,
  }),
};

const paidText = ({ amount }: ViewOf<'withdrawal'>, amounts: boolean): string =>
  amounts
    ? t('Your withdrawal of {amount} was approved and paid.', { amount: money(amount) })
    : t('Your withdrawal was approved and paid.');

const rejectedText = ({ amount }: ViewOf<'withdrawal'>, amounts: boolean): string =>
  amounts
    ? t('Your withdrawal of {amount} was rejected. The money is back in your balance.', { amount: money(amount) })
    : t('Your withdrawal was rejected. The money is back in your balance.');

function goalTitle([first, second]: readonly string[]): string {
  if (first === undefined) return t('The score was corrected');
  return second === undefined ? t('Goal: {team}', { team: first }) : t('Goal: {first} and {second}', { first, second });
}

/** Why a balance was adjusted, after a colon. */
export const adjustmentCauseTexts: Record<AdjustmentCause, Message> = {
  courtesy: msg('a courtesy'),
  bet: msg('correction of a bet'),
  payment: msg('correction of a payment'),
  other: msg('other reason'),
};

type OfBet = Extract<NotificationView, { readonly bet: unknown }>;
type WithResult = Extract<OfBet, { readonly result: unknown }>;

function aboutBet({ bet: { id, name, matches, system } }: OfBet, more: string | false) {
  const text = matches ? betText({ matches, system }) : name;
  return { text: more ? `${text}. ${more}` : text, href: `/history/${id}` };
}

const settledTitles: Record<WithResult['result'], Message> = {
  won: msg('Your bet won'),
  lost: msg('Your bet lost'),
  void: msg('Your bet is void'),
  'half-won': msg('Your bet half won'),
  'half-lost': msg('Your bet half lost'),
  open: msg('Your bet is open again'),
};
const correctedTitles: Record<WithResult['result'], Message> = {
  won: msg('Result corrected: your bet won'),
  lost: msg('Result corrected: your bet lost'),
  void: msg('Result corrected: your bet is void'),
  'half-won': msg('Result corrected: your bet half won'),
  'half-lost': msg('Result corrected: your bet half lost'),
  open: msg('Result corrected: your bet is open again'),
};

function returnedText({ result, amount }: WithResult): string | false {
  if (result === 'lost' || result === 'open') return false;
  return result === 'void'
    ? t('Your stake of {amount} was returned.', { amount: money(amount) })
    : t('Returned {amount}.', { amount: money(amount) });
}

const money = (amount: number): string => formatDollars(cents(Math.round(amount * 100)));

/** What each kind is called where it is switched. */
export const kindTexts: Record<NotificationKind, { readonly name: Message; readonly hint: Message }> = {
  'bet-settled': { name: msg('Settled bets'), hint: msg('A bet won, lost or is void.') },
  'bet-corrected': { name: msg('Corrected results'), hint: msg('A corrected result changes a settled bet.') },
  'cash-out': { name: msg('Automatic cash-outs'), hint: msg('A bet reaches your cash-out target.') },
  withdrawal: { name: msg('Withdrawals'), hint: msg('A withdrawal is approved or rejected.') },
  deposit: { name: msg('Deposits'), hint: msg('A deposit arrives in your balance.') },
  adjustment: { name: msg('Adjustments'), hint: msg('Touchline corrects your balance.') },
  goal: { name: msg('Goals'), hint: msg('A goal in a match of your open bets.') },
};
