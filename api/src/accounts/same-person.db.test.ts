import type {
  BonusView,
  LoginAnswer,
  PasskeyCreation,
  PasskeyRequest,
  PlayerExclusionView,
  PlayerSheet,
  RefusalView,
} from '@touchline/core/contract';
import type { MatchId, UserId, WalletId } from '@touchline/core/ids';
import { readBonus } from '@touchline/store/bonus';
import { readWallet } from '@touchline/store/wallet';
import { afterAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../testing/authenticator.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { buildTestApp, logIn, openAccount, quote, requestAs, testPassword } from '../testing/test-app.ts';
import { beginDeposit, openCheckout, verifyPayment } from '../testing/test-checkout.ts';

const checkout = await openCheckout();
const api = await buildTestApp(checkout.env);
checkout.deliverTo(api.app);
const [red] = (await quote(api.database, [{ name: 'Red', home: '2.1' }])) as [MatchId];
await openAccount(api, 'boss@example.com', 'admin');
const admin = await logIn(api.app, 'boss@example.com');
afterAll(async () => {
  await api.close();
  await checkout.close();
});

type Person = { readonly id: UserId; readonly walletId: WalletId; readonly token: string; readonly browser: Browser };

/** Registers, verifies the address and logs in, in a browser that may have been used by others. */
async function join(email: string, browser = openBrowser(api.app)): Promise<Person> {
  const made = await browser.send('POST', '/auth/register', { name: 'Ada Bell', email, password: testPassword });
  expect([made.statusCode, Object.keys(made.json<object>())]).toEqual([201, ['user']]);
  await api.database.pool.query('update users set email_verified_at = now() where email = $1', [email]);
  return enter(email, browser);
}
async function enter(email: string, browser: Browser): Promise<Person> {
  const answer = await browser.send('POST', '/auth/login', { email, password: testPassword });
  expect(answer.statusCode, answer.body).toBe(200);
  const { accessToken } = answer.json<LoginAnswer>();
  const { rows } = await api.database.pool.query<{ id: UserId; wallet_id: WalletId }>(
    'select id, wallet_id from users where email = $1',
    [email],
  );
  const [row] = rows;
  if (!row) throw new Error(`no account of ${email}`);
  return { id: row.id, walletId: row.wallet_id, token: accessToken, browser };
}
const as = requestAs.bind(undefined, api.app);
async function excludeSelf({ token }: Person, kind = 'self-exclusion', days = 183): Promise<void> {
  const done = await as(token, 'POST', '/limits/exclusion', { kind, days });
  expect(done.statusCode, done.body).toBe(200);
}
async function refusals({ token }: Person): Promise<readonly (string | number)[]> {
  const bet = { stake: 5, matches: [{ matchId: red, betOutcome: 'Red United Win', odds: 2.1 }] };
  const answers = [
    await as(token, 'POST', '/bet', bet),
    await as(token, 'POST', '/payment/deposit', { amount: 20, paymentMethod: 'creditcard' }),
  ];
  return answers.map((answer) => answer.json<Partial<RefusalView>>().code ?? answer.statusCode);
}
const held = ['excluded', 'excluded'];
const free = ['balance-too-low', 201];
async function pay({ token }: Person, payer: string, amount = 20) {
  const { transactionId, checkoutUrl } = await beginDeposit(api.app, token, amount, 'creditcard');
  await checkout.choose(checkoutUrl, 'paid', { payer });
  return (await verifyPayment(api.app, token, transactionId)).status;
}
const cashOf = async ({ walletId }: Person) => (await readWallet(api.database.db, walletId))?.wallet.cash;
const hasBonus = async ({ walletId }: Person) => (await readBonus(api.database.db, walletId)) !== undefined;

describe('attack: an excluded bettor registers again with a dot in the address', () => {
  test('the new account is on hold, an admin sees with which account, and the registration does not reveal it', async () => {
    const first = await join('dotty.person@gmail.com');
    await excludeSelf(first);
    const again = await join('dot.ty.person+new@googlemail.com');
    expect(await refusals(again)).toEqual(held);
    const stranger = await join('dotty.person@example.com');
    expect(await refusals(stranger)).toEqual(free);
    const seen = (await as(admin, 'GET', `/players/${again.id}/exclusion`)).json<PlayerExclusionView>();
    expect(seen.exclusion).toMatchObject({ cause: 'same-person', by: 'Touchline' });
    expect(seen.shared).toEqual([
      {
        user: { id: first.id, name: 'Ada Bell', email: 'dotty.person@gmail.com' },
        signals: ['email'],
        isExcluded: true,
      },
    ]);
    const sheet = (await as(admin, 'GET', `/players/${again.id}`)).json<PlayerSheet>();
    expect(sheet.shared).toEqual(seen.shared);
    expect(sheet.actions[0]).toMatchObject({ action: 'player-excluded', actor: { role: 'system', name: 'system' } });
  });

  test('after closing the account, too', async () => {
    const first = await join('leaver@gmail.com');
    await excludeSelf(first);
    const closed = await as(first.token, 'POST', '/auth/close-account', { password: testPassword });
    expect(closed.statusCode, closed.body).toBe(200);
    expect(await refusals(await join('l.eaver@gmail.com'))).toEqual(held);
  });
});

describe('attack: an excluded bettor continues in an account that was opened before', () => {
  const emailed = async (attack: () => Promise<unknown>) => {
    const before = api.emails.length;
    await attack();
    return api.emails.slice(before).map(({ kind }) => kind);
  };

  test('it is on hold from a login by password, its owner is emailed, and the money can be withdrawn', async () => {
    const second = await join('two+second@example.com');
    expect(await pay(second, 'card of the second account')).toBe('completed');
    await excludeSelf(await join('two@example.com'));
    const attack = () => enter('two+second@example.com', second.browser);
    expect(await emailed(attack)).toEqual(['player-excluded']);
    expect(await emailed(attack)).toEqual([]);
    expect(await refusals(second)).toEqual(held);
    const withdrawal = { amount: 20, withdrawalMethod: 'bank_transfer', password: testPassword, forfeitBonus: true };
    const withdrawn = await as(second.token, 'POST', '/payment/withdraw', withdrawal);
    expect(withdrawn.statusCode, withdrawn.body).toBe(201);
  });

  test('it is on hold from a login by passkey', async () => {
    const second = await join('key+second@example.com');
    const passkey = createAuthenticator('http://touchline.test');
    const begun = await second.browser.send('POST', '/auth/passkeys/begin', { password: testPassword });
    const credential = passkey.create(begun.json<PasskeyCreation>());
    expect((await second.browser.send('POST', '/auth/passkeys', { name: 'Phone', credential })).statusCode).toBe(200);
    await excludeSelf(await join('key@example.com'));
    const logIn = async () => {
      const browser = openBrowser(api.app);
      const asked = await browser.send('POST', '/auth/login/passkey/begin');
      return browser.send('POST', '/auth/login/passkey', { credential: passkey.get(asked.json<PasskeyRequest>()) });
    };
    expect(await emailed(async () => expect((await logIn()).statusCode).toBe(200))).toEqual(['player-excluded']);
    expect(await refusals(second)).toEqual(held);
  });

  test('it is on hold from the next refresh of a session that is still open', async () => {
    const second = await join('open+second@example.com');
    await excludeSelf(await join('open@example.com'));
    expect(await refusals(second)).toEqual(free);
    expect((await second.browser.send('POST', '/auth/refresh')).statusCode).toBe(200);
    expect(await refusals(second)).toEqual(held);
  });

  test('a short time-out of their own in it does not stand in for the exclusion', async () => {
    const second = await join('short+second@example.com');
    await excludeSelf(second, 'time-out', 1);
    await excludeSelf(await join('short@example.com'));
    await enter('short+second@example.com', second.browser);
    const seen = (await as(admin, 'GET', `/players/${second.id}/exclusion`)).json<PlayerExclusionView>();
    expect([seen.exclusion?.cause, seen.own?.kind]).toEqual(['same-person', 'time-out']);
  });
});

describe('attack: an excluded bettor registers again on the same device', () => {
  test('the new account is on hold; an older one on the same device and one opened elsewhere are not', async () => {
    const browser = openBrowser(api.app);
    const partner = await join('partner@example.com', browser);
    const first = await join('device@example.com', browser);
    await excludeSelf(first);
    expect(await refusals(await join('another-name@example.com', browser))).toEqual(held);
    expect(await refusals(await enter('partner@example.com', partner.browser))).toEqual(free);
    expect(await refusals(await join('elsewhere@example.com'))).toEqual(free);
  });

  test('also on a device that the first account logged in from once', async () => {
    await join('two-devices@example.com');
    const phone = openBrowser(api.app);
    await excludeSelf(await enter('two-devices@example.com', phone));
    expect(await refusals(await join('on-the-phone@example.com', phone))).toEqual(held);
  });

  test('when an exclusion is made longer, the account opened during it stays on hold as long', async () => {
    const seen = async ({ id }: Person) =>
      (await as(admin, 'GET', `/players/${id}/exclusion`)).json<PlayerExclusionView>();
    const browser = openBrowser(api.app);
    const first = await join('longer@example.com', browser);
    await excludeSelf(first);
    const second = await join('longer-second@example.com', browser);
    const third = await join('longer-third@example.com', browser);
    const lift = { reason: 'A passport shows another person.' };
    expect((await as(admin, 'POST', `/players/${third.id}/exclusion/lift`, lift)).statusCode).toBe(200);

    await excludeSelf(first, 'self-exclusion', 365);
    await enter('longer-second@example.com', browser);
    expect((await seen(second)).exclusion?.until).toBe((await seen(first)).own?.until);
    expect((await as(admin, 'GET', `/players/${second.id}`)).json<PlayerSheet>().actions[0]).toMatchObject({
      action: 'player-excluded',
      before: { excluded: true, cause: 'same-person' },
      after: { excluded: true, cause: 'same-person', until: (await seen(first)).own?.until },
    });
    const forGood = { cause: 'fraud', reason: 'Two passports', days: null };
    expect((await as(admin, 'POST', `/players/${first.id}/exclusion`, forGood)).statusCode).toBe(200);
    await enter('longer-second@example.com', browser);
    expect((await seen(second)).exclusion).toMatchObject({ cause: 'same-person', until: null });

    await enter('longer-third@example.com', browser);
    expect((await seen(third)).exclusion).toBe(null);
  });

  test('an admin lifts the hold, and the next login does not begin it again', async () => {
    const browser = openBrowser(api.app);
    await excludeSelf(await join('flatmate@example.com', browser));
    const other = await join('innocent@example.com', browser);
    expect(await refusals(other)).toEqual(held);
    const reason = 'A passport shows another person.';
    const lifted = await as(admin, 'POST', `/players/${other.id}/exclusion/lift`, { reason });
    expect([lifted.statusCode, lifted.json()]).toMatchObject([200, { exclusion: null }]);
    expect(await refusals(await enter('innocent@example.com', browser))).toEqual(free);
  });
});

describe('attack: an excluded bettor registers again with the same card', () => {
  test('the first payment by it is not credited but goes back, and the account is on hold', async () => {
    const first = await join('card-one@example.com');
    expect(await pay(first, 'excluded card')).toBe('completed');
    await excludeSelf(first);
    const again = await join('card-two@example.com');
    expect(await pay(again, 'excluded card')).toBe('cancelled');
    expect([await cashOf(again), await refusals(again)]).toEqual([0, held]);
    const other = await join('card-three@example.com');
    expect(await pay(other, 'another card')).toBe('completed');
  });
});

describe('attack: one person takes the bonus on five addresses', () => {
  test('with five spellings of one mailbox it is granted once, and the others are not offered it', async () => {
    const people: Person[] = [];
    for (const name of ['five', 'f.ive', 'fi.ve', 'five+a', 'f.i.v.e+b']) people.push(await join(`${name}@gmail.com`));
    const granted: boolean[] = [];
    for (const [at, person] of people.entries()) {
      const { offer } = (await as(person.token, 'GET', '/bonus')).json<BonusView>();
      expect(offer.percent).toBe(at === 0 ? 100 : 0);
      expect(await pay(person, `card of spelling ${at}`)).toBe('completed');
      granted.push(await hasBonus(person));
    }
    expect(granted).toEqual([true, false, false, false, false]);
  });

  test('with one card on five addresses, all paid at the same moment, it is granted once', async () => {
    const people: Person[] = [];
    for (let count = 0; count < 5; count += 1) people.push(await join(`same-card-${count}@example.com`));
    const paid = await Promise.all(people.map((person) => pay(person, 'one card')));
    expect(paid).toEqual(people.map(() => 'completed'));
    const granted = await Promise.all(people.map(hasBonus));
    expect(granted.filter((has) => has)).toHaveLength(1);
  });

  test('two people who share a device and have a card each both get it', async () => {
    const browser = openBrowser(api.app);
    const one = await join('household-one@example.com', browser);
    expect(await pay(one, 'card of one')).toBe('completed');
    const two = await join('household-two@example.com', browser);
    expect(await pay(two, 'card of two')).toBe('completed');
    expect([await hasBonus(one), await hasBonus(two)]).toEqual([true, true]);
    const sheet = (await as(admin, 'GET', `/players/${two.id}`)).json<PlayerSheet>();
    expect(sheet.shared).toMatchObject([{ user: { id: one.id }, signals: ['device'], isExcluded: false }]);
  });
});

test('no signal is stored in plain text', async () => {
  await join('clear.text@gmail.com');
  const { rows } = await api.database.pool.query<{ row: string }>('select s::text as row from person_signals s');
  expect(rows.length).toBeGreaterThan(0);
  // Sealed text is random base64url, which may hold any short word but no spaces.
  expect(rows.filter(({ row }) => /clear\.?text|gmail\.com|card of|(one|excluded|another) card/.test(row))).toEqual([]);
});
