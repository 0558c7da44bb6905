import type { UserId } from '@touchline/core/ids';
import type { EmailJob, StoredEmail } from '@touchline/store/emails';
import { excludeBettor, excludePlayer, liftPlayerExclusion } from '@touchline/store/limits';
import { createTestDatabase, openAccount } from '@touchline/store/testing';
import { afterAll, expect, test } from 'vitest';
import { openTestMailer } from '../testing/test-mailer.ts';

const database = await createTestDatabase();
const user = await openAccount(database.db, 'ann@t.example');
afterAll(() => database.close());

const by = (admin: string) => ({ admin: admin as UserId, requestId: 'r-1' });
const firstAdmin = crypto.randomUUID();
const secondAdmin = crypto.randomUUID();
const jobOf = (outcome: { ok: true; value: StoredEmail } | { ok: false; refusal: { code: string } }): EmailJob => {
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.value.job;
};

test('notifies a bettor of an exclusion and of its end, but not of a decision that another one followed', async () => {
  const { sent, errors, send } = openTestMailer(database.worker.db);
  const about = { userId: user.id, walletId: user.walletId };
  const wanted = { cause: 'fraud', reason: 'Two cards.', days: 30 } as const;
  const begun = jobOf(await excludePlayer(database.db, about, wanted, by(firstAdmin)));
  expect(begun).toMatchObject({ kind: 'player-excluded' });
  await send(begun);
  await excludeBettor(database.db, { walletId: user.walletId, actor: 'user' }, { kind: 'time-out', days: 1 });
  await send(jobOf(await liftPlayerExclusion(database.db, about, 'A mistake.', by(secondAdmin))));
  await send(begun);
  await send({ kind: 'player-excluded', exclusionId: 999 });
  expect(sent.map(({ to, subject }) => [to.address, subject])).toEqual([
    ['ann@t.example', 'You are excluded from betting and depositing'],
    ['ann@t.example', 'Your exclusion has ended'],
  ]);
  expect(sent[1]?.text).toContain('The exclusion that you chose yourself continues until');
  expect(sent.map(({ text }) => /Two cards|mistake|fraud/i.test(text))).toEqual([false, false]);
  expect(errors).toEqual(['email about an exclusion that does not exist']);
});
