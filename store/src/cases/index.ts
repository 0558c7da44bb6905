import type { CaseChange, CaseFile, CaseKind, CaseState, CaseView } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import { ok, type Result, refused } from '@touchline/core/result';
import type { Json } from '@touchline/core/wallet';
import { sql } from 'kysely';
import { type ActorRole, recordAction } from '../audit/record-action.ts';
import type { Db, Trx } from '../connect.ts';
import { utcText } from '../ledger/view-event.ts';

/** What a run found. `key`: by what a later run recognises it. `subject`: `event:<seq>`, or `transaction:`, `bet:` or `wallet:` and an id. */
export type FoundCase = {
  readonly key: string;
  readonly title: string;
  readonly facts: Json;
  readonly subject?: string | undefined;
};

/**
 * Opens a case for everything found that has none, and opens resolved ones again; explained ones stay explained. With `isAll`, open
 * cases of this kind and prefix that were not found are resolved. `foundBy`: the sentence that says by what. Returns how many were opened.
 */
export async function reportCases(
  trx: Trx,
  kind: CaseKind,
  found: readonly FoundCase[],
  { foundBy, prefix = '', isAll }: { readonly foundBy: string; readonly prefix?: string; readonly isAll: boolean },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('cases'))`.execute(trx);
  const rows = JSON.stringify(found.map((one) => ({ ...one, subject: one.subject ?? null })));
  const opened = await sql`
    with found as (
      select distinct on (key) * from jsonb_to_recordset(${rows}::jsonb) as f (key text, title text, facts jsonb, subject text)
    ), added as (
      insert into cases (kind, key, title, facts) select ${kind}, key, title, facts from found
      on conflict (key) do nothing returning id, key
    ), again as (
      update cases c set state = 'open', title = f.title, facts = f.facts, changed_at = clock_timestamp()
      from found f where c.key = f.key and c.state = 'resolved' returning c.id, c.key
    )
    insert into case_entries (case_id, act, text, subject)
    select a.id, 'opened', ${foundBy}, f.subject from added a join found f using (key)
    union all
    select a.id, 'reopened', ${foundBy}, f.subject from again a join found f using (key)`.execute(trx);
  if (isAll) {
    await sql`
      with gone as (
        update cases set state = 'resolved', changed_at = clock_timestamp()
        where kind = ${kind} and state = 'open' and starts_with(key, ${prefix})
          and not key = any(${found.map(({ key }) => key)}::text[])
        returning id
      )
      insert into case_entries (case_id, act, text)
      select id, 'resolved', ${`No longer found: ${foundBy}`} from gone`.execute(trx);
  }
  return Number(opened.numAffectedRows ?? 0);
}

/** How many open cases of a kind there are. */
export async function countOpenCases(db: Db, kind: CaseKind): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from cases where state = 'open' and kind = ${kind}`.execute(db);
  return rows[0]?.count ?? 0;
}

const columns = sql`
  c.id, c.kind, c.title, c.state, ${utcText('c.opened_at')} as "openedAt", ${utcText('c.changed_at')} as "changedAt",
  case when c.owner is null then null
    else jsonb_build_object('userId', c.owner, 'name', coalesce(o.name, '')) end as owner`;

export type CaseFilter = {
  readonly kind?: CaseKind | undefined;
  readonly state?: CaseState | undefined;
  readonly owner?: UserId | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
};

/** Returns a page of cases, newest first, and how many are open. */
export async function listCases(
  db: Db,
  { kind, state, owner, before, limit }: CaseFilter,
): Promise<{ readonly cases: CaseView[]; readonly open: number; readonly next: number | null }> {
  const { rows } = await sql<CaseView>`
    select ${columns} from cases c left join users o on o.id = c.owner
    where (${kind ?? null}::text is null or c.kind = ${kind ?? null}) and (${state ?? null}::text is null or c.state = ${state ?? null})
      and (${owner ?? null}::uuid is null or c.owner = ${owner ?? null}::uuid)
      and (${before ?? null}::bigint is null or c.id < ${before ?? null})
    order by c.id desc limit ${limit + 1}`.execute(db);
  const open = await sql<{ count: number }>`select count(*)::integer as count from cases where state = 'open'`.execute(
    db,
  );
  const cases = rows.slice(0, limit);
  return { cases, open: open.rows[0]?.count ?? 0, next: rows.length > limit ? (cases.at(-1)?.id ?? null) : null };
}

export async function readCase(db: Db | Trx, id: number): Promise<CaseFile | undefined> {
  const { rows } = await sql<Omit<CaseFile, 'entries'>>`
    select ${columns}, c.facts from cases c left join users o on o.id = c.owner where c.id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const entries = await sql<CaseFile['entries'][number]>`
    select e.id, ${utcText('e.at')} as at, e.act, e.text, e.subject,
      case when e.actor is null then null
        else jsonb_build_object('userId', e.actor, 'name', coalesce(u.name, '')) end as by
    from case_entries e left join users u on u.id = e.actor where e.case_id = ${id} order by e.id`.execute(db);
  return { ...found, entries: entries.rows };
}

type By = { readonly userId: UserId; readonly role: ActorRole; readonly requestId: string };

/** Opens an investigation. */
export const openCase = (
  db: Db,
  by: By,
  { title, subject }: { readonly title: string; readonly subject?: string | undefined },
): Promise<CaseFile> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      insert into cases (kind, key, title, owner) values ('investigation', 'investigation:' || gen_random_uuid(), ${title}, ${by.userId})
      returning id`.execute(trx);
    const id = rows[0]?.id ?? 0;
    await addEntry(trx, id, by, { act: 'opened', text: '', subject });
    await record(trx, id, by, 'case-opened', null, { title });
    return fileOf(await readCase(trx, id));
  });

type ChangeRefusal = { readonly code: 'case-unknown' | 'case-ended' | 'case-open' };
/** What each step is called once it is taken, and the state that it leads to. */
const steps: Readonly<Record<CaseChange['act'], { readonly past: string; readonly state?: CaseState }>> = {
  note: { past: 'noted' },
  take: { past: 'assigned' },
  attach: { past: 'attached' },
  explain: { past: 'explained', state: 'explained' },
  resolve: { past: 'resolved', state: 'resolved' },
  reopen: { past: 'reopened', state: 'open' },
};

/** Takes one step of a case, with its entry and the action of staff in one transaction. */
export const changeCase = (db: Db, by: By, id: number, change: CaseChange): Promise<Result<CaseFile, ChangeRefusal>> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ state: CaseState }>`select state from cases where id = ${id} for update`.execute(trx);
    const [before] = rows;
    if (!before) return refused({ code: 'case-unknown' });
    const { past, state = before.state } = steps[change.act];
    const ends = change.act === 'explain' || change.act === 'resolve';
    if (ends && before.state !== 'open') return refused({ code: 'case-ended' });
    if (change.act === 'reopen' && before.state === 'open') return refused({ code: 'case-open' });
    // Taking a case makes the user its owner, and so does ending a case that has none.
    const owner =
      change.act === 'take' ? sql`${by.userId}::uuid` : sql`coalesce(owner, ${ends ? by.userId : null}::uuid)`;
    await sql`update cases set state = ${state}, changed_at = clock_timestamp(), owner = ${owner} where id = ${id}`.execute(
      trx,
    );
    const text = 'text' in change ? change.text : '';
    await addEntry(trx, id, by, { act: past, text, subject: 'subject' in change ? change.subject : undefined });
    await record(trx, id, by, `case-${past}`, text === '' ? null : text, { state });
    return ok(fileOf(await readCase(trx, id)));
  });

async function addEntry(
  trx: Trx,
  id: number,
  { userId }: By,
  { act, text, subject }: { readonly act: string; readonly text: string; readonly subject: string | undefined },
): Promise<void> {
  await sql`
    insert into case_entries (case_id, actor, act, text, subject)
    values (${id}, ${userId}, ${act}, ${text}, ${subject ?? null})`.execute(trx);
}

const record = (
  trx: Trx,
  id: number,
  { userId, role, requestId }: By,
  action: `case-${string}`,
  reason: string | null,
  after: Json,
) =>
  recordAction(trx, { actor: { userId, role }, action, subject: `case:${id}`, reason, before: null, after, requestId });

function fileOf(found: CaseFile | undefined): CaseFile {
  if (!found) throw new Error('the case that was just written is missing');
  return found;
}
