import { marketReasonLength } from '@touchline/core/account';
import type { DryRunView, OperatedMatchDetail, ProposalView } from '@touchline/core/contract';
import { dollarsText, signedDollarsText } from '../../ui/money.tsx';
import { type DecisionForm, decisionOf } from './decision-form.ts';
import { marketName } from './market-words.ts';

type Window = ProposalView['decision']['voidBets'][number];

/** What was decided about a match, in a line. */
export function decisionText({ kind, score, voidBets }: ProposalView['decision']): string {
  const goals = score ? ` ${score.home}–${score.away}` : '';
  if (kind === 'open') return voidBets.length === 0 ? 'All bets count' : 'Some bets are void';
  const words = { score: `Final score${goals}`, abandoned: `Abandoned at${goals}`, void: 'Void: all stakes go back' };
  return voidBets.length === 0 ? words[kind] : `${words[kind]}, some bets void`;
}

/** "Match winner, Nov 20, 2026, 15:02:10 – 15:03:40": the last second is the last that belongs to it. */
export function windowText({ market, from, until }: Window): string {
  const bets = market ? marketName({ market }) : 'All markets';
  const begin = from === undefined ? undefined : Date.parse(from);
  const end = until === undefined ? undefined : Date.parse(until) - 1;
  if (begin === undefined && end === undefined) return `${bets}, whenever placed`;
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

/** A decision as it was typed, for who weighs what it does. */
export function typedText(form: DecisionForm): string {
  if (form.kind === 'window' || form.kind === 'lift') {
    const asked = decisionOf(form);
    return asked?.kind === 'window' || asked?.kind === 'lift' ? windowText(asked) : '';
  }
  const { kind, home, away, minutes } = form;
  if (kind === 'void') return 'Void';
  const score = `${home.trim()}–${away.trim()}`;
  if (kind === 'abandoned') return `Abandoned at ${score}`;
  return minutes.trim() === '' ? `Final score ${score}` : `${score} after ${minutes.trim()} minutes`;
}

const leastWords = `At least ${marketReasonLength.least} characters.`;
/** What stands beside a reason: how long it is, and who reads it. */
export const reasonNote = `${leastWords} It stays in the audit log.`;

export type DialogWords = {
  readonly title: string;
  readonly enter: string;
  readonly propose: string;
  readonly done: string;
  readonly doneText: string;
  readonly reasonNote: string;
};

/** What the dialog of a decision says. */
export function dialogWords({ kind }: DecisionForm, { status }: Pick<OperatedMatchDetail, 'status'>): DialogWords {
  const readByBettors = `${leastWords} It stays in the audit log, and the bettors read it with their bets.`;
  if (kind === 'window') {
    return {
      title: 'Void bets of a time',
      enter: 'Void these bets',
      propose: 'Propose to void them',
      done: 'These bets are void',
      doneText:
        'Stakes go back now, or when the other matches of a bet are decided. Bets that are still being placed follow.',
      reasonNote: readByBettors,
    };
  }
  if (kind === 'lift') {
    return {
      title: 'Let these bets count again',
      enter: 'Let them count',
      propose: 'Propose to let them count',
      done: 'These bets count again',
      doneText: 'Stakes that went back are taken again. It takes a few seconds.',
      reasonNote: readByBettors,
    };
  }
  const isOpen = status === 'open';
  return {
    title: isOpen ? 'Enter a result' : 'Correct the result',
    enter: isOpen ? 'Enter result' : 'Correct result',
    propose: 'Propose this result',
    done: 'Result entered',
    doneText: 'The bets are being settled now. It takes a few seconds.',
    reasonNote,
  };
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** The dry run as sentences, the one that matters most first. */
export function dryRunSentences(run: DryRunView): readonly string[] {
  if (run.decides === null) return ['Its stakes and payouts can’t be computed: too many bets, or bets keep coming in.'];
  if (run.bets + run.waiting === 0) return ['No bet is touched by it.'];
  return [
    `Decides ${dollarsText(run.decides)} in stakes and payouts.`,
    ...touchedSentences(run),
    ...(run.promised === 0
      ? []
      : [`Open bets can pay ${dollarsText(Math.abs(run.promised))} ${run.promised < 0 ? 'less' : 'more'} at most.`]),
    `Bettors get ${dollarsText(run.pays)} more, ${dollarsText(run.takesBack)} is taken back.`,
    `The house pays ${signedDollarsText(run.difference)} in all.`,
    run.belowZero === 0
      ? 'No balance falls below zero.'
      : `${counted(run.belowZero, 'balance falls', 'balances fall')} below zero: no bet and no withdrawal until it is made good.`,
  ];
}

/** How much of the daily limit the admin who decides has used; `undefined` where it is unknown. */
export function limitText({ alone, limit }: DryRunView, who: 'You have' | 'The proposer had'): string | undefined {
  if (alone === null || limit === null) return undefined;
  return `${who} decided ${dollarsText(alone)} alone in the last 24 hours; the limit is ${dollarsText(limit)}.`;
}

function touchedSentences({ bets, rolledBack, waiting, promised }: DryRunView): readonly string[] {
  const settled = rolledBack > 0 ? `, ${rolledBack.toLocaleString('en-US')} of them settled before` : '';
  // Only what counts again while the match goes on makes open bets promise more.
  const ended =
    promised > 0
      ? `${counted(bets, 'bet waits', 'bets wait')} for the result again.`
      : `${counted(bets, 'bet is', 'bets are')} settled by it${settled}.`;
  return [
    ...(bets > 0 ? [ended] : []),
    ...(waiting > 0 ? [`${counted(waiting, 'bet stays', 'bets stay')} open: one of the selections changes.`] : []),
  ];
}
