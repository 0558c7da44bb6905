import { setTimeout as pause } from 'node:timers/promises';
import { type MatchBook, type MatchMarkets, matchRoom } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { seconds } from '@touchline/core/instant';
import type { ReadMarkets } from '../matches/read-markets.ts';
import type { Audience } from './audience.ts';
import type { Replica } from './replica.ts';

export type MatchBooksOptions = {
  readonly replica: Pick<Replica, 'onChange' | 'rows'>;
  readonly audience: Pick<Audience, 'publish' | 'rooms'>;
  readonly readMarkets: ReadMarkets;
  /** How often a book is checked whose match has not changed. */
  readonly renewEveryMs?: number | undefined;
  readonly onError: (error: unknown) => void;
};

/** The book of one match is sent at most this often. */
const everyMs = 250;
const renewEveryMs = seconds(10);

/**
 * Sends the prices of every market of a match to its room when the match changes, and when they change with time alone: at the kick-off,
 * at half-time, and when a quote is too old. Nothing is read for a match whose room is empty. Changes that arrive while a book is read or
 * sent lead to one more.
 */
export function createMatchBooks(options: MatchBooksOptions): {
  readonly start: () => void;
  readonly stop: () => void;
} {
  const { replica, audience, readMarkets, onError } = options;
  /** The matches that are being sent, with the newest version that is still to be. */
  const sending = new Map<string, number | undefined>();
  /** The book that was sent last to each room. */
  const sent = new Map<string, MatchBook>();
  let timer: NodeJS.Timeout | undefined;

  const send = async (id: string): Promise<void> => {
    try {
      for (let s = sending.get(id); s !== undefined; s = sending.get(id)) {
        sending.set(id, undefined);
        // Read after the version was seen, so the prices are at least as new.
        const read = await readMarkets(id as MatchId);
        const book = read && bookOf(id, s, read);
        if (book && !isSameBook(book, sent.get(id))) {
          sent.set(id, book);
          await audience.publish(matchRoom(id), 'book', book);
        }
        await pause(everyMs, undefined, { ref: false });
      }
    } finally {
      sending.delete(id);
    }
  };
  let isRenewing = false;
  /** One match after the other, so that requests find free connections; a failure ends the round. */
  const renew = async (): Promise<void> => {
    if (isRenewing) return;
    isRenewing = true;
    try {
      const joined = new Set(audience.rooms());
      for (const id of sent.keys()) if (!joined.has(matchRoom(id))) sent.delete(id);
      for (const { id, s } of replica.rows()) {
        if (timer === undefined) return;
        if (!joined.has(matchRoom(id)) || sending.has(id)) continue;
        sending.set(id, s);
        await send(id);
      }
    } finally {
      isRenewing = false;
    }
  };

  return {
    start: () => {
      replica.onChange(({ rows }) => {
        const joined = new Set(audience.rooms());
        for (const { id, s } of rows) {
          if (!joined.has(matchRoom(id))) continue;
          const isSending = sending.has(id);
          sending.set(id, s);
          if (!isSending) send(id).catch(onError);
        }
      });
      timer = setInterval(() => renew().catch(onError), options.renewEveryMs ?? renewEveryMs);
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** When its quotes were last confirmed is no change of a book. */
const isSameBook = (book: MatchBook, before: MatchBook | undefined): boolean =>
  before?.s === book.s && pricesIn(book) === pricesIn(before);
const pricesIn = ({ lines }: MatchBook): string =>
  JSON.stringify(lines.map(([key, line, isOpen, _quotedAt, prices]) => [key, line, isOpen, prices]));

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
