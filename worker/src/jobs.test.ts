import { type LedgerJob, ledgerQueue } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { jobsOf, unhandled } from './jobs.ts';

const handler = async () => {};

test('a job that nobody does and a handler that belongs to no job are both named', () => {
  const { 'send-mail': mail, 'settle-bets': settle } = jobsOf(1_000);
  expect(unhandled({ mail, settle }, { mail: handler, setle: handler })).toEqual([
    'the job settle has no handler',
    'the handler setle belongs to no job',
  ]);
});

test('odds and results are fetched at the cadence of the environment, bets are settled every two seconds', () => {
  const jobs = jobsOf(40_000);
  expect([jobs['refresh-odds'], jobs['fetch-results'], jobs['settle-bets']].map((job) => job.schedule)).toEqual([
    { everyMs: 40_000 },
    { everyMs: 40_000 },
    { everyMs: 2_000 },
  ]);
});

test('checkpoints are taken only where the operator has given the key to sign them', () => {
  expect(jobsOf(1_000)['take-checkpoint']).toBeUndefined();
  expect(jobsOf(1_000, 600_000)['take-checkpoint']?.schedule).toEqual({ everyMs: 600_000 });
});

test('the job of a verification has the name and the queue under which the api leaves it', () => {
  const job: LedgerJob = { kind: 'verify', verificationId: 'v1' };
  expect(jobsOf(1_000)[job.kind].queue).toBe(ledgerQueue);
});
