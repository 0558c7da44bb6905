import { exposureColumns } from '../bets/exposure-rows.ts';

/**
 * What personal data each table has, why, how long, and how it is erased. Every table and column of the database is listed; a test
 * compares the list with the database, and `docs/data-protection.md` explains it.
 *
 * - `personal`: identifies a person, or is what they wrote.
 * - `secret`: proves an identity, or is sealed.
 * - `pseudonym`: an id that leads to a person only through `users`.
 * - `facts`: events, and everything else.
 *
 * `download`: under which key of the file "Download my data" the rows of a person are, or why they are left out; `null` for a table
 * that leads to no person.
 */
export type TablePolicy = {
  readonly purpose: string;
  /** `days`: rows older than this are deleted. `while`: what ends them otherwise. */
  readonly kept: { readonly days: number } | { readonly while: string };
  readonly erasure: string;
  readonly download: { readonly under: string } | { readonly leftOut: string } | null;
  readonly personal: readonly string[];
  readonly secret: readonly string[];
  readonly pseudonym: readonly string[];
  readonly facts: readonly string[];
};

/** Columns as one line of names. */
const names = (text: string): readonly string[] => text.split(/\s+/).filter((name) => name !== '');

type Described = Pick<TablePolicy, 'purpose' | 'kept' | 'erasure'> & {
  readonly download?: TablePolicy['download'];
  readonly personal?: string;
  readonly secret?: string;
  readonly pseudonym?: string;
  readonly facts?: string;
};
const table = ({ personal, secret, pseudonym, facts, ...described }: Described): TablePolicy => ({
  download: null,
  ...described,
  personal: names(personal ?? ''),
  secret: names(secret ?? ''),
  pseudonym: names(pseudonym ?? ''),
  facts: names(facts ?? ''),
});

const law = { while: 'the ledger exists: money laundering law asks for 5 years, proofs for all of it' };
const notPersonal = 'nothing personal';
const idsOnly = 'ids only; they lead nowhere once the account is erased';

/** What staff did and who did it. Bettors must not learn from it that they are investigated. */
const workOfStaff = { leftOut: 'what staff did, and investigations' };

export const policies: Readonly<Record<string, TablePolicy>> = {
  users: table({
    purpose: 'Accounts',
    kept: { while: 'the account is open; then the pseudonym stays' },
    erasure: 'email, name and password are replaced when the account is closed',
    personal: 'email name favourites',
    secret: 'password_hash totp_sealed totp_pending',
    pseudonym: 'id wallet_id totp_pending_session',
    facts: 'role role_since email_verified_at created_at odds_format odds_policy language totp_since totp_step',
    download: { under: 'profile' },
  }),
  closed_accounts: table({
    purpose: 'Who a closed account was, for authorities',
    kept: { while: 'IDENTITY_KEPT_YEARS (5) after closing' },
    erasure:
      'the job delete-old destroys the sealed identity and the bank details, and the digest of the address once no exclusion or limit needs it',
    secret: 'identity_sealed email_fingerprint',
    pseudonym: 'user_id wallet_id',
    facts: 'closed_at closed_by keep_until erased_at',
    download: { leftOut: 'the account is closed' },
  }),
  person_signals: table({
    purpose: 'Recognising several accounts of one person',
    kept: {
      while:
        'the account is open; of an excluded person while the exclusion runs; mailbox and payment source after a bonus as long as the identity',
    },
    erasure:
      'deleted when the account is closed, except what an exclusion or the bonus still needs; the job delete-old deletes that',
    secret: 'digest sealed',
    pseudonym: 'id user_id',
    facts: 'kind noted_at',
    download: { under: 'personSignals' },
  }),
  sessions: table({
    purpose: 'Where a person is logged in',
    kept: { days: 90 },
    erasure: 'deleted when the account is closed, and 90 days after they ended',
    personal: 'user_agent address',
    secret: 'salt',
    pseudonym: 'id user_id',
    facts: 'created_at used_at turn turned_at expires_at ended_at ended_why second_factor_at',
    download: { under: 'sessions' },
  }),
  email_tokens: table({
    purpose: 'Links in emails',
    kept: { days: 30 },
    erasure: 'deleted when the account is closed, and 30 days after use',
    secret: 'token_hash',
    pseudonym: 'user_id',
    facts: 'purpose created_at expires_at used_at',
    download: { leftOut: 'hashes of links' },
  }),
  recovery_codes: table({
    purpose: 'Second factor',
    kept: { days: 90 },
    erasure: 'deleted when the account is closed, and 90 days after use',
    secret: 'code_hash',
    pseudonym: 'user_id',
    facts: 'created_at used_at',
    download: { under: 'settings' },
  }),
  passkeys: table({
    purpose: 'Login by passkey',
    kept: { while: 'the owner keeps it' },
    erasure: 'deleted when it is removed and when the account is closed',
    personal: 'name',
    secret: 'credential_id public_key',
    pseudonym: 'id user_id',
    facts: 'counter created_at used_at',
    download: { under: 'passkeys' },
  }),
  passkey_challenges: table({
    purpose: 'Challenges that passkeys sign',
    kept: { while: 'its 5 minutes, until a later one is made' },
    erasure: 'deleted when it is answered and when the account is closed',
    secret: 'challenge_hash',
    pseudonym: 'user_id',
    facts: 'expires_at',
    download: { leftOut: 'hashes of challenges' },
  }),
  attempts: table({
    purpose: 'Limits of attempts on accounts',
    kept: { while: 'its window of up to a day' },
    erasure: 'keys are hashes; each window ends by itself',
    secret: 'key',
    facts: 'count since ends_at',
    download: { leftOut: 'hashes that lead to no account' },
  }),
  tries: table({
    purpose: 'Limits of attempts',
    kept: { while: 'its window of minutes' },
    erasure: 'keys are hashes; each window ends by itself',
    secret: 'key',
    facts: 'count since ends_at',
    download: { leftOut: 'hashes that lead to no account' },
  }),
  audit_log: table({
    purpose: 'What staff did',
    kept: law,
    erasure:
      'reasons about the person, their email address anywhere, and their name in texts on cases become [erased]; action, time and ids stay',
    personal: 'reason before after',
    pseudonym: 'actor subject',
    secret: 'salt',
    facts: 'content_hash id at role action request_id',
    download: workOfStaff,
  }),
  access_log: table({
    purpose: 'Which staff viewed which account',
    kept: { days: 730 },
    erasure: 'search texts that name the person become [erased]; deleted after two years',
    personal: 'request',
    pseudonym: 'user_id wallet_id',
    secret: 'salt',
    facts: 'content_hash id at role action',
    download: workOfStaff,
  }),
  support_messages: table({
    purpose: 'What people wrote to support',
    kept: { days: 730 },
    erasure: 'deleted when the account is closed, and after two years',
    personal: 'name email message',
    pseudonym: 'user_id',
    facts: 'id topic created_at sent_at',
    download: { under: 'supportMessages' },
  }),
  letters: table({
    purpose: 'E-mails that wait to be sent',
    kept: { while: '30 days after it was sent or given up (queue-overdue-emails)' },
    erasure: 'ids only; those of the person are deleted when the account is closed',
    pseudonym: 'id job',
    facts: 'asked_at handed_at hands failing_since ended_at ended_as',
    download: { leftOut: 'ids of emails that the person gets' },
  }),
  notifications: table({
    purpose: 'What bettors are notified of in the app',
    kept: { days: 90 },
    erasure: 'ids and amounts only; deleted when the account is closed, and after 90 days',
    pseudonym: 'wallet_id cause facts',
    facts: 'id kind in_app push created_at delivered_at',
    download: { under: 'notifications' },
  }),
  notification_settings: table({
    purpose: 'Notifications that bettors switched off, and how far they have read',
    kept: { while: 'the account is open' },
    erasure: 'deleted when the account is closed',
    pseudonym: 'wallet_id',
    facts: 'in_app_off push_off push_amounts read_up_to',
    download: { under: 'notifications' },
  }),
  push_subscriptions: table({
    purpose: 'Browsers that get push messages',
    kept: { days: 1 },
    erasure: 'deleted when it is switched off and when the account is closed, and a day after its session ended',
    secret: 'subscription_sealed endpoint_digest',
    pseudonym: 'session_id wallet_id',
    facts: 'created_at',
    download: { under: 'notifications' },
  }),
  push_messages: table({
    purpose: 'Push messages that wait to be sent',
    kept: { while: 'a day at most, until it is sent' },
    erasure: 'ids only; deleted with the subscription',
    pseudonym: 'session_id wallet_id',
    facts: 'notification_id attempts next_at',
    download: { leftOut: 'notifications that wait to be sent' },
  }),
  transactions: table({
    purpose: 'Deposits and withdrawals',
    kept: law,
    erasure:
      'reason, masked destination and checkout page are erased when the account is closed; bank details stay sealed as long as the identity',
    personal: 'payout_mask reason checkout_url metadata',
    secret: 'payout_sealed payout_fingerprint',
    pseudonym: 'id wallet_id reference provider_payment_id decided_by first_approved_by route',
    facts:
      'version type amount status method provider checked_at charge_currency charge_amount flags decided_at created_at updated_at checkout_expires_at payable_from first_approved_at route_due_at',
    download: { under: 'transactions' },
  }),
  payment_checks: table({
    purpose: 'Limits of questions to the payment provider',
    kept: { days: 1 },
    erasure: idsOnly,
    pseudonym: 'transaction_id wallet_id',
    facts: 'asked_at window_at asked owed_since',
    download: { leftOut: 'how often the payment provider was asked about a deposit' },
  }),
  deposit_proposals: table({
    purpose: 'Deposits that a second admin has to confirm',
    kept: { while: 'a second admin has decided' },
    erasure: idsOnly,
    pseudonym: 'transaction_id proposed_by',
    facts: 'id action amount reference round proposed_at',
    download: workOfStaff,
  }),
  return_decisions: table({
    purpose: 'What admins decided about money of withdrawals that could not be returned',
    kept: law,
    erasure: idsOnly,
    pseudonym: 'transaction_id admin first_admin',
    facts: 'id rounds how amount reference is_final decided_at',
    download: workOfStaff,
  }),
  deposit_refunds: table({
    purpose: 'Deposits that go back',
    kept: law,
    erasure: idsOnly,
    pseudonym: 'transaction_id refund_id',
    facts: 'round state paid_reference tries wanted_at next_at',
    download: { leftOut: 'how refunds proceed; what came of them is in the transactions' },
  }),
  wallets: table({
    purpose: 'Balances',
    kept: law,
    erasure: idsOnly,
    pseudonym: 'wallet_id',
    facts:
      'cash held bonus staked version head_hash recorded_at staked_to_date lost_to_date promised_to_date aged_staked aged_promised',
    download: { leftOut: 'computed from the ledger events' },
  }),
  ledger_events: table({
    purpose: 'The ledger',
    kept: law,
    erasure:
      'ids only. Hashed, so never changed: a rejected withdrawal of before migration 83 holds the reason that staff wrote',
    personal: 'payload',
    pseudonym: 'wallet_id actor cause',
    facts:
      'seq version type amount key request effective_at recorded_at prev_hash hash staked_to_date lost_to_date promised_to_date',
    download: { under: 'ledgerEvents' },
  }),
  ledger_entries: table({
    purpose: 'The ledger',
    kept: law,
    erasure: idsOnly,
    pseudonym: 'wallet_id',
    facts: 'seq leg account amount balance_after',
    download: { under: 'ledgerEvents' },
  }),
  log_tiles: table({
    purpose: 'Hashes of the transparency log',
    kept: law,
    erasure: notPersonal,
    facts: 'level index hashes',
  }),
  log_batches: table({
    purpose: 'Which records the entries of the log are',
    kept: law,
    erasure: notPersonal,
    facts: 'first_index entries source from_number to_number logged_at',
  }),
  log_checkpoints: table({
    purpose: 'Signed checkpoints of the log',
    kept: law,
    erasure: notPersonal,
    facts: 'size note signed_at',
  }),
  log_cosignatures: table({
    purpose: 'Signatures of witnesses',
    kept: law,
    erasure: notPersonal,
    facts: 'size witness line cosigned_at',
  }),
  log_witnesses: table({
    purpose: 'What each witness answered last',
    kept: { while: 'the witness is asked' },
    erasure: notPersonal,
    facts: 'witness cosigned_at size away_since problem',
  }),
  log_time_stamps: table({
    purpose: 'Answers of a time-stamping authority about checkpoints',
    kept: law,
    erasure: notPersonal,
    facts: 'size reply authority stamped_at',
  }),
  log_time_stamping: table({
    purpose: 'Since when and why a time-stamping authority does not answer',
    kept: { while: 'an authority is asked' },
    erasure: notPersonal,
    facts: 'is_only away_since problem',
  }),
  liability_seals: table({
    purpose: 'What is owed to all players together',
    kept: law,
    erasure: 'nothing personal: salted hashes of wallets',
    facts: 'number text buckets',
  }),
  signing_stops: table({
    purpose: 'When and why nothing was signed',
    kept: law,
    erasure: idsOnly,
    pseudonym: 'wallet_id',
    facts: 'id at sentence ended_at',
    download: workOfStaff,
  }),
  ledger_day_totals: table({
    purpose: 'Totals of entries by day, for reports',
    kept: law,
    erasure: 'nothing personal',
    facts: 'day kind league market account amount',
  }),
  ledger_days: table({
    purpose: 'The events of each day, for reports',
    kept: law,
    erasure: 'nothing personal',
    facts: 'day first_seq last_seq',
  }),
  day_totals_progress: table({
    purpose: 'How far the daily totals count',
    kept: law,
    erasure: 'nothing personal',
    facts: 'is_only seq',
  }),
  cases: table({
    purpose: 'Findings of verifications and reconciliations, and investigations',
    kept: law,
    erasure:
      "what staff wrote about the person and a creditor's name become [erased]; of cases about several people, what names the person",
    personal: 'title facts',
    pseudonym: 'owner',
    facts: 'id kind key state opened_at changed_at',
    download: workOfStaff,
  }),
  case_entries: table({
    purpose: 'What happened to cases',
    kept: law,
    erasure: 'what staff wrote about the person becomes [erased]; of cases about several people, what names the person',
    personal: 'text',
    pseudonym: 'actor subject',
    facts: 'id case_id at act',
    download: workOfStaff,
  }),
  reconciliations: table({
    purpose: 'Comparisons of payments with the provider and the bank',
    kept: law,
    erasure: idsOnly,
    pseudonym: 'requested_by',
    facts: 'id kind state requested_at seen_at finished_at digest report',
    download: workOfStaff,
  }),
  saved_filters: table({
    purpose: 'Filters of the ledger that staff saved',
    kept: { while: 'its owner keeps it' },
    erasure: 'deleted when the account is closed',
    personal: 'name search',
    pseudonym: 'id user_id',
    facts: 'saved_at',
    download: { under: 'savedFilters' },
  }),
  ledger_verifications: table({
    purpose: 'Runs of the verification',
    kept: { days: 730 },
    erasure: 'deleted after two years',
    pseudonym: 'requested_by',
    facts: 'id requested_at started_at finished_at state events_done events_total report seen_at',
    download: workOfStaff,
  }),
  bets: table({
    purpose: 'Bets',
    kept: law,
    erasure: idsOnly,
    pseudonym: 'id wallet_id user_id',
    facts:
      'version stake system total_odds potential_payout odds_policy status payout settlement placed_at settled_at bonus_stake acceptance accept_at rejection rejected_match accepted_at cashed_stake cashed_paid',
    download: { under: 'bets' },
  }),
  bet_legs: table({
    purpose: 'Selections of bets',
    kept: law,
    erasure: idsOnly,
    pseudonym: 'bet_id',
    facts:
      'leg match_id market pick point label odds odds_seen market_version bookmaker quoted_at priced_from home_score away_score status graded_at',
    download: { under: 'bets' },
  }),
  booked_slips: table({
    purpose: 'Selections kept under a code, by anyone',
    kept: { days: 30 },
    erasure: notPersonal,
    facts: 'code slip booked_at',
  }),
  shared_bets: table({
    purpose: 'Bets that bettors share by link',
    kept: { days: 90 },
    erasure: 'deleted when the account is closed',
    pseudonym: 'bet_id user_id',
    facts: 'code shows_stake shared_at',
    download: { under: 'sharedBets' },
  }),
  cash_out_rules: table({
    purpose: 'Values at which bettors have bets cashed out automatically',
    kept: { while: 'the bet is not cashed out' },
    erasure: idsOnly,
    pseudonym: 'id bet_id user_id',
    facts: 'target set_at',
    download: { under: 'cashOutRules' },
  }),
  bonuses: table({
    purpose: 'Bonuses',
    kept: law,
    erasure: idsOnly,
    pseudonym: 'id wallet_id',
    facts:
      'version status percent maximum wagering min_total_odds days granted to_wager wagered on_bets granted_at expires_at ended_at charged_back converted taken_back max_stake opposing',
    download: { under: 'bonuses' },
  }),
  limit_changes: table({
    purpose: 'Limits that bettors set',
    kept: law,
    erasure: idsOnly,
    pseudonym: 'wallet_id actor',
    facts: 'id kind period before_amount amount from_at set_at',
    download: { under: 'responsiblePlay' },
  }),
  exclusions: table({
    purpose: 'Time-outs and self-exclusions',
    kept: { while: 'the exclusion must be known; never deleted' },
    erasure: 'ids only; the exclusion survives the closing',
    pseudonym: 'wallet_id actor',
    facts: 'id kind since until',
    download: { under: 'responsiblePlay' },
  }),
  operator_exclusions: table({
    purpose: 'Exclusions by staff',
    kept: { while: 'the exclusion must be known; never deleted' },
    erasure: 'the reason becomes [erased]; that it was, and its cause, stay',
    personal: 'reason',
    pseudonym: 'wallet_id admin',
    secret: 'salt',
    facts: 'content_hash id act cause since until',
    download: { under: 'responsiblePlay' },
  }),
  reality_checks: table({
    purpose: 'Reminders of time played',
    kept: law,
    erasure: idsOnly,
    pseudonym: 'wallet_id actor',
    facts: 'id minutes set_at',
    download: { under: 'responsiblePlay' },
  }),
  restricted_wallets: table({
    purpose: 'Wallets with limits or exclusions',
    kept: law,
    erasure: idsOnly,
    pseudonym: 'wallet_id',
    facts: 'since',
    download: { leftOut: 'computed from limits and exclusions' },
  }),
  matches: table({
    purpose: 'Matches',
    kept: { while: 'the product runs' },
    erasure: notPersonal,
    facts:
      'id seq league_key provider provider_event_id home_team away_team kickoff_at first_kickoff_at status home_score away_score markets event_quotes ended_at graded_at updated_at result_version score_changed_at seen_at',
  }),
  adjustment_steps: table({
    purpose: 'Adjustments of balances that admins requested and decided',
    kept: law,
    erasure: idsOnly,
    pseudonym: 'adjustment_id wallet_id admin',
    facts: 'number step amount cause at',
    download: workOfStaff,
  }),
  match_changes: table({
    purpose: 'Scores and kick-offs',
    kept: { while: 'the product runs' },
    erasure: notPersonal,
    facts: 'match_id id kickoff_at home_score away_score changed_at',
  }),
  match_results: table({
    purpose: 'Results and rulings',
    kept: law,
    erasure: 'about matches; staff must not name bettors in a reason, which bettors read',
    personal: 'reason',
    pseudonym: 'actor confirmed_by',
    facts: 'number match_id version kind home_score away_score half_home_score half_away_score void_bets decided_at',
    download: workOfStaff,
  }),
  match_reports: table({
    purpose: 'What results providers reported',
    kept: law,
    erasure: notPersonal,
    facts:
      'number match_id source source_match status home_score away_score half_home_score half_away_score later_scores ' +
      'reported_at',
  }),
  team_aliases: table({
    purpose: 'Names that results providers give to teams',
    kept: { while: 'the product runs' },
    erasure: notPersonal,
    pseudonym: 'decided_by',
    facts: 'id source league_key name team facts suggested_at status decided_at',
    download: workOfStaff,
  }),
  match_reviews: table({
    purpose: 'Matches that staff have to check',
    kept: { while: 'the product runs' },
    erasure: notPersonal,
    pseudonym: 'resolved_by',
    facts: 'id match_id kind subject facts created_at resolved_at resolution',
    download: workOfStaff,
  }),
  result_proposals: table({
    purpose: 'Rulings that wait for a second admin',
    kept: law,
    erasure: 'about matches; staff must not name bettors in a reason',
    personal: 'reason',
    pseudonym: 'proposed_by decided_by',
    facts: 'id match_id based_on decision dry_run proposed_at status decided_at',
    download: workOfStaff,
  }),
  solo_decisions: table({
    purpose: 'What admins decided alone',
    kept: law,
    erasure: idsOnly,
    pseudonym: 'admin subject',
    facts: 'id decided_at action amount',
    download: workOfStaff,
  }),
  market_orders: table({
    purpose: 'Markets that staff closed',
    kept: { while: 'the next order on the market' },
    erasure: 'about matches; staff must not name bettors in a reason',
    personal: 'reason',
    pseudonym: 'actor',
    facts: 'match_id market status ordered_at',
    download: workOfStaff,
  }),
  betting_closures: table({
    purpose: 'Where staff closed betting or cash-out',
    kept: { while: 'the next closure there' },
    erasure: 'about betting as a whole',
    personal: 'reason',
    pseudonym: 'actor',
    facts: 'closes scope closed_at opened_at',
    download: workOfStaff,
  }),
  cash_out_limits: table({
    purpose: 'What staff let cash-outs pay at most',
    kept: { while: 'the limit applies' },
    erasure: 'about betting as a whole',
    personal: 'reason',
    pseudonym: 'actor',
    facts: 'scope max_payment max_match_day set_at',
    download: workOfStaff,
  }),
  market_exposures: table({
    purpose: 'Open stakes by market',
    kept: { while: 'bets on the market are open' },
    erasure: notPersonal,
    facts: `match_id market point ${exposureColumns.join(' ')}`,
  }),
  exposure_changes: table({
    purpose: 'How often the open stakes on a match changed',
    kept: { while: 'the match is stored' },
    erasure: notPersonal,
    facts: 'match_id changes',
  }),
  open_combinations: table({
    purpose: 'Open bets by combination',
    kept: { while: 'bets on the combination are open' },
    erasure: notPersonal,
    facts: 'combination bets net',
  }),
  open_book: table({
    purpose: 'What all open bets may cost',
    kept: { while: 'the product runs' },
    erasure: notPersonal,
    facts: 'id net',
  }),
  withdrawal_links: table({
    purpose: 'Links that cancel a withdrawal',
    kept: { days: 30 },
    erasure: 'hashes of links; they open nothing once the withdrawal is decided',
    secret: 'token_hash',
    pseudonym: 'transaction_id',
    facts: 'created_at',
    download: { leftOut: 'hashes of links' },
  }),
  price_changes: table({
    purpose: 'Every price of a market',
    kept: { days: 730 },
    erasure: 'nothing personal; deleted two years after the match',
    facts: 'match_id market version state point prices bookmaker quoted_at recorded_at',
  }),
  league_feeds: table({
    purpose: 'How the polling of odds goes',
    kept: { while: 'the product runs' },
    erasure: notPersonal,
    facts: 'league_key tried_at confirmed_at every_ms state problem stale_after_ms',
  }),
  event_writers: table({
    purpose: 'Which database role may write which ledger events',
    kept: { while: 'the product runs' },
    erasure: notPersonal,
    facts: 'event_type role actors',
  }),
  feed_quota: table({
    purpose: 'Credits of the odds provider',
    kept: { while: 'the product runs' },
    erasure: notPersonal,
    facts: 'provider remaining used last told_at budget forecast plan event_plan',
  }),
  feed_incidents: table({
    purpose: 'Trouble with the odds provider',
    kept: { while: 'the product runs' },
    erasure: notPersonal,
    facts: 'id provider kind problem opened_at closed_at mailed_at',
  }),
  provider_gates: table({
    purpose: 'Calls of the payment provider',
    kept: { while: 'the product runs' },
    erasure: notPersonal,
    facts: 'provider minute_at calls failures openings open_until problem',
  }),
  socket_io_attachments: table({
    purpose: 'Messages between processes',
    kept: { while: 'seconds; the adapter deletes them' },
    erasure: 'gone within seconds',
    personal: 'payload',
    facts: 'id created_at',
    download: { leftOut: 'gone within seconds' },
  }),
};

/** Tables whose old rows the job `delete-old` deletes, with the days that hold unless the operator sets others. */
export const deletableTables: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(policies).flatMap(([name, { kept }]) => ('days' in kept ? [[name, kept.days] as const] : [])),
);
