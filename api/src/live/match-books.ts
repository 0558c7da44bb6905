import { setImmediate } from 'node:timers/promises';
import { type MatchBook, type MatchMarkets, matchRoom } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { seconds } from '@touchline/core/instant';
import type { ReadMarkets } from '../matches/read-markets.ts';
import type { Audience } from './audience.ts';
import type { Replica } from './replica.ts';

export type MatchBooksOptions = {
  readonly replica: Pick<Replica, 'onChange' | 'row' | 'rows'>;
  readonly audience: Pick<Audience, 'publish' | 'rooms'>;
  readonly readMarkets: ReadMarkets;
  /** How often a book is checked whose match has not changed. */
  readonly renewEveryMs?: number | undefined;
  readonly onError: (error: unknown) => void;
};

/** The book of one match is sent at most this often. */
const everyMs = 250;
const renewEveryMs = seconds(10);

export type MatchBooks = {
  /** Sends the book of a room again at the next check, changed or not: a viewer who was held has missed what was sent. */
  readonly resend: (room: string) => void;
  readonly start: () => void;
  readonly stop: () => void;
};

/**
 * Sends the prices of every market of a match to its room when the match changes, and when they change with time alone: at the kick-off,
 * at half-time, and when a quote is too old. Nothing is read for a match whose room is empty. Changes that arrive while a book is read or
 * sent lead to one more.
 */
export function createMatchBooks(options: MatchBooksOptions): MatchBooks {
  const { replica, audience, readMarkets, onError } = options;
  /** The matches whose book is being sent or was sent just now, with the version that follows. */
  const busy = new Map<string, number | undefined>();
  /** The book that was sent last to each room. */
  const sent = new Map<string, MatchBook>();
  let timer: NodeJS.Timeout | undefined;

  const send = async (id: string, s: number): Promise<void> => {
    busy.set(id, undefined);
    try {
      // Read after the version was seen, so the prices are at least as new.
      const read = await readMarkets(id as MatchId);
      const book = read && bookOf(id, s, read);
      if (!book || isSameBook(book, sent.get(matchRoom(id)))) return;
      sent.set(matchRoom(id), book);
      await audience.publish(matchRoom(id), 'book', book);
    } finally {
      setTimeout(() => sendNext(id), everyMs).unref();
    }
  };
  const sendNext = (id: string): void => {
    const s = busy.get(id);
    busy.delete(id);
    if (s !== undefined) send(id, s).catch(onError);
  };
  let isRenewing = false;
  /** One match after the other, with a turn for requests after each. Of several failures, as in an outage, the last one is reported. */
  const renew = async (): Promise<void> => {
    if (isRenewing) return;
    isRenewing = true;
    let failure: unknown;
    try {
      const joined = new Set(audience.rooms());
      for (const room of sent.keys()) if (!joined.has(room)) sent.delete(room);
      for (const { id } of replica.rows()) {
        if (timer === undefined) return;
        const s = replica.row(id)?.s;
        if (s === undefined || !joined.has(matchRoom(id)) || busy.has(id)) continue;
        await send(id, s).catch((error: unknown) => {
          failure = error;
        });
        await setImmediate();
      }
    } finally {
      isRenewing = false;
    }
    if (failure !== undefined) throw failure;
  };

  return {
    resend: (room) => void sent.delete(room),
    start: () => {
      replica.onChange(({ rows }) => {
        const joined = new Set(audience.rooms());
        for (const { id, s } of rows) {
          if (!joined.has(matchRoom(id))) continue;
          if (busy.has(id)) busy.set(id, s);
          else send(id, s).catch(onError);
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
