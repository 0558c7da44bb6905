import type { Feed, FeedHealth } from '@touchline/core/contract';
import { type Instant, minutes, seconds } from '@touchline/core/instant';
import { type Message, msg, t } from '@touchline/core/language';
import type { OpenWork } from '@touchline/store/metrics';
import type { SigningStop, WitnessState } from '@touchline/store/transparency';

/** What is known about the feeds besides the open work. A sentence is a problem, `undefined` none. */
export type FeedFacts = {
  readonly odds: string | undefined;
  readonly payments: string | undefined;
  readonly worker: string | undefined;
  readonly signingStop: SigningStop | undefined;
  readonly witnesses: readonly Pick<WitnessState, 'witness' | 'awaySince'>[];
};

// As the alerts in docs/alerts.yml.
const settledWithinMs = seconds(120);
const sentWithinMs = minutes(20);
const checkedWithinMs = minutes(5);
const signedWithinMs = minutes(5);

/** Judges the state of each feed: its problem if it has one, else a sentence about its state. */
export function feedHealth(work: OpenWork, facts: FeedFacts, now: Instant): FeedHealth[] {
  const isLate = (since: Instant | null, withinMs: number) => since !== null && now - since > withinMs;
  const isSigned = work.eventAt === null || (work.checkpointAt !== null && work.checkpointAt >= work.eventAt);
  return [
    healthOf('odds', facts.odds ?? incidentText(work.incidents), t('Prices are confirmed.')),
    healthOf(
      'results',
      isLate(work.unsettled.oldest, settledWithinMs) &&
        t('{count, plural, one {# ended match} other {# ended matches}} not settled.', { count: work.unsettled.count }),
      t('All ended matches are settled.'),
    ),
    healthOf(
      'payments',
      facts.payments ?? (isLate(work.owedChecksSince, checkedWithinMs) && t('Payments are checked late.')),
      t('The payment provider answers.'),
    ),
    healthOf(
      'email',
      isLate(work.emails.oldest, sentWithinMs) &&
        t('{count, plural, one {# email} other {# emails}} not sent for 20 minutes.', { count: work.emails.count }),
      work.emails.count === 0
        ? t('All emails are sent.')
        : t('{count, plural, one {# email} other {# emails}} being sent.', { count: work.emails.count }),
    ),
    healthOf(
      'log',
      facts.signingStop?.sentence ??
        (!isSigned && isLate(work.checkpointAt ?? work.eventAt, signedWithinMs) && t('The log is not being signed.')),
      t('Every record is signed.'),
      awayText(facts.witnesses),
    ),
    healthOf('worker', facts.worker, t('A worker polls and settles.')),
  ];
}

function healthOf(feed: Feed, problem: string | false | undefined, state: string, other?: string): FeedHealth {
  const found = problem || other;
  return { feed, isOk: !found, text: found || state };
}

const incidentTexts = {
  'refused-us': msg('The odds provider refuses our key or credits.'),
  'wrong-question': msg('The odds provider does not recognize our request.'),
  'results-refused': msg('The second results provider refuses our token.'),
} as const satisfies Record<OpenWork['incidents'][number], Message>;
const incidentText = ([kind]: OpenWork['incidents']): string | undefined => kind && t(incidentTexts[kind]);

function awayText(witnesses: FeedFacts['witnesses']): string | undefined {
  const away = witnesses.filter(({ awaySince }) => awaySince !== null).map(({ witness }) => witness);
  return away.length === 0 ? undefined : t('Not cosigned by {names}.', { names: away.join(', ') });
}
