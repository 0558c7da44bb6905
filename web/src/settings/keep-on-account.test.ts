import { withStars } from '@touchline/core/account';
import type { LoginAnswer } from '@touchline/core/contract';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { keepPreferencesWhenNeeded } from '../page.ts';
import { sessionMachine } from '../session/session-machine.ts';
import { answering, answers } from '../testing/answering.ts';
import { pends } from '../testing/remote-actors.ts';
import { choosePreferences, preferences, rereadPreferences } from './preferences.ts';

const bea: LoginAnswer = {
  accessToken: 'tok',
  user: { id: 'u1', name: 'Bea', email: 'bea@touchline.test', role: 'bettor' },
};
const onAccount = {
  oddsFormat: 'american',
  oddsPolicy: 'any',
  language: 'de',
  favourites: ['league:soccer_epl'],
  secondFactor: { isOn: false, recoveryCodes: 0 },
};
const start = (stored?: LoginAnswer) => {
  const nothing = () => {};
  const machine = sessionMachine.provide({
    actors: { loadProfile: pends() },
    actions: { 'store session': nothing, 'store user': nothing, 'log out': nothing, 'clear storage': nothing },
  });
  const session = createActor(machine, { input: { stored } }).start();
  keepPreferencesWhenNeeded(session);
  // Choices of later tests are not saved for it.
  onTestFinished(() => session.send({ type: 'logged out' }));
  return session;
};
const savedIn = (asked: ReturnType<typeof answering>) =>
  asked.flatMap(({ body }) => (body === undefined ? [] : [body]));

afterEach(() => {
  localStorage.clear();
  rereadPreferences();
});

test('a login adopts the preferences of the account, and adds what the guest has starred', async () => {
  const { saved, answer } = slowServer();
  answer();
  choosePreferences({ favourites: 'team:Lyon' });
  const session = start();
  session.send({ type: 'logged in', session: bea });
  const both = ['league:soccer_epl', 'team:Lyon'];
  await expect.poll(preferences).toEqual({
    oddsFormat: 'american',
    oddsPolicy: 'any',
    language: 'de',
    favourites: both.join('\n'),
  });
  await expect.poll(() => saved).toEqual([{ star: ['team:Lyon'], unstar: [] }]);
});

test('a reload adopts the stars of the account as they are now', async () => {
  answering({ '/auth/settings': answers(onAccount) });
  localStorage.setItem('favourites', 'team:Removed Elsewhere');
  rereadPreferences();
  start(bea);
  await expect.poll(() => preferences().favourites).toBe('league:soccer_epl');
});

test('a choice is saved on the account; a logout takes the stars out of the browser', async () => {
  const asked = answering({ '/auth/settings': answers(onAccount) });
  const session = start(bea);
  await expect.poll(() => preferences().favourites).toBe('league:soccer_epl');
  choosePreferences({ favourites: 'league:soccer_epl\nteam:Nice' });
  await expect.poll(() => savedIn(asked).at(-1)).toEqual({ star: ['team:Nice'], unstar: [] });
  session.send({ type: 'logged out' });
  expect(preferences().favourites).toBe('');
});

/** The account's list after what the body of a request stars and unstars. */
function changed(favourites: readonly string[], body: unknown): string[] {
  const { star = [], unstar = [] } = JSON.parse(String(body));
  return [...withStars(favourites, { star, unstar })];
}

/** Answers the settings when asked to, as they were when they were requested. Records what is saved. */
function slowServer() {
  const saved: unknown[] = [];
  const { promise: isAnswering, resolve: answer } = Promise.withResolvers<void>();
  let isRequested = false;
  let { favourites } = onAccount;
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method === 'PATCH') {
      saved.push(JSON.parse(String(body)));
      favourites = changed(favourites, body);
    } else {
      isRequested = true;
      await isAnswering;
    }
    return Response.json({ ...onAccount, favourites });
  });
  return { saved, answer, requested: () => expect.poll(() => isRequested).toBe(true) };
}

test('what is chosen while the settings load stays, here and on the account', async () => {
  const { saved, answer, requested } = slowServer();
  localStorage.setItem('favourites', 'team:Removed Elsewhere');
  rereadPreferences();
  start(bea);
  await requested();
  choosePreferences({ oddsPolicy: 'none' });
  choosePreferences({ favourites: 'team:Removed Elsewhere\nteam:Nice' });
  answer();
  const both = ['league:soccer_epl', 'team:Nice'];
  await expect.poll(() => preferences().favourites).toBe(both.join('\n'));
  expect(preferences()).toMatchObject({ oddsPolicy: 'none', oddsFormat: 'american', language: 'de' });
  await expect.poll(() => saved).toEqual([{ oddsPolicy: 'none' }, { star: ['team:Nice'], unstar: [] }]);
});

/** An account that keeps what is saved; other devices change it, too. */
function account(favourites: readonly string[]) {
  const onServer = { favourites, isReachable: true, failed: 0, patched: () => Promise.resolve() };
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (!onServer.isReachable) {
      onServer.failed += 1;
      throw new TypeError('Failed to fetch');
    }
    if (method === 'PATCH') {
      await onServer.patched();
      onServer.favourites = changed(onServer.favourites, body);
    }
    return Response.json({ ...onAccount, favourites: onServer.favourites });
  });
  return onServer;
}

/** Answers the next choice when asked to. */
function holdFirstSave(onServer: ReturnType<typeof account>) {
  const { promise: isFirstSaved, resolve: saveFirst } = Promise.withResolvers<void>();
  const { promise: isFirstSent, resolve: sendFirst } = Promise.withResolvers<void>();
  const { promise: isSecondSent, resolve: sendSecond } = Promise.withResolvers<void>();
  onServer.patched = () => {
    onServer.patched = async () => sendSecond();
    sendFirst();
    return isFirstSaved;
  };
  return { isFirstSent, saveFirst, isSecondSent };
}

test('the last of quick choices is the one on the account, however long the one before takes', async () => {
  const onServer = account(['league:soccer_epl']);
  start(bea);
  await expect.poll(() => preferences().favourites).toBe('league:soccer_epl');
  const { isFirstSent, saveFirst } = holdFirstSave(onServer);
  choosePreferences({ favourites: '' });
  await isFirstSent;
  choosePreferences({ favourites: 'team:Nice' });
  choosePreferences({ favourites: 'team:Nice\nteam:Lyon' });
  saveFirst();
  await expect.poll(() => onServer.favourites).toEqual(['team:Nice', 'team:Lyon']);
});

test('a star that is taken away before it is saved is on the account no more', async () => {
  const onServer = account(['league:soccer_epl']);
  start(bea);
  await expect.poll(() => preferences().favourites).toBe('league:soccer_epl');
  const { isFirstSent, saveFirst, isSecondSent } = holdFirstSave(onServer);
  choosePreferences({ favourites: 'league:soccer_epl\nteam:Nice' });
  await isFirstSent;
  choosePreferences({ favourites: 'league:soccer_epl' });
  saveFirst();
  await isSecondSent;
  await expect.poll(() => onServer.favourites).toEqual(['league:soccer_epl']);
  expect(preferences().favourites).toBe('league:soccer_epl');
});

test('a star is added to the list of the account, which another device has changed since', async () => {
  const onServer = account(['league:soccer_epl', 'team:Lyon']);
  start(bea);
  await expect.poll(() => preferences().favourites).toBe('league:soccer_epl\nteam:Lyon');
  onServer.favourites = ['team:Lyon', 'team:Elsewhere'];
  choosePreferences({ favourites: 'league:soccer_epl\nteam:Lyon\nteam:Nice' });
  await expect.poll(() => onServer.favourites).toEqual(['team:Lyon', 'team:Elsewhere', 'team:Nice']);
  expect(preferences().favourites).toBe('team:Lyon\nteam:Elsewhere\nteam:Nice');
});

test('a star after a failed load of the settings keeps the others of the account', async () => {
  const onServer = account(['league:soccer_epl', 'team:Lyon']);
  onServer.isReachable = false;
  start(bea);
  await expect.poll(() => onServer.failed).toBe(1);
  onServer.isReachable = true;
  choosePreferences({ favourites: 'team:Nice' });
  await expect.poll(() => onServer.favourites).toEqual(['league:soccer_epl', 'team:Lyon', 'team:Nice']);
});

test('a star that a server of the previous release ignores stays here, and is sent again with the next', async () => {
  const asked = answering({ '/auth/settings': answers(onAccount) });
  start(bea);
  await expect.poll(() => preferences().favourites).toBe('league:soccer_epl');
  choosePreferences({ favourites: 'league:soccer_epl\nteam:Nice' });
  // Saved after the answer to the star.
  choosePreferences({ oddsPolicy: 'none' });
  await expect.poll(() => savedIn(asked)).toHaveLength(2);
  choosePreferences({ favourites: `${preferences().favourites}\nteam:Lyon` });
  await expect.poll(() => savedIn(asked).at(-1)).toEqual({ star: ['team:Nice', 'team:Lyon'], unstar: [] });
  expect(preferences().favourites).toBe('league:soccer_epl\nteam:Nice\nteam:Lyon');
});

test('what is chosen before the code is loaded is saved too', async () => {
  const { saved, answer } = slowServer();
  start(bea);
  choosePreferences({ oddsPolicy: 'none', favourites: 'team:Nice' });
  answer();
  const both = ['league:soccer_epl', 'team:Nice'];
  await expect.poll(() => saved).toEqual([{ oddsPolicy: 'none' }, { star: ['team:Nice'], unstar: [] }]);
  expect(preferences()).toMatchObject({ oddsPolicy: 'none', oddsFormat: 'american', favourites: both.join('\n') });
});
