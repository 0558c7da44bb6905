import type { OddsFormat, Role } from '@touchline/core/account';
import type { OddsPolicy } from '@touchline/core/betting';
import type { UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';

/** An account and its wallet. */
export type User = {
  readonly id: UserId;
  readonly walletId: WalletId;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly emailVerifiedAt: Instant | null;
  readonly createdAt: Instant;
  readonly oddsFormat: OddsFormat;
  readonly oddsPolicy: OddsPolicy;
  /** When the second factor was turned on; null: it is off. */
  readonly secondFactorSince: Instant | null;
};
export type UserWithHash = User & { readonly passwordHash: string };

export const userColumns = [
  'id',
  'wallet_id as walletId',
  'email',
  'name',
  'role',
  'email_verified_at as emailVerifiedAt',
  'created_at as createdAt',
  'odds_format as oddsFormat',
  'odds_policy as oddsPolicy',
  'totp_since as secondFactorSince',
] as const;
