import { type LedgerJob, ledgerQueue } from '@touchline/store/ledger';
import { expect, test } from 'vitest';
import { defineJobs } from './jobs.ts';

const intervals = { oddsEveryMs: 1_000, sweepEveryMs: 20_000 };

test('takes intervals from the environment and settles bets every two seconds', () => {
  const jobs = defineJobs({ ...intervals, oddsEveryMs: 40_000 });
  expect(
    [jobs['refresh-odds'], jobs['fetch-results'], jobs['settle-bets'], jobs['sweep-deposits']].map(
      (job) => job.schedule,
    ),
  ).toEqual([{ everyMs: 40_000 }, { everyMs: 40_000 }, { everyMs: 2_000 }, { everyMs: 20_000 }]);
});

test('the verification job has the name and queue that the api uses', () => {
  const job: LedgerJob = { kind: 'verify', verificationId: 'v1' };
  expect(defineJobs(intervals)[job.kind].queue).toBe(ledgerQueue);
});
