import { type Kysely, sql } from 'kysely';

/** Only the owner of the database opens accounts of staff and changes roles: the login of api and worker cannot. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_role_by_product() returns trigger language plpgsql as $$
    begin
      if not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'member') then
        raise exception 'only the owner of the database gives roles: npm run staff with MIGRATION_DATABASE_URL'
          using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger staff_by_owner before insert on users
    for each row when (new.role <> 'bettor') execute function refuse_role_by_product()`.execute(db);
  await sql`
    create trigger role_by_owner before update on users
    for each row when (old.role is distinct from new.role) execute function refuse_role_by_product()`.execute(db);
}
