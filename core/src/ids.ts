declare const brand: unique symbol;

/** An identifier of one kind of thing. Branded once, at the boundary (zod schema, table type); kinds do not mix. */
export type Id<Kind extends string> = string & { readonly [brand]: Kind };

export type UserId = Id<'user'>;
export type SessionId = Id<'session'>;
export type WalletId = Id<'wallet'>;
export type BetId = Id<'bet'>;
export type MatchId = Id<'match'>;
export type TransactionId = Id<'transaction'>;
export type PasskeyId = Id<'passkey'>;
export type SupportMessageId = Id<'support-message'>;
export type EmailId = Id<'email'>;
