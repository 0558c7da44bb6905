import { marketReasonLength } from '@touchline/core/account';
import type { DryRunView, OperatedMatchDetail, ProposalView } from '@touchline/core/contract';
import { formatDate, formatNumber, msg, t } from '@touchline/core/language';
import { scoreText } from '../../bets/leg-moment.ts';
import { dollarsText } from '../../ui/money.tsx';
import { type DecisionForm, parseDecision } from './decision-form.ts';
import { marketName } from './market-text.ts';

type Window = ProposalView['decision']['voidBets'][number];

/** Shown when a request may or may not have taken effect. */
export const unconfirmed = msg('We couldn’t confirm this change. Check the match before you try again.');

/** In place of the buttons that the server would refuse. */
export const ownBetText = msg('You have a bet on this match. Another admin has to decide it.');

/** A decision about a match in one line. */
export function decisionText({ kind, score, halfTime, voidBets }: ProposalView['decision']): string {
  const half = halfTime && scoreText(halfTime);
  const goals = score ? withHalfTime(scoreText(score), half) : '';
  if (kind === 'open' && !score && !half) return voidBets.length === 0 ? t('All bets stand') : t('Some bets are void');
  const texts = {
    open: score ? t('Score so far {goals}', { goals }) : t('Half-time score {half}', { half: half ?? '' }),
    score: t('Final score {score}', { score: goals }),
    abandoned: t('Abandoned at {score}', { score: goals }),
    void: t('Void: all stakes refunded'),
  };
  return voidBets.length === 0 ? texts[kind] : t('{decision}, some bets void', { decision: texts[kind] });
}

/** "2:1 (half-time 1:0)" */
const withHalfTime = (score: string, half: string | null | undefined): string =>
  half ? t('{score} (half-time {half})', { score, half }) : score;

/** "Match winner, Nov 20, 2026, 15:02:10 – 15:03:40"; the last second is included. */
export function windowText({ market, from, until }: Window): string {
  const bets = market ? marketName({ market }) : t('All markets');
  const begin = from === undefined ? undefined : Date.parse(from);
  const end = until === undefined ? undefined : Date.parse(until) - 1;
  if (begin === undefined && end === undefined) return t('{bets}, placed at any time', { bets });
  if (begin === undefined || end === undefined) {
    return begin === undefined
      ? t('{bets}, up to {time}', { bets, time: formatDate(end ?? 0, moment) })
      : t('{bets}, from {time}', { bets, time: formatDate(begin, moment) });
  }
  const isOneDay = formatDate(begin, day) === formatDate(end, day);
  return `${bets}, ${formatDate(begin, moment)} – ${formatDate(end, isOneDay ? clock : moment)}`;
}

const day = { month: 'short', day: 'numeric', year: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const moment = { ...day, ...clock } as const;

/** The typed decision, shown above its preview. */
export function formText(form: DecisionForm): string {
  if (form.kind === 'window' || form.kind === 'lift') {
    const decision = parseDecision(form);
    return decision?.kind === 'window' || decision?.kind === 'lift' ? windowText(decision) : '';
  }
  const { kind, home, away, halfHome, halfAway, minutes } = form;
  if (kind === 'void') return t('Void');
  const half = `${halfHome.trim()}:${halfAway.trim()}`;
  if (kind === 'half-time') return t('Half-time score {half}', { half });
  const score = withHalfTime(`${home.trim()}:${away.trim()}`, half === ':' ? undefined : half);
  if (kind === 'abandoned') return t('Abandoned at {score}', { score });
  return minutes.trim() === ''
    ? t('Final score {score}', { score })
    : t('{score} after {minutes, plural, one {# minute} other {# minutes}}', { score, minutes: Number(minutes) });
}

/** The hint of a reason field: its length and who reads it. */
export const reasonNote = (): string =>
  t('At least {least} characters. It is recorded in the audit log.', { least: marketReasonLength.least });

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
  const readByBettors = t('At least {least} characters. It is recorded in the audit log and shown to the bettors.', {
    least: marketReasonLength.least,
  });
  if (kind === 'window') {
    return {
      title: t('Void bets by time'),
      enter: t('Void these bets'),
      propose: t('Propose voiding these bets'),
      done: t('These bets are void'),
      doneText: t(
        'Singles are refunded now; accumulators settle without this selection. Bets still being placed follow.',
      ),
      reasonNote: readByBettors,
    };
  }
  if (kind === 'lift') {
    return {
      title: t('Reinstate these bets?'),
      enter: t('Reinstate bets'),
      propose: t('Propose reinstating these bets'),
      done: t('Bets reinstated'),
      doneText: t('Refunded stakes are charged again. This takes a few seconds.'),
      reasonNote: readByBettors,
    };
  }
  const isOpen = status === 'open';
  return {
    title: isOpen ? t('Enter a result') : t('Correct the result'),
    enter: isOpen ? t('Enter result') : t('Correct result'),
    propose: t('Propose this result'),
    done: t('Result entered'),
    doneText: t('The bets are being settled. This takes a few seconds.'),
    reasonNote: reasonNote(),
  };
}

/** The preview as sentences, the most important first. */
export function dryRunSentences(run: DryRunView): readonly string[] {
  if (run.decides === null)
    return [t('Stakes and payouts can’t be computed: there are too many bets, or new ones keep arriving.')];
  if (run.bets + run.waiting === 0) return [t('No bets are affected.')];
  return [
    t('Decides {amount} in stakes and payouts.', { amount: dollarsText(run.decides) }),
    ...affectedSentences(run),
    ...(run.promised === 0
      ? []
      : [
          t(
            run.promised < 0 ? 'Open bets can pay {amount} less at most.' : 'Open bets can pay {amount} more at most.',
            {
              amount: dollarsText(Math.abs(run.promised)),
            },
          ),
        ]),
    t('Bettors receive {amount}; {back} is charged back.', {
      amount: dollarsText(run.pays),
      back: dollarsText(run.takesBack),
    }),
    t('Net cost to the bookmaker: {amount}.', { amount: dollarsText(run.difference) }),
    run.belowZero === 0
      ? t('No balance falls below zero.')
      : t(
          '{count, plural, one {# balance falls} other {# balances fall}} below zero: those players can’t bet or withdraw until it is repaid.',
          { count: run.belowZero },
        ),
  ];
}

/** How much of the daily limit the admin who decides has used; `undefined` where it is unknown. */
export function limitText({ alone, limit }: DryRunView, who: 'you' | 'proposer'): string | undefined {
  if (alone === null || limit === null) return undefined;
  return t(
    who === 'you'
      ? 'You have decided {amount} alone in the last 24 hours; the limit is {limit}.'
      : 'The proposer had decided {amount} alone in the last 24 hours; the limit is {limit}.',
    { amount: dollarsText(alone), limit: dollarsText(limit) },
  );
}

function affectedSentences({ bets, rolledBack, waiting, promised }: DryRunView): readonly string[] {
  return [
    ...(bets > 0 ? [endedSentence({ bets, rolledBack, promised })] : []),
    ...(waiting > 0
      ? [
          t('{count, plural, one {# bet stays} other {# bets stay}} open: one of the selections changes.', {
            count: waiting,
          }),
        ]
      : []),
  ];
}

function endedSentence({ bets, rolledBack, promised }: Pick<DryRunView, 'bets' | 'rolledBack' | 'promised'>): string {
  // Open bets can only pay more when bets are reinstated during the match.
  if (promised > 0) return t('{bets, plural, one {# bet waits} other {# bets wait}} for the result again.', { bets });
  return rolledBack > 0
    ? t('{bets, plural, one {# bet is} other {# bets are}} settled, {before} of them settled before.', {
        bets,
        before: formatNumber(rolledBack),
      })
    : t('{bets, plural, one {# bet is} other {# bets are}} settled.', { bets });
}
