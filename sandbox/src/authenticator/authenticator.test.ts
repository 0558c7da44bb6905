import { afterEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { readEnvironment } from '../env.ts';

let sandbox: Sandbox | undefined;
afterEach(() => sandbox?.close());

test('shows the code of each account and how long it works, as RFC 6238 computes it', async () => {
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

test('the accounts come from SANDBOX_AUTHENTICATOR, and a secret that is none is refused', () => {
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
