import type { Instant } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import type { Log } from '../log.ts';

export type Envelope = {
  readonly from: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type SendMailDeps = {
  readonly db: Db;
  readonly log: Log;
  readonly now: () => Instant;
  readonly from: string;
  /** Who gets what people write on the support screen. */
  readonly operator: string;
  readonly publicUrl: string;
  /** Hands a letter to the mail server. Throws when it does not take it. */
  readonly post: (envelope: Envelope) => Promise<unknown>;
};
