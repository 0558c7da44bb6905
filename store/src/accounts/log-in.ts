import type { SessionId, UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { SessionEnd } from '../database.ts';

/** A log-in on a device. Its refresh tokens are numbered by `turn`; only the newest is valid. */
export type LogIn = {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly createdAt: Instant;
  /** When it was opened or last refreshed. */
  readonly usedAt: Instant;
  readonly userAgent: string;
  readonly address: string;
  /** With a key outside the database, this makes the session's refresh tokens. */
  readonly salt: Buffer;
  readonly turn: number;
  readonly turnedAt: Instant;
  readonly expiresAt: Instant;
  /** When this session passed the second factor; null: password only. */
  readonly secondFactorAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly endedWhy: SessionEnd | null;
};

export const logInColumns = [
  'id',
  'user_id as userId',
  'created_at as createdAt',
  'used_at as usedAt',
  'user_agent as userAgent',
  'address',
  'salt',
  'turn',
  'turned_at as turnedAt',
  'expires_at as expiresAt',
  'second_factor_at as secondFactorAt',
  'ended_at as endedAt',
  'ended_why as endedWhy',
] as const;
