import { type Kysely, sql } from 'kysely';

/** The roles of the processes. `audit` only reads; the owner of the database migrates and needs no grants. */
export const processRoles = ['touchline_api', 'touchline_worker', 'touchline_signer', 'touchline_audit'] as const;
type ProcessRole = (typeof processRoles)[number] extends `touchline_${infer Name}` ? Name : never;
/** Privileges as in a GRANT statement, such as `select, update (name, email)`. */
type Grants = Partial<Record<ProcessRole, string>>;

const readByAll = { api: 'select', worker: 'select', audit: 'select' } as const;
const appendedByBoth = { api: 'select, insert', worker: 'select, insert', audit: 'select' } as const;
const bonusState = 'version, status, wagered, on_bets, ended_at, charged_back, converted, taken_back';
const walletState =
  'cash, held, bonus, staked, version, head_hash, recorded_at, staked_to_date, lost_to_date, promised_to_date, aged_staked, aged_promised';
/** Not: whose transaction it is, its type, its method, and where it is paid to. */
const transactionState =
  'version, amount, status, reference, reason, provider, provider_payment_id, checkout_url, checkout_expires_at, checked_at, ' +
  'charge_currency, charge_amount, flags, first_approved_by, first_approved_at, route, route_due_at, decided_by, decided_at, ' +
  'metadata, updated_at';

/**
 * What each role may do with each table and sequence of the schema. `migrate` applies it, and a test refuses a table that is missing
 * here.
 */
export const grants: Readonly<Record<string, Grants>> = {
  // Money
  ledger_events: { ...appendedByBoth, signer: 'select' },
  ledger_entries: appendedByBoth,
  ledger_seq: { api: 'usage', worker: 'usage' },
  event_writers: readByAll,
  wallets: {
    api: `select, insert, update (${walletState})`,
    worker: `select, update (${walletState})`,
    signer: 'select',
    audit: 'select',
  },
  transactions: {
    api: `select, insert, update (${transactionState}, payout_mask)`,
    worker: `select, insert, update (${transactionState}, payout_sealed, payout_mask, payout_fingerprint)`,
    audit: `select (id, wallet_id, type, method, ${transactionState}, payable_from, payout_mask, payout_fingerprint, created_at)`,
  },
  bonuses: {
    api: `select, insert, update (${bonusState})`,
    worker: `select, insert, update (${bonusState})`,
    audit: 'select',
  },
  deposit_refunds: { api: 'select, insert, update', worker: 'select, insert, update', audit: 'select' },
  payment_checks: { api: 'select, insert, update, delete', worker: 'select, insert, update, delete', audit: 'select' },
  provider_gates: { api: 'select, insert, update', worker: 'select, insert, update', audit: 'select' },
  withdrawal_links: { api: 'select, delete', worker: 'select, insert, delete' },
  deposit_proposals: { api: 'select, insert', worker: 'select', audit: 'select' },
  return_decisions: { api: 'select, insert', worker: 'select', audit: 'select' },
  adjustment_steps: { api: 'select, insert', worker: 'select', signer: 'select', audit: 'select' },
  solo_decisions: { api: 'select, insert', audit: 'select' },

  // Bets and results
  bets: {
    api: 'select, insert, update (version, status, payout, settled_at, cashed_stake, cashed_paid)',
    worker:
      'select, update (version, total_odds, potential_payout, status, payout, settlement, settled_at, acceptance, rejection, ' +
      'rejected_match, accepted_at, cashed_stake, cashed_paid)',
    audit: 'select',
  },
  booked_slips: { api: 'select, insert', worker: 'select, delete', audit: 'select' },
  shared_bets: {
    api: 'select, insert, update (shows_stake, shared_at), delete',
    worker: 'select, delete',
    audit: 'select',
  },
  // A cash-out ends the rule of its bet.
  cash_out_rules: {
    api: 'select, insert, update (id, target, set_at), delete',
    worker: 'select, delete',
    audit: 'select',
  },
  bet_legs: {
    api: 'select, insert',
    worker: 'select, update (odds, market_version, bookmaker, quoted_at, priced_from, status, graded_at)',
    audit: 'select',
  },
  exposure_changes: { api: 'select, insert, update', worker: 'select, insert, update', audit: 'select' },
  market_exposures: { api: 'select, insert, update', worker: 'select, insert, update', audit: 'select' },
  open_book: { api: 'select, insert, update', worker: 'select, insert, update', audit: 'select' },
  open_combinations: {
    api: 'select, insert, update, delete',
    worker: 'select, insert, update, delete',
    audit: 'select',
  },
  matches: { api: 'select, insert, update', worker: 'select, insert, update', audit: 'select' },
  match_seq: { api: 'usage', worker: 'usage' },
  match_changes: appendedByBoth,
  match_results: { ...appendedByBoth, signer: 'select' },
  match_reports: { api: 'select', worker: 'select, insert', signer: 'select', audit: 'select' },
  match_reviews: {
    api: 'select, update',
    worker: 'select, insert, update (resolved_at, resolved_by, resolution)',
    audit: 'select',
  },
  team_aliases: {
    api: 'select, update (status, decided_by, decided_at)',
    worker: 'select, insert',
    audit: 'select',
  },
  result_proposals: { api: 'select, insert, update', worker: 'select', audit: 'select' },
  market_orders: { api: 'select, insert, update', audit: 'select' },
  betting_closures: { api: 'select, insert, update', worker: 'select', audit: 'select' },
  cash_out_limits: { api: 'select, insert, update, delete', worker: 'select', audit: 'select' },
  price_changes: appendedByBoth,
  league_feeds: { api: 'select', worker: 'select, insert, update', audit: 'select' },
  feed_quota: { api: 'select', worker: 'select, insert, update', audit: 'select' },
  feed_incidents: { api: 'select', worker: 'select, insert, update', audit: 'select' },

  // The ledger's proof
  ledger_verifications: { api: 'select, insert', worker: 'select, insert, update, delete', audit: 'select' },
  log_batches: { ...readByAll, signer: 'select, insert' },
  log_checkpoints: { ...readByAll, signer: 'select, insert' },
  log_cosignatures: { ...readByAll, signer: 'select, insert' },
  liability_seals: { ...readByAll, signer: 'select, insert' },
  log_tiles: { ...readByAll, signer: 'select, insert, update' },
  log_witnesses: { ...readByAll, signer: 'select, insert, update, delete' },
  log_time_stamps: { ...readByAll, signer: 'select, insert' },
  log_time_stamping: { ...readByAll, signer: 'select, insert, update' },
  signing_stops: { ...readByAll, signer: 'select, insert, update' },

  cases: { api: 'select, insert, update', worker: 'select, insert, update', audit: 'select' },
  case_entries: appendedByBoth,
  reconciliations: { api: 'select, insert, update', worker: 'select, insert, update', audit: 'select' },

  ledger_day_totals: { api: 'select', worker: 'select, insert, update', audit: 'select' },
  ledger_days: { api: 'select', worker: 'select, insert, update', audit: 'select' },
  day_totals_progress: { api: 'select', worker: 'select, insert, update', audit: 'select' },
  saved_filters: { api: 'select, insert, update, delete' },

  // Accounts. Roles are changed by the owner only.
  users: {
    api:
      'select, insert, update (email, name, password_hash, email_verified_at, odds_format, odds_policy, language, favourites, ' +
      'totp_sealed, totp_since, totp_step, totp_pending, totp_pending_session)',
    worker: 'select',
    audit: 'select (id, wallet_id, email, name, role, created_at)',
  },
  sessions: { api: 'select, insert, update, delete', worker: 'select, delete' },
  email_tokens: { api: 'select, update, delete', worker: 'select, insert, delete' },
  recovery_codes: { api: 'select, insert, update, delete', worker: 'select, delete' },
  passkeys: { api: 'select, insert, update (counter, used_at), delete' },
  passkey_challenges: { api: 'select, insert, update, delete' },
  attempts: { api: 'select, insert, update, delete' },
  tries: { api: 'select, insert, update, delete' },
  person_signals: {
    api: 'select, insert, update (digest, sealed), delete',
    worker: 'select, insert, update (digest, sealed), delete',
  },
  closed_accounts: {
    api: 'select, insert',
    worker: 'select, update (identity_sealed, erased_at, email_fingerprint)',
    audit: 'select (user_id, wallet_id, closed_at, closed_by, keep_until, erased_at)',
  },
  limit_changes: { api: 'select, insert', worker: 'select', audit: 'select' },
  exclusions: { api: 'select, insert', worker: 'select', signer: 'select', audit: 'select' },
  operator_exclusions: { ...appendedByBoth, signer: 'select' },
  restricted_wallets: appendedByBoth,
  reality_checks: { api: 'select, insert', audit: 'select' },
  audit_log: { ...appendedByBoth, signer: 'select' },
  access_log: {
    api: 'select, insert',
    // What the verification hashes; not the requests.
    worker: 'select (id, user_id, role, action, wallet_id, at, content_hash)',
    signer: 'select',
    audit: 'select',
  },

  // Messages
  letters: {
    api: 'select, insert, delete',
    worker: 'select, insert, update (handed_at, hands, failing_since, ended_at, ended_as), delete',
  },
  notifications: {
    api: 'select, insert, delete',
    worker: 'select, insert, update (delivered_at), delete',
  },
  notification_settings: {
    api: 'select, insert, update (in_app_off, push_off, push_amounts, read_up_to), delete',
    worker: 'select',
  },
  push_subscriptions: { api: 'select, insert, update (subscription_sealed), delete', worker: 'select, delete' },
  push_messages: { worker: 'select, insert, update, delete' },
  support_messages: { api: 'select, insert, delete', worker: 'select, update (sent_at), delete' },
  socket_io_attachments: { api: 'select, insert, delete', worker: 'select, insert, delete' },
  socket_io_attachments_id_seq: { api: 'usage', worker: 'usage' },
};

/** A table or sequence whose privileges differ from `grants`, and the statements that correct it. */
export type GrantDifference = { readonly name: string; readonly role: string; readonly statements: readonly string[] };

/** Compares the database with `grants`. Names without a line there lose all privileges of our roles. */
export async function grantDifferences(db: Kysely<unknown>): Promise<readonly GrantDifference[]> {
  const { rows } = await sql<{ name: string; role: string; held: string | null; isSequence: boolean }>`
    select c.relname as name, r.role, c.relkind = 'S' as "isSequence", (
      select string_agg(privilege, ', ' order by privilege) from (
        select lower(a.privilege_type) as privilege from aclexplode(c.relacl) a where a.grantee = r.oid
        union all
        select format('%s (%s)', lower(a.privilege_type), att.attname) from pg_attribute att, aclexplode(att.attacl) a
        where att.attrelid = c.oid and a.grantee = r.oid
      ) p) as held
    from pg_class c, (
      select oid, rolname::text as role from pg_roles where rolname = any(${[...processRoles, 'touchline_app']}::text[])
      union all select 0, 'public'
    ) r
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    order by 1, 2`.execute(db);
  return rows.flatMap(({ name, role, held, isSequence }) => {
    const wanted = grants[name]?.[role.replace('touchline_', '') as ProcessRole] ?? '';
    if (normal(wanted) === (held ?? '')) return [];
    const object = `${isSequence ? 'sequence' : 'table'} public.${name}`;
    const revoke = `revoke all on ${object} from ${role}`;
    return [{ name, role, statements: wanted === '' ? [revoke] : [revoke, `grant ${wanted} on ${object} to ${role}`] }];
  });
}

/** Spells privileges as the query above does: one for each column, in order. */
const normal = (privileges: string): string =>
  [...privileges.matchAll(/(\w+)(?: \(([^)]+)\))?/g)]
    .flatMap(([, verb = '', columns]) =>
      columns === undefined ? [verb] : columns.split(', ').map((column) => `${verb} (${column})`),
    )
    .sort()
    .join(', ');

/** Gives each role exactly what `grants` says. */
export const applyGrants = (db: Kysely<unknown>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    // Two copies may migrate one database at the same time.
    await sql`select pg_advisory_xact_lock(hashtext('touchline grants'))`.execute(trx);
    for (const { statements } of await grantDifferences(trx)) {
      for (const statement of statements) await sql.raw(statement).execute(trx);
    }
  });
