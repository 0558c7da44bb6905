import { isObject } from '../http/answer.ts';

/** Truncates a response where a connection might break, so that it cannot be parsed. */
export const truncated = (body: string): string => body.slice(0, Math.max(1, Math.floor(body.length * 0.6)));

const HUGE_BYTES = 50 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

/** 50 MB of valid JSON, piece by piece: unknown events, repeated. */
export function* hugeBody(): Generator<string> {
  const piece = unknownEvents();
  yield `[${piece}`;
  for (let sent = piece.length + 1; sent < HUGE_BYTES; sent += piece.length + 1) yield `,${piece}`;
  yield ']';
}

function unknownEvents(): string {
  let text = '';
  for (let count = 0; text.length < PIECE_BYTES; count += 1) {
    const event = {
      id: count.toString(16).padStart(32, '0'),
      sport_key: 'soccer_epl',
      sport_title: 'EPL',
      commence_time: '2030-01-01T00:00:00Z',
      home_team: `Home ${count}`,
      away_team: `Away ${count}`,
      bookmakers: [],
    };
    text += `${count > 0 ? ',' : ''}${JSON.stringify(event)}`;
  }
  return text;
}

/** Gives every entry of a list a wrong type, each in another place; anything else becomes a list of numbers. */
export function wrongTypes(value: unknown): unknown {
  if (!Array.isArray(value)) return [1, 2, 3];
  return value.map((entry: unknown, index) => (isObject(entry) ? SPOILT[index % SPOILT.length]?.(entry) : index));
}

type Entry = Readonly<Record<string, unknown>> & { readonly bookmakers?: unknown };

const SPOILT: readonly ((entry: Entry) => unknown)[] = [
  (entry) => ({ ...entry, commence_time: 'tomorrow' }),
  (entry) => ({ ...entry, id: 12345 }),
  (entry) => ({ ...entry, home_team: null }),
  (entry) => ({ ...entry, bookmakers: { bet365: 'yes' }, scores: 'two nil', key: 7 }),
  (entry) => ({ ...entry, bookmakers: pricesAsWords(entry.bookmakers), completed: 'maybe', scores: [{ name: 1 }] }),
  () => null,
];

const pricesAsWords = (bookmakers: unknown): unknown =>
  JSON.parse(JSON.stringify(bookmakers ?? null).replace(/"price":[\d.-]+/g, '"price":"evens"'));
