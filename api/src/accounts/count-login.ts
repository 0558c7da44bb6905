import { hours, type Instant, minutes } from '@touchline/core/instant';
import {
  type AttemptLimit,
  addressesOfUser,
  countAttempt,
  forgetAttempts,
  undoAttempt,
} from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { clientNetwork } from '../http/client-network.ts';
import type { TooManyTries } from './count-proof.ts';

/** Who tries to log in as whom. A network is an IPv4 address or the /64 of an IPv6 address. */
export type Knock = {
  readonly email: string;
  readonly address: string;
  /** The id in the device cookie of an earlier log-in to this account. */
  readonly knownDevice: string | undefined;
};
export type KnockRefusal =
  | TooManyTries
  /** The account is guessed at from many networks: this browser has to be confirmed by email. */
  | { readonly code: 'confirm-by-email' };
/** What was counted, to be taken back when it was no guess. */
export type CountedKnock = { readonly passed: () => Promise<void>; readonly takeBack: () => Promise<void> };

/**
 * Wrong attempts. No count that strangers can raise keeps the owner out: a known device has a count of its own, a known network
 * shares none with others, and where those of all unknown networks are used up, an email opens the way (`decisions/0036-lockout.md`).
 */
const limits = {
  /** All accounts from one network. */
  network: { most: 100, withinMs: minutes(15) },
  /** One account from one network, or from one known device. */
  account: { most: 10, withinMs: minutes(15) },
  /** One account from one known device or network in a day. */
  known: { most: 100, withinMs: hours(24) },
  /** One account from all unknown networks together. */
  strangers: { most: 50, withinMs: hours(24) },
} as const satisfies Record<string, AttemptLimit>;

type Count = { readonly what: string; readonly limit: AttemptLimit };

/** Counts an attempt before its password is checked. Accounts that do not exist count alike. */
export async function countLogin(
  db: Db,
  knock: Knock,
  now: Instant,
): Promise<{ readonly refusal: KnockRefusal } | CountedKnock> {
  const { email, knownDevice } = knock;
  const network = clientNetwork(knock.address);
  const place = knownDevice === undefined ? `network ${network}` : `device ${knownDevice}`;
  const own: Count = { what: `login ${place} ${email}`, limit: limits.account };
  const shared: Count = { what: `login ${network}`, limit: limits.network };
  // Others in the network of a known device cannot use up its attempts.
  const first = knownDevice === undefined ? [shared, own] : [own];
  for (const { what, limit } of first) {
    const counted = await countAttempt(db, what, limit, now);
    if (!counted.isAllowed) return { refusal: { code: 'too-many-tries', retryAt: counted.endsAt } };
  }
  const isKnown = knownDevice !== undefined || (await isKnownNetwork(db, email, network));
  const daily: Count = isKnown
    ? { what: `login day ${place} ${email}`, limit: limits.known }
    : { what: `login strangers ${email}`, limit: limits.strangers };
  const counted = await countAttempt(db, daily.what, daily.limit, now);
  if (!counted.isAllowed) return { refusal: { code: 'confirm-by-email' } };
  const others = [...first.filter((each) => each !== own), daily];
  const takeBackAll = (counts: readonly Count[]) => Promise.all(counts.map(({ what }) => undoAttempt(db, what)));
  return {
    passed: async () => {
      await Promise.all([forgetAttempts(db, own.what), takeBackAll(others)]);
    },
    takeBack: async () => {
      await takeBackAll([own, ...others]);
    },
  };
}

/** Counts a log-in that names no account until it is checked: from one network, together with those by password. */
export async function countLoginOf(
  db: Db,
  address: string,
  now: Instant,
): Promise<{ readonly refusal: TooManyTries } | { readonly takeBack: () => Promise<void> }> {
  const what = `login ${clientNetwork(address)}`;
  const counted = await countAttempt(db, what, limits.network, now);
  if (!counted.isAllowed) return { refusal: { code: 'too-many-tries', retryAt: counted.endsAt } };
  return { takeBack: () => undoAttempt(db, what) };
}

async function isKnownNetwork(db: Db, email: string, network: string): Promise<boolean> {
  const addresses = await addressesOfUser(db, email);
  return addresses.some((address) => clientNetwork(address) === network);
}
