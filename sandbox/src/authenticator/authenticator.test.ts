import { afterEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { readEnvironment } from '../env.ts';

let sandbox: Sandbox | undefined;
afterEach(() => sandbox?.close());

test('shows each account’s code per RFC 6238 and how long it is valid', async () => {
  // The secret of RFC 6238, appendix B, whose code of second 59 ends in 287082.
  const accounts = [{ account: 'admin@touchline.test', secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }];
  sandbox = await createSandbox({ authenticator: accounts, now: () => 59_000 });
  const answer = await fetch(`${sandbox.url}/authenticator/api/codes`);
  expect(await answer.json()).toEqual({
    codes: [{ account: 'admin@touchline.test', code: '287082', secondsLeft: 1 }],
  });
  const shown = await (await fetch(`${sandbox.url}/authenticator`)).text();
  expect(shown).toContain('admin@touchline.test');
  expect(shown).toContain('287 082');
});

test('reads accounts from SANDBOX_AUTHENTICATOR and rejects an invalid secret', () => {
  const read = (text: string) => readEnvironment({ SANDBOX_AUTHENTICATOR: text });
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect(read(`a@b.test=${secret} c@d.test=${secret}`)).toMatchObject({
    settings: {
      authenticator: [
        { account: 'a@b.test', secret },
        { account: 'c@d.test', secret },
      ],
    },
  });
  expect(read('a@b.test=none')).toEqual({
    ok: false,
    wrong: ['SANDBOX_AUTHENTICATOR has to be account=SECRET pairs with base32 secrets, separated by spaces'],
  });
});
