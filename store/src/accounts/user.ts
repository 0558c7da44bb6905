import type { Role } from '@touchline/core/account';
import type { UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';

/** Somebody with an account, and the wallet that goes with it. */
export type User = {
  readonly id: UserId;
  readonly walletId: WalletId;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly emailVerifiedAt: Instant | null;
  readonly createdAt: Instant;
  /** Sessions of an older generation have ended. */
  readonly sessionGeneration: number;
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
  'session_generation as sessionGeneration',
] as const;
