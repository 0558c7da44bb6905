import { cents, formatDollars } from '../../money/index.ts';
import type { NotificationKind } from '../../notifications/index.ts';
import type { NotificationView } from './notifications.ts';

/** The text of a notification, and the screen that it leads to. */
export type NotificationText = { readonly title: string; readonly text: string; readonly href: string };

/** Renders a notification. `amounts`: whether its text may name amounts of money. */
export function notificationText(view: NotificationView, { amounts }: { readonly amounts: boolean }): NotificationText {
  switch (view.kind) {
    case 'bet-settled':
      return { title: `Your bet ${resultTexts[view.result]}`, ...aboutBet(view, amounts && returnedText(view)) };
    case 'bet-corrected':
      return {
        title: `Result corrected: your bet ${resultTexts[view.result]}`,
        ...aboutBet(view, amounts && returnedText(view)),
      };
    case 'cash-out':
      return {
        title: 'Your bet was cashed out',
        ...aboutBet(view, `It reached your target.${amounts ? ` Paid ${money(view.amount)}.` : ''}`),
      };
    case 'withdrawal': {
      const what = amounts ? `Your withdrawal of ${money(view.amount)}` : 'Your withdrawal';
      return view.result === 'paid'
        ? { title: 'Withdrawal approved', text: `${what} was approved and paid.`, href: '/my-wallet' }
        : {
            title: 'Withdrawal rejected',
            text: `${what} was rejected. The money is back in your balance.`,
            href: '/my-wallet',
          };
    }
    case 'deposit':
      return {
        title: 'Deposit received',
        text: `${amounts ? money(view.amount) : 'Your deposit'} was added to your balance.`,
        href: '/my-wallet',
      };
    case 'goal': {
      const { homeTeam, awayTeam, score, scorers, selections } = view;
      const teams = scorers.map((side) => (side === 'home' ? homeTeam : awayTeam));
      return {
        title: teams.length > 0 ? `Goal: ${teams.join(' and ')}` : 'The score was corrected',
        text: `${homeTeam} ${score.home}:${score.away} ${awayTeam}. You have ${selections.join(', ')}.`,
        href: `/match/${view.matchId}`,
      };
    }
  }
}

type OfBet = Extract<NotificationView, { readonly bet: unknown }>;
type WithResult = Extract<OfBet, { readonly result: unknown }>;

const aboutBet = ({ bet }: OfBet, more: string | false) => ({
  text: more ? `${bet.name}. ${more}` : bet.name,
  href: `/history/${bet.id}`,
});

const resultTexts: Record<WithResult['result'], string> = {
  won: 'won',
  lost: 'lost',
  void: 'is void',
  'half-won': 'half won',
  'half-lost': 'half lost',
  open: 'is open again',
};

function returnedText({ result, amount }: WithResult): string | false {
  if (result === 'lost' || result === 'open') return false;
  return result === 'void' ? `Your stake of ${money(amount)} was returned.` : `Returned ${money(amount)}.`;
}

const money = (amount: number): string => formatDollars(cents(Math.round(amount * 100)));

/** What each kind is called where it is switched. */
export const kindTexts: Record<NotificationKind, { readonly name: string; readonly hint: string }> = {
  'bet-settled': { name: 'Settled bets', hint: 'A bet won, lost or is void.' },
  'bet-corrected': { name: 'Corrected results', hint: 'A corrected result changes a settled bet.' },
  'cash-out': { name: 'Automatic cash-outs', hint: 'A bet reaches your cash-out target.' },
  withdrawal: { name: 'Withdrawals', hint: 'A withdrawal is approved or rejected.' },
  deposit: { name: 'Deposits', hint: 'A deposit arrives in your balance.' },
  goal: { name: 'Goals', hint: 'A goal in a match of your open bets.' },
};
