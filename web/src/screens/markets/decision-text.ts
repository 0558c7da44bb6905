import { marketReasonLength } from '@touchline/core/account';
import type { DryRunView, OperatedMatchDetail, ProposalView } from '@touchline/core/contract';
import { dollarsText, signedDollarsText } from '../../ui/money.tsx';
import { type DecisionForm, parseDecision } from './decision-form.ts';
import { marketName } from './market-text.ts';

type Window = ProposalView['decision']['voidBets'][number];

/** Shown when a request may or may not have taken effect. */
export const unconfirmed = 'We couldn’t confirm this change. Check the match before you try again.';

/** A decision about a match in one line. */
export function decisionText({ kind, score, halfTime, voidBets }: ProposalView['decision']): string {
  const half = halfTime && `half-time ${halfTime.home}–${halfTime.away}`;
  const goals = score ? ` ${score.home}–${score.away}${half ? ` (${half})` : ''}` : '';
  if (kind === 'open' && !score && !half) return voidBets.length === 0 ? 'All bets stand' : 'Some bets are void';
  const texts = {
    open: score ? `Score so far${goals}` : `Half-time score${half?.slice('half-time'.length)}`,
    score: `Final score${goals}`,
    abandoned: `Abandoned at${goals}`,
    void: 'Void: all stakes refunded',
  };
  return voidBets.length === 0 ? texts[kind] : `${texts[kind]}, some bets void`;
}

/** "Match winner, Nov 20, 2026, 15:02:10 – 15:03:40"; the last second is included. */
export function windowText({ market, from, until }: Window): string {
  const bets = market ? marketName({ market }) : 'All markets';
  const begin = from === undefined ? undefined : Date.parse(from);
  const end = until === undefined ? undefined : Date.parse(until) - 1;
  if (begin === undefined && end === undefined) return `${bets}, placed at any time`;
  if (begin === undefined || end === undefined) {
    return begin === undefined ? `${bets}, up to ${moment.format(end)}` : `${bets}, from ${moment.format(begin)}`;
  }
  const isOneDay = day.format(begin) === day.format(end);
  return `${bets}, ${moment.format(begin)} – ${(isOneDay ? clock : moment).format(end)}`;
}

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const clock = new Intl.DateTimeFormat('en-US', time);
const moment = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', ...time });

/** The typed decision, shown above its preview. */
export function formText(form: DecisionForm): string {
  if (form.kind === 'window' || form.kind === 'lift') {
    const decision = parseDecision(form);
    return decision?.kind === 'window' || decision?.kind === 'lift' ? windowText(decision) : '';
  }
  const { kind, home, away, halfHome, halfAway, minutes } = form;
  if (kind === 'void') return 'Void';
  const half = `${halfHome.trim()}–${halfAway.trim()}`;
  if (kind === 'half-time') return `Half-time score ${half}`;
  const score = `${home.trim()}–${away.trim()}${half === '–' ? '' : ` (half-time ${half})`}`;
  if (kind === 'abandoned') return `Abandoned at ${score}`;
  return minutes.trim() === '' ? `Final score ${score}` : `${score} after ${minutes.trim()} minutes`;
}

const minimumText = `At least ${marketReasonLength.least} characters.`;
/** The hint of a reason field: its length and who reads it. */
export const reasonNote = `${minimumText} It is recorded in the audit log.`;

export type DialogText = {
  readonly title: string;
  readonly enter: string;
  readonly propose: string;
  readonly done: string;
  readonly doneText: string;
  readonly reasonNote: string;
};

/** The texts of a decision's dialog. */
export function dialogText({ kind }: DecisionForm, { status }: Pick<OperatedMatchDetail, 'status'>): DialogText {
  const readByBettors = `${minimumText} It is recorded in the audit log and shown to the bettors.`;
  if (kind === 'window') {
    return {
      title: 'Void bets by time',
      enter: 'Void these bets',
      propose: 'Propose voiding them',
      done: 'These bets are void',
      doneText: 'Singles are refunded now; accumulators settle without this selection. Bets still being placed follow.',
      reasonNote: readByBettors,
    };
  }
  if (kind === 'lift') {
    return {
      title: 'Reinstate these bets?',
      enter: 'Reinstate bets',
      propose: 'Propose reinstating them',
      done: 'Bets reinstated',
      doneText: 'Refunded stakes are charged again. This takes a few seconds.',
      reasonNote: readByBettors,
    };
  }
  const isOpen = status === 'open';
  return {
    title: isOpen ? 'Enter a result' : 'Correct the result',
    enter: isOpen ? 'Enter result' : 'Correct result',
    propose: 'Propose this result',
    done: 'Result entered',
    doneText: 'The bets are being settled. This takes a few seconds.',
    reasonNote,
  };
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** The preview as sentences, the most important first. */
export function dryRunSentences(run: DryRunView): readonly string[] {
  if (run.decides === null)
    return ['Stakes and payouts can’t be computed: there are too many bets, or new ones keep arriving.'];
  if (run.bets + run.waiting === 0) return ['No bets are affected.'];
  return [
    `Decides ${dollarsText(run.decides)} in stakes and payouts.`,
    ...affectedSentences(run),
    ...(run.promised === 0
      ? []
      : [`Open bets can pay ${dollarsText(Math.abs(run.promised))} ${run.promised < 0 ? 'less' : 'more'} at most.`]),
    `Bettors receive ${dollarsText(run.pays)}; ${dollarsText(run.takesBack)} is charged back.`,
    `Net cost to the bookmaker: ${signedDollarsText(run.difference)}.`,
    run.belowZero === 0
      ? 'No balance falls below zero.'
      : `${counted(run.belowZero, 'balance falls', 'balances fall')} below zero: those players can’t bet or withdraw until it is repaid.`,
  ];
}

/** How much of the daily limit the admin who decides has used; `undefined` where it is unknown. */
export function limitText({ alone, limit }: DryRunView, who: 'You have' | 'The proposer had'): string | undefined {
  if (alone === null || limit === null) return undefined;
  return `${who} decided ${dollarsText(alone)} alone in the last 24 hours; the limit is ${dollarsText(limit)}.`;
}

function affectedSentences({ bets, rolledBack, waiting, promised }: DryRunView): readonly string[] {
  const settled = rolledBack > 0 ? `, ${rolledBack.toLocaleString('en-US')} of them settled before` : '';
  // Open bets can only pay more when bets are reinstated during the match.
  const ended =
    promised > 0
      ? `${counted(bets, 'bet waits', 'bets wait')} for the result again.`
      : `${counted(bets, 'bet is', 'bets are')} settled${settled}.`;
  return [
    ...(bets > 0 ? [ended] : []),
    ...(waiting > 0 ? [`${counted(waiting, 'bet stays', 'bets stay')} open: one of the selections changes.`] : []),
  ];
}
