import { type LedgerJob, ledgerQueue } from '@touchline/store/ledger';
import { expect, test } from 'vitest';
import { jobsOf, unhandled } from './jobs.ts';

const handler = async () => {};
const cadence = { oddsEveryMs: 1_000, sweepEveryMs: 20_000 };

test('a job that nobody does and a handler that belongs to no job are both named', () => {
  const { 'send-mail': mail, 'settle-bets': settle } = jobsOf(cadence);
  expect(unhandled({ mail, settle }, { mail: handler, setle: handler })).toEqual([
    'the job settle has no handler',
    'the handler setle belongs to no job',
  ]);
});

test('odds and results are fetched at the cadence of the environment, bets are settled every two seconds, deposits swept as told', () => {
  const jobs = jobsOf({ ...cadence, oddsEveryMs: 40_000 });
  expect(
    [jobs['refresh-odds'], jobs['fetch-results'], jobs['settle-bets'], jobs['sweep-deposits']].map(
      (job) => job.schedule,
    ),
  ).toEqual([{ everyMs: 40_000 }, { everyMs: 40_000 }, { everyMs: 2_000 }, { everyMs: 20_000 }]);
});

test('checkpoints are taken only where the operator has given the key to sign them', () => {
  expect(jobsOf(cadence)['take-checkpoint']).toBeUndefined();
  expect(jobsOf({ ...cadence, checkpointEveryMs: 600_000 })['take-checkpoint']?.schedule).toEqual({ everyMs: 600_000 });
});

test('the job of a verification has the name and the queue under which the api leaves it', () => {
  const job: LedgerJob = { kind: 'verify', verificationId: 'v1' };
  expect(jobsOf(cadence)[job.kind].queue).toBe(ledgerQueue);
});
