import type { WithdrawalMethod } from '@touchline/core/payments';
import { type PayoutDetails, payoutOf } from '@touchline/core/payouts';
import { pushContext } from '../notifications/push-subscriptions.ts';
import { fingerprintOf, payoutContext } from '../payments/payout-target.ts';
import { emailFingerprint } from '../privacy/carry-restrictions.ts';
import { signalContext, signalDigest } from '../privacy/person-signals.ts';
import type { DataKey } from '../sealed.ts';

/** A column of sealed texts: how its rows are named, and under which context each is sealed. */
export type SealedColumn = {
  readonly table: string;
  /** The column that names the row; `id` unless given. */
  readonly id?: string;
  readonly column: string;
  readonly contextOf: (id: string) => string;
  /** A keyed digest of what is sealed, kept beside it, which a new key changes too. */
  readonly digest?: {
    readonly column: string;
    /** What the digest needs of the row besides the text. */
    readonly with: string;
    readonly of: (key: DataKey, text: string, given: string) => string | undefined;
  };
};

/** Every column whose texts are sealed with `DATA_KEY`. A test compares the list with the database. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'users', column: 'totp_sealed', contextOf: (id) => `totp:${id}` },
  { table: 'users', column: 'totp_pending', contextOf: (id) => `totp:${id}` },
  {
    table: 'closed_accounts',
    id: 'user_id',
    column: 'identity_sealed',
    contextOf: (id) => `identity:${id}`,
    digest: {
      column: 'email_fingerprint',
      with: "coalesce(email_fingerprint, '')",
      of: (key, text, given) =>
        given === '' ? undefined : emailFingerprint(key, (JSON.parse(text) as { readonly email: string }).email),
    },
  },
  {
    table: 'person_signals',
    column: 'sealed',
    contextOf: signalContext,
    digest: { column: 'digest', with: 'kind', of: (key, hash, kind) => signalDigest(key, kind, hash) },
  },
  { table: 'push_subscriptions', id: 'session_id', column: 'subscription_sealed', contextOf: pushContext },
  {
    table: 'transactions',
    column: 'payout_sealed',
    contextOf: payoutContext,
    digest: {
      column: 'payout_fingerprint',
      with: 'method',
      of: (key, text, method) => {
        const payout = payoutOf(method as WithdrawalMethod, JSON.parse(text) as PayoutDetails);
        return payout.ok && payout.value ? fingerprintOf(key, payout.value.target) : undefined;
      },
    },
  },
];
