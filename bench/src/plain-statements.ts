const utcText = (expression: string): string =>
  `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const LEG_COLUMNS = 12;
const legRow = (leg: number): string =>
  `(${Array.from({ length: LEG_COLUMNS }, (_, column) => `$${leg * LEG_COLUMNS + column + 1}`).join(', ')}, 'pending')`;

/** The statements of a plain transaction, each prepared once per connection. */
export const statements = {
  lockWallet: {
    name: 'plain-lock-wallet',
    text: `
      select cash, held, bonus, staked, version, head_hash, ${utcText('recorded_at')} as recorded_at
      from wallets where wallet_id = $1 for update`,
  },
  usedKey: {
    name: 'plain-used-key',
    text: 'select request, type, amount, payload from ledger_events where wallet_id = $1 and key = $2',
  },
  stamp: {
    name: 'plain-stamp',
    text: `select nextval('ledger_seq') as seq, ${utcText('clock_timestamp()')} as now`,
  },
  matches: { name: 'plain-matches', text: 'select * from matches where id = any($1::uuid[])' },
  feeds: { name: 'plain-feeds', text: 'select * from league_feeds where league_key = any($1::text[])' },
  insertEvent: {
    name: 'plain-insert-event',
    text: `
      insert into ledger_events (seq, wallet_id, version, type, amount, payload, key, request, actor, cause, effective_at,
        recorded_at, prev_hash, hash)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13)`,
  },
  insertEntries: {
    name: 'plain-insert-entries',
    text: `
      insert into ledger_entries (seq, leg, account, wallet_id, amount, balance_after)
      values ($1, 1, 'player:cash', $2, -$3::bigint, $4), ($1, 2, 'player:staked', $2, $3, $5)`,
  },
  updateWallet: {
    name: 'plain-update-wallet',
    text: `
      update wallets set cash = $2, staked = $3, version = $4, head_hash = $5, recorded_at = $6 where wallet_id = $1`,
  },
  insertBet: {
    name: 'plain-insert-bet',
    text: `
      insert into bets (id, wallet_id, user_id, stake, total_odds, potential_payout, odds_policy, status, placed_at)
      values ($1, $2, $3, $4, $5, $6, $7, 'pending', $8)`,
  },
  insertThreeLegs: {
    name: 'plain-insert-legs',
    text: `
      insert into bet_legs (bet_id, leg, match_id, market, pick, point, label, odds, odds_seen, market_version, bookmaker,
        quoted_at, status)
      values ${[0, 1, 2].map(legRow).join(', ')}`,
  },
} as const;
