import { hours, type Instant, minutes } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  type AttemptLimit,
  addressesOfUser,
  countAttempt,
  forgetAttempts,
  undoAttempt,
} from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { clientNetwork } from '../http/client-network.ts';

export type TooManyAttempts = { readonly code: 'too-many-attempts'; readonly retryAt: Instant };

/** An attempt to log in by password. A network is an IPv4 address or the /64 of an IPv6 address. */
export type LoginAttempt = {
  readonly email: string;
  readonly address: string;
  /** The id in the device cookie of an earlier login to this account. */
  readonly knownDevice: string | undefined;
};
export type LoginAttemptRefusal =
  | TooManyAttempts
  /** The account is attacked from many networks: this browser has to be confirmed by email. */
  | { readonly code: 'confirm-by-email' };
/** A counted attempt. `succeeded` clears the account's count; `undo` takes back this attempt, which was no guess. */
export type CountedLogin = { readonly succeeded: () => Promise<void>; readonly undo: () => Promise<void> };

/**
 * Wrong attempts. No count that strangers can raise keeps the owner out: a known device has a count of its own, a known network
 * shares none with others, and when unknown networks have used theirs up, an email lets the owner in (`decisions/0036-lockout.md`).
 */
const loginLimits = {
  /** All accounts from one network. */
  network: { most: 100, withinMs: minutes(15) },
  /** One account from one network, or from one known device. */
  account: { most: 10, withinMs: minutes(15) },
  /** One account from one known device or network in a day. */
  known: { most: 100, withinMs: hours(24) },
  /** One account from all unknown networks together. */
  strangers: { most: 50, withinMs: hours(24) },
} as const satisfies Record<string, AttemptLimit>;

type Count = { readonly name: string; readonly limit: AttemptLimit };

/** Counts an attempt before its password is checked. Accounts that do not exist count alike. */
export async function countLogin(
  db: Db,
  { email, address, knownDevice }: LoginAttempt,
  now: Instant,
): Promise<Result<CountedLogin, LoginAttemptRefusal>> {
  const network = clientNetwork(address);
  const source = knownDevice === undefined ? `network ${network}` : `device ${knownDevice}`;
  const own: Count = { name: `login ${source} ${email}`, limit: loginLimits.account };
  const shared: Count = { name: `login ${network}`, limit: loginLimits.network };
  // Others in the network of a known device cannot use up its attempts.
  const first = knownDevice === undefined ? [shared, own] : [own];
  for (const { name, limit } of first) {
    const counted = await countAttempt(db, name, limit, now);
    if (!counted.isAllowed) return refused({ code: 'too-many-attempts', retryAt: counted.endsAt });
  }
  const isKnown = knownDevice !== undefined || (await isKnownNetwork(db, email, network));
  const daily: Count = isKnown
    ? { name: `login day ${source} ${email}`, limit: loginLimits.known }
    : { name: `login strangers ${email}`, limit: loginLimits.strangers };
  const counted = await countAttempt(db, daily.name, daily.limit, now);
  if (!counted.isAllowed) return refused({ code: 'confirm-by-email' });
  const others = [...first.filter((count) => count !== own), daily];
  const undo = (counts: readonly Count[]) => Promise.all(counts.map(({ name }) => undoAttempt(db, name)));
  return ok({
    succeeded: async () => {
      await Promise.all([forgetAttempts(db, own.name), undo(others)]);
    },
    undo: async () => {
      await undo([own, ...others]);
    },
  });
}

async function isKnownNetwork(db: Db, email: string, network: string): Promise<boolean> {
  const addresses = await addressesOfUser(db, email);
  return addresses.some((address) => clientNetwork(address) === network);
}

/** Counts a login whose account is not known before it is checked, together with those by password. Returns how to undo it. */
export async function countPasskeyLogin(
  db: Db,
  address: string,
  now: Instant,
): Promise<Result<() => Promise<void>, TooManyAttempts>> {
  const name = `login ${clientNetwork(address)}`;
  const counted = await countAttempt(db, name, loginLimits.network, now);
  if (!counted.isAllowed) return refused({ code: 'too-many-attempts', retryAt: counted.endsAt });
  return ok(() => undoAttempt(db, name));
}

const proofLimits: readonly (readonly [prefix: string, AttemptLimit])[] = [
  ['', { most: 10, withinMs: minutes(15) }],
  ['day ', { most: 50, withinMs: hours(24) }],
];

/** Counts an attempt to prove within a session that the user is the owner. Returns what to call when it succeeded. */
export async function countProof(
  db: Db,
  name: string,
  now: Instant,
): Promise<Result<() => Promise<void>, TooManyAttempts>> {
  for (const [prefix, limit] of proofLimits) {
    const counted = await countAttempt(db, `${prefix}${name}`, limit, now);
    if (!counted.isAllowed) return refused({ code: 'too-many-attempts', retryAt: counted.endsAt });
  }
  return ok(async () => {
    await Promise.all([forgetAttempts(db, name), undoAttempt(db, `day ${name}`)]);
  });
}
