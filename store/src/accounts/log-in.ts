import type { SessionId, UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { SessionEnd } from '../database.ts';

/** One log-in on one device. Its refresh tokens follow each other by `turn`; only the newest may be used. */
export type LogIn = {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly createdAt: Instant;
  /** When it was opened or last refreshed. */
  readonly usedAt: Instant;
  readonly userAgent: string;
  readonly address: string;
  /** What makes a refresh token of this session, together with a key that the database does not know. */
  readonly salt: Buffer;
  readonly turn: number;
  readonly turnedAt: Instant;
  readonly expiresAt: Instant;
  /** When this session proved the second factor; null: it only knew the password. */
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
