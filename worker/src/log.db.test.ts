import { generateKeyPairSync } from 'node:crypto';
import { instant } from '@touchline/core/instant';
import { createTestDatabase, openAccount } from '@touchline/store/testing';
import { afterAll, expect, test } from 'vitest';
import { sendEmail } from './email/send-email.ts';
import { createLog } from './log.ts';
import { createOddsApi } from './provider/odds-api.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

test('hides keys, links and addresses, even when the mail server or the provider repeats them in an error', async () => {
  const apiKey = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const signing = pem.replace(/-----[^-]+-----|\s/g, '');
  const lines: string[] = [];
  const log = createLog([apiKey, signing], { write: (line) => lines.push(line) });
  const user = await openAccount(database.db, 'ann@private.example');

  let link = '';
  const inJob = (job: string, perform: () => Promise<void>) =>
    log.during({ queue: 'mail', job, jobId: '1' }, () =>
      perform().catch((error: unknown) => log.error({ error }, 'job failed')),
    );
  const deps = {
    db: database.worker.db,
    log,
    now: () => instant(Date.now()),
    from: 'f@t.example',
    operator: 'o@t.example',
  };
  await inJob('send-mail', () =>
    sendEmail(
      {
        ...deps,
        publicUrl: 'https://t.example',
        deliver: async ({ text, to }) => {
          link = /token=([\w-]{43})/.exec(text)?.[1] ?? '';
          throw Object.assign(new Error(`554 refused: ${text}`), { responseCode: 554, rejected: [to.address], text });
        },
      },
      { kind: 'reset-password', userId: user.id },
    ),
  );
  await inJob('refresh-odds', async () => {
    const answer = await createOddsApi({
      url: 'http://127.0.0.1:9',
      key: apiKey,
      regions: ['eu'],
      now: () => instant(Date.now()),
    }).odds('soccer_epl');
    log.warn({ problem: answer.ok ? 'none' : answer.refusal.message }, 'odds provider did not answer');
    throw new Error(`GET /v4/sports/soccer_epl/odds?apiKey=${apiKey}`, { cause: new Error(`signed with ${signing}`) });
  });

  const logged = lines
    .map((line) => JSON.parse(line))
    .map(({ level, queue, job, event }) => [level, queue, job, event]);
  expect(logged).toEqual([
    ['error', 'mail', 'send-mail', 'job failed'],
    ['warn', 'mail', 'refresh-odds', 'odds provider did not answer'],
    ['error', 'mail', 'refresh-odds', 'job failed'],
  ]);
  expect(link).toHaveLength(43);
  const text = lines.join('');
  for (const secret of [link, apiKey, signing, user.email])
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
  expect(text).toContain('reset-password?token=[hidden]');
});
