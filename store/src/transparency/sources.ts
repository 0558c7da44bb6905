import type { ClientBase } from 'pg';
import { settledNumberOf } from '../ledger/settled-numbers.ts';

/**
 * What the transparency log covers. An entry is the source's code (one byte) and a hash of 32 bytes: an event's own hash, or SHA-256
 * of a record as `text`. A record is spelled out here and not in the database, so that its owner cannot change what is hashed.
 */
export type LogSource = {
  readonly code: number;
  readonly name: string;
  readonly table: string;
  /** The column that numbers its rows in the order of their insertion. */
  readonly number: string;
  /** The record as text, in SQL over its table; `undefined` for events, which have a hash. */
  readonly text: string | undefined;
  /** After how many days rows may be deleted at the earliest, so that only the hash of such a record remains; never by default. */
  readonly keptDays?: number;
};

const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
/** Members in the order of `jsonb`, which is the same for every server. */
const record = (columns: Columns, more?: { readonly when: string; readonly columns: Columns }): string =>
  more === undefined
    ? `${objectOf(columns)}::text`
    : `(${objectOf(columns)} || case when ${more.when} then ${objectOf(more.columns)} else '{}' end)::text`;
const objectOf = (columns: Columns): string =>
  `jsonb_build_object(${Object.entries(columns)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')})`;
type Columns = Readonly<Record<string, string>>;
const plain = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));
const content = { content_hash: `encode(content_hash, 'hex')` };

export const logSources = {
  seal: { code: 7, name: 'seal', table: 'liability_seals', number: 'number', text: 'text' },
  event: { code: 1, name: 'event', table: 'ledger_events', number: 'seq', text: undefined },
  audit: {
    code: 2,
    name: 'audit',
    table: 'audit_log',
    number: 'id',
    text: record({ ...plain('id', 'actor', 'role', 'action', 'subject', 'request_id'), at: utc('at'), ...content }),
  },
  access: {
    code: 3,
    name: 'access',
    table: 'access_log',
    number: 'id',
    text: record({ ...plain('id', 'user_id', 'role', 'action', 'wallet_id'), at: utc('at'), ...content }),
    // As `refuse_young_delete` has it in the database.
    keptDays: 180,
  },
  result: {
    code: 4,
    name: 'result',
    table: 'match_results',
    number: 'number',
    // A result without a half-time score has the text that it had before half-time scores were recorded.
    text: record(
      {
        ...plain('number', 'match_id', 'version', 'kind', 'home_score', 'away_score', 'void_bets', 'reason', 'actor'),
        confirmed_by: 'confirmed_by',
        decided_at: utc('decided_at'),
      },
      { when: 'half_home_score is not null', columns: plain('half_home_score', 'half_away_score') },
    ),
  },
  report: {
    code: 8,
    name: 'report',
    table: 'match_reports',
    number: 'number',
    text: record({
      ...plain('number', 'match_id', 'source', 'source_match', 'status', 'home_score', 'away_score'),
      ...plain('half_home_score', 'half_away_score', 'later_scores'),
      reported_at: utc('reported_at'),
    }),
  },
  adjustment: {
    code: 9,
    name: 'adjustment',
    table: 'adjustment_steps',
    number: 'number',
    text: record({
      ...plain('number', 'adjustment_id', 'step', 'wallet_id', 'amount', 'cause', 'admin'),
      at: utc('at'),
    }),
  },
  exclusion: {
    code: 5,
    name: 'exclusion',
    table: 'exclusions',
    number: 'id',
    text: record({ ...plain('id', 'wallet_id', 'kind', 'actor'), since: utc('since'), until: utc('until') }),
  },
  'operator-exclusion': {
    code: 6,
    name: 'operator-exclusion',
    table: 'operator_exclusions',
    number: 'id',
    text: record({
      ...plain('id', 'wallet_id', 'act', 'cause', 'admin'),
      since: utc('since'),
      until: utc('until'),
      ...content,
    }),
  },
} as const satisfies Readonly<Record<string, LogSource>>;

/** In the order in which batches are appended: a seal comes right after the entries that it covers. */
export const allSources: readonly LogSource[] = Object.values(logSources);

/** Below every number that a row can have. Rows are numbered from 1, but the database's owner can insert others. */
export const belowAllNumbers: number = -(2 ** 64);

/** Numbers and hashes of a source's rows, in the order of their numbers. */
export const entriesQuery = ({ table, number, text }: LogSource, from: number, to: number): string =>
  `select ${number}::bigint as number, ${text === undefined ? 'hash' : `sha256(convert_to(${text}, 'UTF8'))`} as hash
   from ${table} where ${number} > ${Math.trunc(from)} and ${number} <= ${Math.trunc(to)} order by ${number}`;

/** The members of a source's records that may be erased, and are covered by `content_hash`; `undefined` if there are none. */
export const contentOf = ({ table }: LogSource): readonly string[] | undefined =>
  (
    ({
      audit_log: ['reason', 'before', 'after'],
      access_log: ['request'],
      operator_exclusions: ['reason'],
    }) as Readonly<Partial<Record<string, readonly string[]>>>
  )[table];

/** The records themselves, as the text that is hashed; where content may be erased, its salt and its text follow. */
export function recordsQuery(source: LogSource, from: number, to: number): string {
  const { table, number, text = '' } = source;
  const names = contentOf(source);
  const content = names ? `, salt, erasable_text(to_jsonb(${table}), '{${names.join(',')}}')` : '';
  return `select ${text}${content} from ${table}
    where ${number} >= ${Math.trunc(from)} and ${number} <= ${Math.trunc(to)} order by ${number}`;
}

/** The numbers of records whose content is not the one that `content_hash` covers. What was erased has no salt left, and says so. */
export function alteredContentQuery(source: LogSource): string {
  const { table, number } = source;
  const names = (contentOf(source) ?? []).join(',');
  const content = `erasable_text(to_jsonb(record), '{${names}}')`;
  return `select ${number}::bigint as number from ${table} record where case when salt is null
    then strpos(${content}, '[erased]') = 0
    else content_hash is distinct from sha256(uuid_send(salt) || convert_to(${content}, 'UTF8')) end order by 1 limit 1000`;
}

/** The number up to which all rows of a source are visible; `undefined` if its writers take too long. */
export const settledOf = (client: ClientBase, { table, number }: LogSource): Promise<number | undefined> =>
  // A writer of the ledger locks a wallet before it takes a sequence number.
  settledNumberOf(client, { table, number, lockedTable: table === 'ledger_events' ? 'wallets' : table });
