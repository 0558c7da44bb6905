import { type Kysely, sql } from 'kysely';

/** Which days each bank statement covers. For statements that were compared before, only the audit log says it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update reconciliations r
    set report = r.report || jsonb_build_object('from', a.after ->> 'from', 'to', a.after ->> 'to')
    from audit_log a
    where r.kind = 'bank' and a.action = 'statement-uploaded' and a.subject = 'statement:' || left(r.digest, 16)`.execute(
    db,
  );
}
