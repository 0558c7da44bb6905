import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OperatedMatchDetail } from '@touchline/core/contract';
import { describe, expect, test } from 'vitest';
import { Route } from 'wouter';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { withModalDialogs } from '../../testing/modal-dialogs.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { MarketScreen } from './market-screen.tsx';
import { changedId, largeRun, matchDetail, proposal, smallRun } from './samples.ts';

withModalDialogs();

const path = `/markets/${matchDetail.matchId}`;
const show = () =>
  renderScreen(<Route path="/markets/:matchId" component={MarketScreen} />, {
    path,
    session: { accessToken: 't', user: { id: 'a1', name: 'Bo', email: 'bo@touchline.test', role: 'admin' } },
  });
const serving = (match: Partial<OperatedMatchDetail>, more: Parameters<typeof answering>[0] = {}) =>
  answering({ [path]: answers({ ...matchDetail, ...match }), ...more });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const inDialog = () => within(screen.getByRole('dialog'));
const pressThere = (name: string) => userEvent.click(inDialog().getByRole('button', { name }));
const reason = 'the referee said so';
const giveReason = () => userEvent.type(inDialog().getByLabelText('Reason'), reason);

test('a match that does not come says so and can be tried again', async () => {
  answering({ [path]: refuses(404, 'There is no such match.') });
  show();
  expect(await screen.findByText('There is no such match.')).toBeTruthy();
  serving({});
  await press('Try Again');
  expect(await screen.findByRole('heading', { name: 'Arsenal – Chelsea' })).toBeTruthy();
});

test('each outcome tells its bets and what it costs the house', async () => {
  serving({});
  show();
  const bets = within(await screen.findByRole('region', { name: 'Open bets' }));
  expect(bets.getByRole('row', { name: 'Arsenal Win 2 $30.10 $33.11' })).toBeTruthy();
  expect(screen.getByText('its price jumped')).toBeTruthy();
});

test('a market is suspended only with a reason', async () => {
  const asked = serving({}, { [`${path}/suspend`]: answers(matchDetail) });
  show();
  await screen.findByRole('region', { name: 'Markets' });
  await press('Suspend Match winner');
  expect(inDialog().getByRole<HTMLButtonElement>('button', { name: 'Suspend' }).disabled).toBe(true);
  await giveReason();
  await pressThere('Suspend');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(asked.find(({ path: to }) => to === `${path}/suspend`)?.body).toEqual({ market: 'h2h', reason });
  await expect.poll(() => asked.filter(({ path: to }) => to === path).length).toBe(2);
});

describe('a result', () => {
  const check = async () => {
    await screen.findByRole('region', { name: 'Result' });
    await press('Enter result or void');
    await userEvent.type(inDialog().getByLabelText('Goals of Arsenal'), '2');
    await userEvent.type(inDialog().getByLabelText('Goals of Chelsea'), '1');
    await pressThere('Check what it does');
  };
  test('tells first what it does, then is entered with a reason', async () => {
    const entered = answers({ outcome: 'done', dryRun: smallRun, match: matchDetail });
    const asked = serving({}, { [`${path}/dry-run`]: answers(smallRun), [`${path}/result`]: entered });
    show();
    await check();
    expect(await inDialog().findByText('3 bets are settled by it.')).toBeTruthy();
    expect(asked.some(({ path: to }) => to === `${path}/result`)).toBe(false);
    await giveReason();
    await pressThere('Enter result');
    expect(await screen.findByRole('dialog', { name: 'Result entered' })).toBeTruthy();
    expect(asked.find(({ path: to }) => to === `${path}/result`)?.body).toEqual({
      result: { kind: 'score', home: 2, away: 1 },
      reason,
    });
  });
  test('above the limit is proposed, and says that a second admin has to confirm it', async () => {
    const proposed = answers({ outcome: 'proposed', dryRun: largeRun, match: matchDetail });
    serving({}, { [`${path}/dry-run`]: answers(largeRun), [`${path}/result`]: proposed });
    show();
    await check();
    expect(await inDialog().findByText(/^2 balances fall below zero/)).toBeTruthy();
    await giveReason();
    await pressThere('Propose this result');
    expect(await screen.findByRole('dialog', { name: 'Waits for a second admin' })).toBeTruthy();
    await pressThere('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a proposal', () => {
  test('of somebody else is confirmed or rejected; meanwhile no other result is entered', async () => {
    const confirm = `/markets/proposals/${proposal.id}/confirm`;
    const asked = serving({ proposal }, { [confirm]: answers(matchDetail) });
    show();
    await screen.findByRole('region', { name: 'Proposed result' });
    expect(screen.queryByRole('button', { name: 'Enter result or void' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy();
    await press('Confirm');
    expect(asked.some(({ path: to }) => to === confirm)).toBe(false);
    await pressThere('Confirm');
    await expect.poll(() => asked.some(({ path: to }) => to === confirm)).toBe(true);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });
  test('of one’s own cannot be confirmed and says why; it can be withdrawn', async () => {
    serving({ proposal: { ...proposal, isMine: true } });
    show();
    expect(await screen.findByText('You proposed it yourself, so another admin has to confirm it.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy();
  });
});

test('a review tells what it means and is decided with a reason', async () => {
  const resolve = `/markets/reviews/${changedId.id}/resolve`;
  const asked = serving({ reviews: [changedId] }, { [resolve]: refuses(409, 'The old match has ended.') });
  show();
  expect(await screen.findByText(/its bets go on under the new listing/)).toBeTruthy();
  await press('The same match');
  await giveReason();
  await pressThere('The same match');
  expect((await inDialog().findByRole('alert')).textContent).toBe('The old match has ended.');
  expect(asked.find(({ path: to }) => to === resolve)?.body).toEqual({ resolution: 'same', reason });
});
