import { setTimeout as pause } from 'node:timers/promises';
import { type MatchBook, type MatchMarkets, matchRoom } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import type { ReadMarkets } from '../matches/read-markets.ts';
import type { Audience } from './audience.ts';
import type { Replica } from './replica.ts';

export type MatchBooksOptions = {
  readonly replica: Pick<Replica, 'onChange'>;
  readonly audience: Pick<Audience, 'publish' | 'rooms'>;
  readonly readMarkets: ReadMarkets;
  readonly onError: (error: unknown) => void;
};

/** The book of one match is sent at most this often. */
const everyMs = 250;

/**
 * Sends the prices of every market of a match to its room when the match changes. Nothing is read for a match whose room is empty.
 * Changes that arrive while a book is read or sent lead to one more.
 */
export function pushMatchBooks({ replica, audience, readMarkets, onError }: MatchBooksOptions): void {
  /** The matches that are being sent, with the newest version that is still to be. */
  const sending = new Map<string, number | undefined>();
  const send = async (id: string): Promise<void> => {
    try {
      for (let s = sending.get(id); s !== undefined; s = sending.get(id)) {
        sending.set(id, undefined);
        // Read after the version was seen, so the prices are at least as new.
        const read = await readMarkets(id as MatchId);
        if (read) await audience.publish(matchRoom(id), 'book', bookOf(id, s, read));
        await pause(everyMs, undefined, { ref: false });
      }
    } finally {
      sending.delete(id);
    }
  };
  replica.onChange(({ rows }) => {
    const joined = new Set(audience.rooms());
    for (const { id, s } of rows) {
      if (!joined.has(matchRoom(id))) continue;
      const isSending = sending.has(id);
      sending.set(id, s);
      if (!isSending) send(id).catch(onError);
    }
  });
}

const bookOf = (id: string, s: number, { markets }: MatchMarkets): MatchBook => ({
  id,
  s,
  lines: markets.map(({ key, line, state, quotedAt, selections }) => [
    key,
    line ?? null,
    state === 'open' ? 1 : 0,
    Date.parse(quotedAt),
    selections.flatMap(({ odds, fair }) => [odds, fair]),
  ]),
});
