#!/usr/bin/env node
/**
 * Verifies what Touchline exports without Touchline: Node's standard library only, one file to read.
 *
 *   node verify-ledger.mjs FILE --key operator.pem [--checkpoint kept.note] [--witness KEY]... [--tsa roots.pem] [--no-checkpoints]
 *
 * FILE: an export of the ledger (.ndjson or .csv), a wallet's proof or a receipt (.json), or the events of a case (events.ndjson) with
 * the checkpoint beside them. --key: the operator's public key (PEM);
 * `--key none` accepts any signature and says so. --checkpoint: a checkpoint that was kept from before, which the log must extend.
 * --witness: the key of a witness, as C2SP writes it, that must have cosigned the newest checkpoint. --tsa: root
 * certificates (PEM) of the authority that time-stamped checkpoints (RFC 3161). --no-checkpoints: accepts an export without any.
 * Exit code 0: everything adds up. 1: something does not; the first of each kind are named. 2: it could not be read.
 *
 * What it recomputes, by the published rules: the hash of every event over the one before it, the gapless versions, the legs of every
 * event (they sum to zero), every account's balance after every leg, the wallet's balance as the fold of its events; the verdict of
 * every leg from the recorded results, and the payout of every bet from its agreed terms; that no amount is negative and payouts are
 * divided as their stakes were; transactions, reversals, bonuses and adjustments against their events; the totals of every seal; and the
 * root of the transparency log at every checkpoint, with the operator's signatures.
 */
import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const zeros = '0'.repeat(64);
const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** JSON with members in the order of their names' UTF-16 code units, no white space, whole numbers only. */
const canonical = (value) => {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
};

const canonicalEvent = (event) => {
  const { actor, amount, cause, effective_at, key, payload, recorded_at, request, seq, type, version, wallet_id } =
    event;
  return canonical({
    actor,
    amount,
    cause,
    effective_at,
    key,
    payload,
    recorded_at,
    request,
    seq,
    type,
    version,
    wallet_id,
  });
};

/** `undefined` for an event without a canonical form, which has no hash. */
const hashOf = (previous, event) => {
  try {
    return sha256(Buffer.from(previous, 'hex'), canonicalEvent(event)).toString('hex');
  } catch {
    return undefined;
  }
};

/** The chart of accounts: how each type of event moves money. Positive credits an account, negative debits it. */
const move = (amount, from, to) => [
  [from, -amount],
  [to, amount],
];
/** Part of a stake may come from a bonus; its part of the payout returns there, or to the bookmaker if the bonus was lost. */
const stakeOf = ({ amount, payload: { fromBonus = 0 } }) => [
  ['player:cash', fromBonus - amount],
  ['player:bonus', -fromBonus],
  ['player:staked', amount],
];
const payOut = (stake, { amount, payload: { toBonus = 0, forfeited = 0 } }) => [
  ['player:staked', -stake],
  ['house:result', stake - amount],
  ['player:cash', amount - toBonus - forfeited],
  ['player:bonus', toBonus],
  ['house:bonus', forfeited],
];
const settlements = {
  WinningsPaid: (event) => payOut(event.payload.stake, event),
  StakeLost: (event) => move(event.amount, 'player:staked', 'house:result'),
  StakeRefunded: (event) => payOut(event.amount, event),
};
const movements = {
  DepositCredited: (event) => move(event.amount, 'provider:clearing', 'player:cash'),
  DepositReversed: (event) => move(event.amount, 'player:cash', 'provider:clearing'),
  WithdrawalRequested: (event) => move(event.amount, 'player:cash', 'player:held'),
  WithdrawalPaid: (event) => move(event.amount, 'player:held', 'payouts:clearing'),
  WithdrawalReleased: (event) => move(event.amount, 'player:held', 'player:cash'),
  StakeTaken: stakeOf,
  BetAccepted: () => [],
  BetRejected: (event) => payOut(event.amount, event),
  CashedOut: (event) => payOut(event.payload.stake, event),
  ...settlements,
  SettlementRolledBack: (event) =>
    settlements[event.payload.reverses](event).map(([account, amount]) => [account, -amount]),
  BonusGranted: (event) => move(event.amount, 'house:bonus', 'player:bonus'),
  BonusConverted: (event) => move(event.amount, 'player:bonus', 'player:cash'),
  BonusTakenBack: (event) => move(event.amount, 'player:cash', 'house:bonus'),
  BonusForfeited: (event) => move(event.amount, 'player:bonus', 'house:bonus'),
  AdjustmentMade: (event) => move(event.amount, 'house:result', 'player:cash'),
};
const legsOf = (event) => movements[event.type](event).filter(([, amount]) => amount !== 0);
/** Only an adjustment takes money by a negative amount. Of a stake or payout, the part of a bonus is not more than the whole. */
const hasPossibleAmounts = ({ type, amount, payload }) => {
  if (type === 'AdjustmentMade') return Number.isSafeInteger(amount);
  const { stake = 0, fromBonus = 0, toBonus = 0, forfeited = 0, wagered = 0 } = payload;
  return (
    [amount, stake, fromBonus, toBonus, forfeited, wagered].every(
      (cents) => Number.isSafeInteger(cents) && cents >= 0,
    ) && Math.max(fromBonus, toBonus + forfeited) <= amount
  );
};
/** The part of a payout that is a bonus's, as of the stake; rounded down. */
const bonusShare = (amount, { stake, bonus_stake }) => Number((BigInt(amount) * BigInt(bonus_stake)) / BigInt(stake));

/** RFC 6962: a leaf behind the byte 0x00, a pair behind 0x01. An entry of the log is its source's code and a hash. */
const pairHash = (left, right) => sha256(Buffer.from([1]), left, right);
const codes = {
  event: 1,
  audit: 2,
  access: 3,
  result: 4,
  exclusion: 5,
  'operator-exclusion': 6,
  seal: 7,
  report: 8,
  adjustment: 9,
};
const entryLeaf = (source, hash) => sha256(Buffer.from([0, codes[source] ?? 0]), hash);
const createRoot = () => {
  const full = [];
  let size = 0;
  return {
    add: (leaf) => {
      let tree = { size: 1, root: leaf };
      while (full.at(-1)?.size === tree.size) {
        const left = full.pop();
        tree = { size: left.size * 2, root: pairHash(left.root, tree.root) };
      }
      full.push(tree);
      size += 1;
    },
    size: () => size,
    root: () => full.reduceRight((right, { root }) => (right ? pairHash(root, right) : root), undefined) ?? sha256(),
  };
};

/** The largest power of two below `size`. */
const splitOf = (size) => {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
};

/** The node above a leaf and the siblings of `path`, nearest first; `undefined` if the path has the wrong length. */
const climb = (leaf, index, size, path, pair) => {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return undefined;
  if (size === 1) return path.length === 0 ? leaf : undefined;
  const far = path.at(-1);
  if (far === undefined) return undefined;
  const split = splitOf(size);
  const isLeft = index < split;
  const near = climb(leaf, isLeft ? index : index - split, isLeft ? split : size - split, path.slice(0, -1), pair);
  if (near === undefined) return undefined;
  return isLeft ? pair(near, far) : pair(far, near);
};

const found = new Map();
const mostNamed = 20;
const report = (kind, sentence) => {
  const known = found.get(kind) ?? { sentences: [], count: 0 };
  known.count += 1;
  if (known.sentences.length < mostNamed) known.sentences.push(sentence);
  found.set(kind, known);
};
/** Runs a check. What has no form that it can read is a finding, so that it hides no other. */
const readable = (name, check) => {
  try {
    check();
  } catch (error) {
    report('unreadable', `${name} cannot be read: ${error.message}`);
  }
};
const counts = { wallets: 0, events: 0, entries: 0, checkpoints: 0, bets: 0, records: 0, erased: 0, expired: 0 };
/** Lines about what was proved, and what was not. */
const proved = [];
const notCovered = [];

/** A signed note (C2SP): its text, and the signatures by name and key id. */
const readNote = (note) => {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  const lines = note
    .slice(end + 2)
    .split('\n')
    .slice(0, -1);
  const signatures = lines.flatMap((line) => {
    const [, name, encoded] = /^\u2014 (\S+) (\S+)$/u.exec(line) ?? [];
    const bytes = Buffer.from(encoded ?? '', 'base64');
    return name && bytes.length > 4 ? [{ name, id: bytes.subarray(0, 4), signature: bytes.subarray(4) }] : [];
  });
  const [origin, size, root] = text.split('\n');
  return { text, signatures, origin, size: Number(size), root: Buffer.from(root ?? '', 'base64') };
};
const keyId = (name, type, raw) => sha256(`${name}\n`, Buffer.from([type]), raw).subarray(0, 4);
const keyObject = (raw) =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]),
    format: 'der',
    type: 'spki',
  });

/** The operator's key comes from the operator and never from the file. */
const isSigned = ({ text, origin, signatures }, key) => {
  if (!key) return signatures.length > 0;
  const raw = key.export({ type: 'spki', format: 'der' }).subarray(-32);
  const id = keyId(origin, 1, raw);
  return signatures.some(
    (one) => one.name === origin && one.id.equals(id) && verify(null, Buffer.from(text), key, one.signature),
  );
};
/** `witness`: name+id+base64 of 0x04 and the key. Returns the time of its cosignature in seconds since 1970. */
const cosignedAt = ({ text, signatures }, witness) => {
  const [name, , ...rest] = witness.split('+');
  const typed = Buffer.from(rest.join('+'), 'base64');
  if (typed[0] !== 4 || typed.length !== 33) throw new Error(`${witness} is not the key of a witness`);
  const raw = typed.subarray(1);
  const id = keyId(name, 4, raw);
  for (const one of signatures) {
    if (one.name !== name || !one.id.equals(id) || one.signature.length !== 72) continue;
    const time = one.signature.readBigUInt64BE();
    const signed = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
    if (verify(null, signed, keyObject(raw), one.signature.subarray(8))) return Number(time);
  }
  return undefined;
};

const checkNote = (note, { key, witnesses }, name) => {
  if (!isSigned(note, key))
    report('checkpoint-forged', `${name} is not signed with ${key ? "the operator's" : 'any'} key`);
  let cosigned = 0;
  for (const witness of witnesses) {
    if (cosignedAt(note, witness) === undefined)
      report('not-witnessed', `${name} is not cosigned by ${witness.split('+')[0]}`);
    else cosigned += 1;
  }
  return cosigned;
};

/** Numbers are drawn under the locks under which the time is read, so that an event can be recorded only seconds before an earlier one. */
const mostDelay = 60_000;
/** `now`: an export is not older than what is in it. */
const createClock = (exportedAt) => {
  let [newest, now] = [Number.NEGATIVE_INFINITY, exportedAt];
  const pass = (text) => {
    const time = timeOf(text);
    now = Math.max(now, Math.min(time, Date.now()));
    return time;
  };
  return {
    now: () => now,
    pass,
    event: (event) => {
      const recordedAt = pass(event.recorded_at);
      if (recordedAt < newest - mostDelay)
        report('time-backwards', `${nameOf(event)} was recorded long before an event with a lower number`);
      if (recordedAt > newest) newest = recordedAt;
    },
  };
};
const timeOf = (text) => {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Error(`${text} is not a time`);
  return time;
};

const accounts = ['cash', 'held', 'bonus', 'staked'];
const needsCash = ['StakeTaken', 'WithdrawalRequested'];
const totals = { cash: 0, held: 0, bonus: 0, staked: 0, liabilities: 0, receivables: 0, events: 0, wallets: 0 };
const totalOf = (wallet) => accounts.reduce((sum, account) => sum + wallet[account], 0);

/** Checks one wallet's events in their order. */
const createWalletCheck = (walletId) => {
  const wallet = { cash: 0, held: 0, bonus: 0, staked: 0 };
  let version = 0;
  let head = zeros;
  let recordedAt = '';
  let person;
  counts.wallets += 1;

  const checkEntries = (name, event, entries) => {
    const legs = legsOf(event);
    counts.entries += entries.length;
    if (legs.reduce((sum, [, amount]) => sum + amount, 0) !== 0) report('unbalanced', `${name} does not balance`);
    for (const [account, amount] of legs) {
      if (account.startsWith('player:')) wallet[account.slice(7)] += amount;
    }
    const fits =
      legs.length === entries.length &&
      legs.every(([account, amount], at) => {
        const [seq, leg, booked, cents, balance] = entries[at];
        const after = account.startsWith('player:') ? wallet[account.slice(7)] : null;
        return seq === event.seq && leg === at + 1 && booked === account && cents === amount && balance === after;
      });
    if (!fits) report('entries-differ', `the entries of ${name} do not match the event`);
  };

  return {
    event: ({ event, prev_hash, hash, entries }) => {
      counts.events += 1;
      const name = nameOf(event);
      if (event.wallet_id !== walletId) report('event-misplaced', `${name} is among the events of another wallet`);
      if (event.version !== version + 1)
        report('version-missing', `${name} follows version ${version}: events between them are missing`);
      if (prev_hash !== head) report('chain-broken', `${name} does not continue the hash before it`);
      if (hashOf(prev_hash, event) !== hash) report('event-altered', `${name} differs from its hash`);
      if (event.recorded_at < recordedAt)
        report('time-backwards', `${name} was recorded before the event that precedes it`);
      const actor = String(event.actor);
      if (actor.startsWith('user:')) {
        person ??= actor;
        if (actor !== person) report('owner-differs', `${name} is by ${actor}, those before it by ${person}`);
      }
      version = event.version;
      head = hash;
      recordedAt = event.recorded_at;
      if (!Object.hasOwn(movements, event.type)) {
        report('event-unknown', `${name} has an unknown type`);
        return;
      }
      if (!hasPossibleAmounts(event)) report('amount-wrong', `${name} has amounts that its type cannot have`);
      const before = { ...wallet };
      checkEntries(name, event, entries);
      const isShort = needsCash.includes(event.type) && wallet.cash < 0;
      if (isShort || wallet.held < 0 || wallet.bonus < 0 || wallet.staked < 0) {
        report('balance-negative', `${name} debits more than the balance`);
      }
      for (const account of accounts) totals[account] += wallet[account] - before[account];
      const [was, is] = [totalOf(before), totalOf(wallet)];
      totals.liabilities += Math.max(0, is) - Math.max(0, was);
      totals.receivables += Math.max(0, -is) - Math.max(0, -was);
      totals.events += 1;
      if (event.version === 1) totals.wallets += 1;
    },
    /** `stored`: the wallet's own line. */
    end: (stored) => {
      if (!stored) {
        report('wallet-missing', `wallet ${walletId} has events but no balance`);
        return;
      }
      const isFold = accounts.every((account) => stored[account] === wallet[account]);
      const isTimely = version === 0 || stored.recorded_at === recordedAt;
      if (!isFold || stored.version !== version || stored.head !== head || !isTimely) {
        report(
          'wallet-differs',
          `the balance of wallet ${walletId} is not the fold of its ${version} ${version === 1 ? 'event' : 'events'}`,
        );
      }
    },
  };
};
const nameOf = ({ version, wallet_id, type, key }) => `event ${version} of wallet ${wallet_id} (${type}, ${key})`;

/** Wallets by id, each checked as its events come. */
const createWallets = () => {
  const checks = new Map();
  const checkOf = (id) => {
    const known = checks.get(id);
    if (known) return known;
    const check = createWalletCheck(id);
    checks.set(id, check);
    return check;
  };
  return { checkOf, ids: () => checks.keys() };
};

/** A price or factor as an exact fraction. */
const fraction = (text) => {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`${text} is not a price`);
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
};
const plainDecimal = (text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
const factorOf = (verdict, odds) => {
  const [top, bottom] = fraction(odds);
  if (verdict === 'won') return [top, bottom];
  if (verdict === 'lost') return [0n, 1n];
  if (verdict === 'half-won') return [top + bottom, 2n * bottom];
  return verdict === 'half-lost' ? [1n, 2n] : [1n, 1n];
};

const times = ([a, b], [c, d]) => [a * c, b * d];
const plus = ([a, b], [c, d]) => [a * d + c * b, b * d];

/** The positions of the legs of every line of a bet; one line of all legs without a system. */
const linesOf = (legs, system) => {
  const all = legs.map((_, at) => at);
  if (!system) return [all];
  const { sizes, bankers } = system;
  const others = all.filter((at) => !bankers.includes(at));
  const combine = (size, from) =>
    size === 0
      ? [[]]
      : others.slice(from).flatMap((at, step) => combine(size - 1, from + step + 1).map((rest) => [at, ...rest]));
  return sizes.flatMap((size) => combine(size, 0).map((line) => [...bankers, ...line]));
};
/** What a stake on all lines pays: for each line its part of the stake times the product of its factors; rounded down once. */
const linesPayout = (stake, factors, lines) => {
  // Over the product of all denominators, a leg outside a line counts with its own denominator.
  const whole = factors.reduce((product, [, bottom]) => product * bottom, 1n);
  const total = lines.reduce(
    (sum, line) => sum + factors.reduce((of, [top, bottom], at) => of * (line.includes(at) ? top : bottom), 1n),
    0n,
  );
  return Number((total * BigInt(stake)) / (whole * BigInt(lines.length)));
};

/** A bet without a line that has no lost leg is lost. Otherwise it pays what its lines pay. */
const gradeBet = (stake, { legs, system }, verdicts) => {
  const lines = linesOf(legs, system);
  const isLive = (line) => line.every((at) => verdicts[at] !== 'lost');
  if (!lines.some(isLive)) return { status: 'lost', payout: 0 };
  if (verdicts.includes('pending')) return { status: 'pending', payout: 0 };
  if (verdicts.every((verdict) => verdict === 'void')) return { status: 'void', payout: stake };
  const factors = legs.map(({ odds }, at) => factorOf(verdicts[at], odds));
  const payout = linesPayout(stake, factors, lines);
  return { status: payout > 0 ? 'won' : 'lost', payout };
};

/** What a part of a stake is worth: by the expected factor of each leg, less the margin for each open one; rounded down once. */
const cashOutValue = (stake, { legs, system }, { margin, legs: valued }) => {
  if (valued.length !== legs.length) return undefined;
  const [kept, whole] = fraction(margin);
  if (kept > whole) return undefined;
  const factors = [];
  for (const [at, { odds }] of legs.entries()) {
    const { verdict, chances } = valued[at];
    if (verdict !== undefined) {
      if (!paying.includes(verdict) && !(system && verdict === 'lost')) return undefined;
      factors.push(factorOf(verdict, odds));
      continue;
    }
    let [expected, certain] = [
      [0n, 1n],
      [0n, 1n],
    ];
    for (const [outcome, chance] of Object.entries(chances)) {
      if (!paying.includes(outcome)) return undefined;
      expected = plus(expected, times(factorOf(outcome, odds), fraction(chance)));
      certain = plus(certain, fraction(chance));
    }
    if (certain[0] > certain[1]) return undefined;
    factors.push(times(expected, [whole - kept, whole]));
  }
  return linesPayout(stake, factors, linesOf(legs, system));
};
const paying = ['won', 'half-won', 'void', 'half-lost'];

/** A whole line met exactly is void; a quarter line is half won or half lost when it is met by a quarter. */
const byLead = (lead) => {
  if (lead === 0) return 'void';
  if (Math.abs(lead) === 0.25) return lead > 0 ? 'half-won' : 'half-lost';
  return lead > 0 ? 'won' : 'lost';
};
const totalGoals = ({ pick, point }, home, away, isAbandoned) => {
  const passed = home + away - Number(point);
  return isAbandoned && passed < 0 ? 'void' : byLead(pick === 'over' ? passed : -passed);
};
/** Whether no further goal changes a verdict. */
const isDecided = (verdictAt, home, away) => {
  for (let more = 0; more < 13 * 13; more += 1) {
    if (verdictAt(home + Math.floor(more / 13), away + (more % 13)) !== verdictAt(home, away)) return false;
  }
  return true;
};
/** Of an abandoned match only what no further goal could have changed is decided. */
const decided = (rule) => (leg, home, away, isAbandoned) =>
  isAbandoned && !isDecided((...score) => rule(leg, ...score), home, away) ? 'void' : rule(leg, home, away);
const wonIf = (rule) => decided((leg, home, away) => (rule(leg.pick, home, away) ? 'won' : 'lost'));
const teamGoals = (goalsOf) =>
  decided(({ pick, point }, home, away) => byLead((goalsOf(home, away) - Number(point)) * (pick === 'over' ? 1 : -1)));
const winnerOf = (home, away) => (home > away ? 'home' : home < away ? 'away' : 'draw');
const markets = {
  h2h: ({ pick }, home, away, isAbandoned) => {
    if (isAbandoned) return 'void';
    return pick === winnerOf(home, away) ? 'won' : 'lost';
  },
  totals: totalGoals,
  alternate_totals: totalGoals,
  double_chance: wonIf((pick, home, away) => pick.split('_or_').includes(winnerOf(home, away))),
  draw_no_bet: decided(({ pick }, home, away) => byLead(pick === 'home' ? home - away : away - home)),
  spreads: decided(({ pick, point }, home, away) => {
    const lead = home - away + Number(point);
    return byLead(pick === 'home' ? lead : -lead);
  }),
  team_totals_home: teamGoals((home) => home),
  team_totals_away: teamGoals((_home, away) => away),
  btts: wonIf((pick, home, away) => (home > 0 && away > 0) === (pick === 'yes')),
  odd_even: wonIf((pick, home, away) => ((home + away) % 2 === 1) === (pick === 'odd')),
  exact_goals: wonIf((pick, home, away) => pick === (home + away > 5 ? 'more' : `${home + away}`)),
  correct_score: wonIf((pick, home, away) => pick === (home > 4 || away > 4 ? 'other' : `${home}-${away}`)),
  winning_margin: wonIf((pick, home, away) => {
    const winner = winnerOf(home, away);
    return pick === (winner === 'draw' ? 'draw' : `${winner}_by_${Math.min(3, Math.abs(home - away))}`);
  }),
};
/** The markets of the first half, by the score at half-time, and those of both halves. */
const firstHalf = {
  h2h_3_way_h1: wonIf((pick, home, away) => pick === winnerOf(home, away)),
  totals_h1: teamGoals((home, away) => home + away),
  btts_h1: markets.btts,
};
const isHalfTimeFullTime = ({ pick }, half, home, away) =>
  pick === `${winnerOf(half[0], half[1])}-${winnerOf(home, away)}`;
/** A leg that needs the score at half-time. It waits for that score, unless the match was abandoned before. */
const halfVerdict = (leg, { kind, home_score: home, away_score: away, half_home_score, half_away_score }) => {
  const half =
    half_home_score === undefined || half_home_score === null ? undefined : [half_home_score, half_away_score];
  if (!half && kind !== 'abandoned') return 'pending';
  const rule = firstHalf[leg.market];
  if (rule) return half ? rule(leg, half[0], half[1], false) : rule(leg, home, away, true);
  if (!half) return 'void';
  if (kind === 'score') return isHalfTimeFullTime(leg, half, home, away) ? 'won' : 'lost';
  // Lost as soon as the result at half-time is wrong; otherwise any result can still follow.
  if (!leg.pick.startsWith(`${winnerOf(half[0], half[1])}-`)) return 'lost';
  return kind === 'abandoned' ? 'void' : 'pending';
};
/** Several selections of one match, all of which must win. */
markets.builder = decided(({ pick }, home, away) =>
  pick.split('+').every((code) => {
    const [market, name, point = null] = code.split(':');
    return markets[market]({ pick: name, point }, home, away, false) === 'won';
  })
    ? 'won'
    : 'lost',
);
/** What a result makes of a leg. Bets in a window are void whatever the score. */
const verdictOf = (leg, takenAt, result) => {
  const { kind, home_score, away_score, void_bets } = result;
  const hasPartOf = (market) =>
    leg.market === 'builder' && leg.pick.split('+').some((code) => code.split(':')[0] === market);
  const isInside = ({ market, builders, from, until }) =>
    (market === undefined || market === leg.market || (builders === true && hasPartOf(market))) &&
    (from === undefined || takenAt >= from) &&
    (until === undefined || takenAt < until);
  if (void_bets.some(isInside) || kind === 'void') return 'void';
  if (leg.market === 'halftime_fulltime' || Object.hasOwn(firstHalf, leg.market)) return halfVerdict(leg, result);
  if (!Object.hasOwn(markets, leg.market)) return 'pending';
  const rule = markets[leg.market];
  if (kind !== 'open') return rule(leg, home_score, away_score, kind === 'abandoned');
  // While a match goes on, its last confirmed score decides what no further goal can change.
  if (home_score === null) return 'pending';
  const verdict = rule(leg, home_score, away_score, false);
  return isDecided((home, away) => rule(leg, home, away, false), home_score, away_score) ? verdict : 'pending';
};

/** The usual steps of prices in hundredths: up to the first number by the second. */
const ladder = [
  [200, 1],
  [300, 2],
  [400, 5],
  [600, 10],
  [1_000, 20],
  [2_000, 50],
  [3_000, 100],
  [5_000, 200],
  [10_000, 500],
  [Number.POSITIVE_INFINITY, 1_000],
];
const onLadder = (price) => {
  const wanted = Math.floor(price * 100 + 1e-7);
  const [, step] = ladder.find(([upTo]) => wanted < upTo);
  return (Math.floor(wanted / step) * step) / 100;
};

/** Whether the odds of a builder follow from the probabilities that its terms hold. Bets under earlier house rules lack them. */
const isPriced = ({ market, pick, odds, priced_from }, rules) => {
  if (market !== 'builder') return !priced_from;
  if (!priced_from) return rules < 5;
  const { alone, chances, margin, score } = priced_from;
  let [won, all] = [0, 0];
  for (const [home, row] of chances.entries()) {
    for (const [away, chance] of row.entries()) {
      all += chance;
      if (markets.builder({ pick }, score.home + home, score.away + away, false) === 'won') won += chance;
    }
  }
  const parts = pick.split('+').length;
  const exact = (1 - margin / 1e6) ** parts / (won / 1e9);
  const fair = rules < 6 ? Math.floor(exact * 100) / 100 : onLadder(exact);
  const isWhole = Math.abs(all - 1e9) <= chances.length ** 2 && chances.flat().every((chance) => chance >= 0);
  return isWhole && alone.length === parts && Number(odds) === Math.max(fair, 1.01, ...alone.map(Number));
};

const termsOf = ({ id, stake, legs, system, potential_payout, total_odds }) =>
  sha256(
    canonical({
      bet: id,
      legs: legs.map(({ market, match, odds, pick, point, priced_from }) => ({
        market,
        match,
        odds: plainDecimal(odds),
        pick,
        point: point === null ? null : String(Number(point)),
        ...(priced_from && { priced_from }),
      })),
      potential_payout,
      stake,
      ...(system && { system: { bankers: system.bankers, sizes: system.sizes } }),
      total_odds: plainDecimal(total_odds),
    }),
  ).toString('hex');

const day = 86_400_000;
const betTypes = [
  ...[
    'StakeTaken',
    'BetAccepted',
    'BetRejected',
    'CashedOut',
    'WinningsPaid',
    'StakeLost',
    'StakeRefunded',
    'SettlementRolledBack',
  ],
];
const settlementOf = { won: 'WinningsPaid', lost: 'StakeLost', void: 'StakeRefunded' };

const inOrder = (one, other) =>
  one.wallet_id === other.wallet_id ? one.version - other.version : one.wallet_id < other.wallet_id ? -1 : 1;

/**
 * What a bet is after its stake was taken: from house rules 7 on the stake records whether it awaits acceptance. `placed`: it may.
 */
const afterStake = ({ payload: { awaits, rules = 1 } }) =>
  awaits === true ? 'awaiting' : rules < 7 ? 'placed' : 'open';

/**
 * Checks that the events come in an order that a bet can have, each with the amount due. Returns what is open of the stake after them;
 * `undefined` if not.
 */
const checkTurns = (bet, own) => {
  let state = 'none';
  let settlements = 0;
  let last;
  let [open, paidOut] = [bet.stake, 0];
  for (const event of own) {
    const { type, key, amount, payload } = event;
    const isOpen = state === 'placed' || state === 'open';
    const isJudged = (state === 'placed' || state === 'awaiting') && key === `judge:${bet.id}`;
    const { toBonus = 0, forfeited = 0, wagered = 0 } = payload;
    let next;
    if (type === 'StakeTaken') next = state === 'none' ? afterStake(event) : undefined;
    else if (type === 'BetAccepted') next = isJudged ? 'open' : undefined;
    else if (type === 'BetRejected') next = isJudged && amount === bet.stake ? 'rejected' : undefined;
    else if (type === 'CashedOut') {
      const isDue = payload.stake > 0 && amount === cashOutValue(payload.stake, bet, payload.quote);
      [open, paidOut] = [open - payload.stake, paidOut + amount];
      if (isOpen && isDue && open >= 0) next = open === 0 ? 'cashed-out' : 'open';
    } else if (type === 'SettlementRolledBack') {
      // The bonus's part is taken from where it is now, so it may differ from that of the settlement.
      const isLast =
        payload.settlement === settlements &&
        payload.reverses === last?.type &&
        amount === last.amount &&
        (last.type !== 'WinningsPaid' || payload.stake === last.payload.stake) &&
        (wagered === 0 || wagered === last.payload.wagered);
      next = state === 'settled' && isLast ? 'open' : undefined;
    } else {
      const verdicts = payload.legs;
      const due = verdicts.length === bet.legs.length ? gradeBet(open, bet, verdicts) : { status: 'pending' };
      const amountDue = due.status === 'won' ? due.payout : open;
      const isDue =
        settlementOf[due.status] === type &&
        amount === amountDue &&
        (type !== 'WinningsPaid' || payload.stake === open) &&
        wagered >= 0 &&
        wagered <= bet.stake;
      next = isOpen && payload.settlement === settlements + 1 && isDue ? 'settled' : undefined;
    }
    if (!next || toBonus + forfeited > bonusShare(amount, bet)) {
      report('payout-wrong', `${nameOf(event)} is not due for bet ${bet.id}`);
      return undefined;
    }
    if (next === 'settled') [settlements, last] = [settlements + 1, event];
    state = next;
  }
  const ended = { WinningsPaid: ['won', last?.amount], StakeLost: ['lost', 0], StakeRefunded: ['void', open] };
  const pending = ['pending', null];
  const states = {
    placed: pending,
    awaiting: pending,
    open: pending,
    rejected: ['void', bet.stake],
    'cashed-out': ['cashed-out', paidOut],
  };
  const [status, payout] = states[state] ?? ended[last.type];
  const isLeft =
    bet.status === status &&
    bet.payout === payout &&
    bet.settlement === settlements &&
    bet.cashed_stake === bet.stake - open &&
    bet.cashed_paid === paidOut;
  if (isLeft) return { open };
  report('bet-differs', `bet ${bet.id} is ${bet.status}, which is not the state after its last event`);
  return undefined;
};

/** What a settlement or cash-out says that each leg came to. */
const statedLegs = ({ type, payload }) => {
  if (Object.hasOwn(settlements, type)) return payload.legs;
  return type === 'CashedOut' ? payload.quote.legs.map(({ verdict = 'pending' }) => verdict) : [];
};

/**
 * Whether a leg was decided for good before an event. A decision is recorded a little after its time, which is that of the provider's
 * answer, and a later one may have taken it back.
 */
const wasDecided = (decisions, verdicts, { recorded_at }) => {
  const before = Date.parse(recorded_at) - 300_000;
  const newest = decisions.findLastIndex(({ decided_at }) => Date.parse(decided_at) < before);
  return newest >= 0 && !verdicts.slice(newest).includes('pending');
};

/** While a release replaces another, bets are placed under the house rules of both. An operator can also go back to an earlier release. */
const longestRollout = 3_600_000;
const createRules = () => {
  let [newest, since, outdated] = [0, 0, 0];
  return {
    stake: ({ recorded_at, payload: { rules = 1 } }) => {
      const recordedAt = Date.parse(recorded_at);
      if (rules > newest) [newest, since] = [rules, recordedAt];
      else if (rules < newest && recordedAt > since + longestRollout) outdated += 1;
    },
    end: () => {
      if (outdated === 0) return;
      const bets = outdated === 1 ? '1 bet was' : `${outdated} bets were`;
      notCovered.push(
        `${bets} placed under earlier house rules than bets before: what only later rules record is not proved.`,
      );
    },
  };
};

/** The bet's own line, which is not in the log, is believed for a day, while nothing has happened to the bet. */
const isAwaiting = ({ awaits_acceptance }, own, exportedAt) =>
  awaits_acceptance &&
  afterStake(own[0]) !== 'open' &&
  own.length === 1 &&
  Date.parse(own[0].recorded_at) > exportedAt - day;

/** Bets with their events, and the results that they are graded by. `exportedAt`: when, once all lines were read. */
const createBets = (exportedAt) => {
  const bets = new Map();
  const rules = createRules();
  const events = new Map();
  const results = new Map();
  const settledBy = new Map();

  const checkVerdicts = (bet, own, { open }) => {
    const isOpenLegChecked = (own[0].payload.rules ?? 1) >= 7;
    for (const event of own) {
      const stated = statedLegs(event);
      const wrong = bet.legs.findIndex((leg, at) => {
        if (stated[at] === undefined) return false;
        const decisions = results.get(leg.match) ?? [];
        const verdicts = decisions.map((one) => verdictOf(leg, bet.taken_at, one));
        if (stated[at] !== 'pending') return !verdicts.includes(stated[at]);
        return isOpenLegChecked && event.type === 'CashedOut' && wasDecided(decisions, verdicts, event);
      });
      if (wrong < 0) continue;
      const leg = `leg ${wrong + 1} of bet ${bet.id}`;
      const sentence =
        stated[wrong] === 'pending'
          ? `${nameOf(event)} has ${leg} as open, although a recorded result had decided it`
          : `${nameOf(event)} has ${leg} as ${stated[wrong]}, which no recorded result makes it`;
      report('verdict-wrong', sentence);
      return;
    }
    const newest = bet.legs.map(({ match }) => results.get(match)?.at(-1));
    // Applying a result takes minutes. What the match's own line says, which is not in the log, is believed for a day.
    const isWaiting = newest.some(
      (result) =>
        result && settledBy.get(result.match_id) === null && Date.parse(result.decided_at) > exportedAt() - day,
    );
    const isOver = own.at(-1).type === 'BetRejected' || bet.status === 'cashed-out';
    if (isOver || isAwaiting(bet, own, exportedAt()) || isWaiting) return;
    const verdicts = bet.legs.map((leg, at) => (newest[at] ? verdictOf(leg, bet.taken_at, newest[at]) : 'pending'));
    const due = gradeBet(open, bet, verdicts);
    if (due.status === bet.status && (due.status === 'pending' || due.payout === bet.payout)) return;
    report('verdict-wrong', `bet ${bet.id} is ${bet.status}, but the recorded results make it ${due.status}`);
  };

  const check = (id, bet, own) => {
    const [first] = own;
    if (!bet || first?.type !== 'StakeTaken') {
      report(
        'bet-missing',
        bet ? `bet ${id} has no stake in the ledger` : `bet ${id} is in the ledger but does not exist`,
      );
      return;
    }
    const agreed = own.findLast(({ type }) => type === 'StakeTaken' || type === 'BetAccepted');
    const isAgreed =
      own.every(({ wallet_id }) => wallet_id === bet.wallet_id) &&
      agreed.payload.terms === termsOf(bet) &&
      first.amount === bet.stake &&
      (first.payload.fromBonus ?? 0) === bet.bonus_stake;
    const isTaken = !isAwaiting(bet, own, exportedAt()) && own.every(({ type }) => type !== 'BetRejected');
    const invented = isAgreed ? bet.legs.findIndex((leg) => !isPriced(leg, first.payload.rules ?? 1)) : -1;
    if (!isAgreed) report('bet-differs', `bet ${id} does not have the terms of ${nameOf(agreed)}`);
    else if (invented >= 0) {
      report('bet-differs', `leg ${invented + 1} of bet ${id} has odds that its recorded probabilities do not make`);
    } else if (isTaken && Date.parse(agreed.recorded_at) !== bet.taken_at) {
      report('bet-differs', `bet ${id} was not taken at the time of ${nameOf(agreed)}`);
    } else {
      const left = checkTurns(bet, own);
      if (left) checkVerdicts(bet, own, left);
    }
  };

  return {
    bet: (bet) => {
      if (bets.has(bet.id)) report('bet-differs', `bet ${bet.id} has two lines`);
      bets.set(bet.id, bet);
    },
    match: ({ id, settled_by }) => settledBy.set(id, settled_by),
    result: (result) => results.set(result.match_id, [...(results.get(result.match_id) ?? []), result]),
    event: (event) => {
      const id = event.payload.betId;
      if (event.type === 'StakeTaken') rules.stake(event);
      const own = events.get(id);
      if (own) own.push(event);
      else events.set(id, [event]);
    },
    end: () => {
      counts.bets = bets.size;
      rules.end();
      const eventsOf = (id) => (events.get(id) ?? []).sort(inOrder);
      for (const id of new Set([...bets.keys(), ...events.keys()]))
        readable(`bet ${id}`, () => check(id, bets.get(id), eventsOf(id)));
    },
  };
};

/** Each adjustment against what one admin requested and another one approved as it is. */
const createAdjustments = () => {
  const events = [];
  const requested = new Map();
  const agreed = new Set();
  const textOf = ({ wallet, id, amount, cause, by }) => JSON.stringify([wallet, id, amount, cause, ...by]);
  return {
    event: (event) => events.push(event),
    step: ({ adjustment_id: id, step, wallet_id: wallet, amount, cause, admin }) => {
      if (step === 'requested' && !requested.has(id)) requested.set(id, { wallet, id, amount, cause, by: [admin] });
      const request = requested.get(id);
      if (step === 'approved' && request && request.by[0] !== admin) {
        const approved = { wallet, id, amount, cause, by: [request.by[0], admin] };
        if (textOf(approved) === textOf({ ...request, by: approved.by })) agreed.add(textOf(approved));
      }
    },
    end: () => {
      for (const event of events) {
        const { wallet_id: wallet, amount, key, payload } = event;
        const { adjustmentId: id, reason: cause, requestedBy, approvedBy } = payload;
        const by = [requestedBy, approvedBy].map((admin) => String(admin).replace(/^admin:/, ''));
        const isAgreed = key === `adjustment:${id}` && agreed.delete(textOf({ wallet, id, amount, cause, by }));
        if (!isAgreed) report('adjustment-unapproved', `${nameOf(event)} has no approval of two people`);
      }
    },
  };
};

/** Credited deposits, and what was reversed of them. */
const createDeposits = () => {
  const deposits = new Map();
  const ofReversal = new Map();
  return {
    of: (id) => deposits.get(id),
    credited: ({ amount, wallet_id, payload: { transactionId, providerPaymentId } }) => {
      deposits.set(transactionId, { wallet_id, amount, reversed: 0 });
      // A refund that failed or a chargeback that was won is credited again under the reversal's id.
      const returned = ofReversal.get(providerPaymentId);
      if (returned) returned.reversed -= amount;
    },
    reversed: (event) => {
      const { amount, wallet_id, payload } = event;
      const deposit = deposits.get(payload.transactionId);
      if (deposit?.wallet_id !== wallet_id || amount > deposit.amount)
        return report('payment-differs', `${nameOf(event)} reverses more than a deposit of its wallet`);
      deposit.reversed += amount;
      ofReversal.set(payload.reversalId, deposit);
    },
    end: () => {
      // A payment can be refunded and charged back, each in full.
      for (const [id, { amount, reversed }] of deposits)
        if (reversed > 2 * amount) report('payment-differs', `deposit ${id} was reversed more than twice`);
    },
  };
};

const payouts = ['WinningsPaid', 'StakeRefunded', 'BetRejected', 'CashedOut'];
const wagering = ['WinningsPaid', 'StakeLost', 'SettlementRolledBack'];

/** Bonuses by wallet. `cash`: what became cash, including later payouts; `undefined` before. */
const createBonuses = (deposits) => {
  const bonuses = new Map();
  const listed = new Set();
  const mixed = new Map();
  const differs = (event, why) => report('bonus-differs', `${nameOf(event)} ${why}`);

  const granted = (event) => {
    const { amount, wallet_id, payload } = event;
    if (bonuses.has(wallet_id)) return differs(event, 'is a second bonus of this wallet');
    const deposit = deposits.of(payload.bonusId);
    if (deposit?.wallet_id !== wallet_id) differs(event, 'belongs to no deposit of this wallet');
    const { terms } = payload;
    if (terms && deposit) {
      const due = Math.min(terms.maximum, Number((BigInt(deposit.amount) * BigInt(terms.percent)) / 100n));
      if (due !== amount) differs(event, 'is not what its terms give for the deposit');
    }
    bonuses.set(wallet_id, { event, wagered: 0, cash: undefined, taken: 0 });
  };
  const converted = (event, bonus) => {
    const { terms } = bonus.event.payload;
    const until = Date.parse(bonus.event.recorded_at) + (terms?.days ?? 0) * day + 60_000;
    if (terms && bonus.wagered < bonus.event.amount * terms.wagering) {
      differs(event, 'came before its wagering was met');
    } else if (terms && Date.parse(event.recorded_at) > until) {
      differs(event, 'came after the bonus had expired');
    }
    bonus.cash = (bonus.cash ?? 0) + event.amount;
  };
  const takenBack = (event, bonus) => {
    bonus.taken += event.amount;
    const isDue = bonus.taken <= (bonus.cash ?? -1) && deposits.of(event.payload.bonusId)?.reversed > 0;
    if (!isDue) differs(event, 'takes back what did not become cash, or was not charged back');
  };
  /** Before a bonus is cash, its part of a payout returns to it or is forfeited; after, the part of a chargeback is forfeited. */
  const paidOut = (event, bet, bonus) => {
    const { toBonus = 0, forfeited = 0 } = event.payload;
    const share = bonusShare(event.amount, bet);
    const isShared = bonus.cash === undefined ? toBonus + forfeited === share : toBonus === 0;
    if (!isShared) differs(event, 'is not divided as its stake was');
    if (bonus.cash !== undefined) bonus.cash += share;
  };

  return {
    event: (event) => {
      const { type, amount, wallet_id, payload } = event;
      if (type === 'BonusGranted') return granted(event);
      const bonus = bonuses.get(wallet_id);
      if (type.startsWith('Bonus')) {
        if (!bonus || bonus.event.payload.bonusId !== payload.bonusId) {
          return differs(event, `${type === 'BonusConverted' ? 'converts' : 'ends'} a bonus that was not granted`);
        }
        if (type === 'BonusConverted') converted(event, bonus);
        if (type === 'BonusTakenBack') takenBack(event, bonus);
        return;
      }
      if (!bonus) return;
      if (type === 'StakeTaken' && payload.fromBonus)
        mixed.set(payload.betId, { stake: amount, bonus_stake: payload.fromBonus });
      const bet = payouts.includes(type) ? mixed.get(payload.betId) : undefined;
      if (bet) paidOut(event, bet, bonus);
      const { wagered = 0 } = payload;
      if (wagering.includes(type)) bonus.wagered += type === 'SettlementRolledBack' ? -wagered : wagered;
    },
    line: ({ id, wallet_id, granted: amount, percent, maximum, wagering: times, days }) => {
      if (listed.has(wallet_id)) report('bonus-differs', `bonus ${id} is the second line of its wallet`);
      listed.add(wallet_id);
      const event = bonuses.get(wallet_id)?.event;
      const terms = event?.payload.terms;
      const isSame =
        event?.payload.bonusId === id &&
        event.amount === amount &&
        (!terms ||
          (terms.percent === percent && terms.maximum === maximum && terms.wagering === times && terms.days === days));
      if (isSame) bonuses.delete(wallet_id);
      else report('bonus-differs', `bonus ${id} differs from the ledger`);
    },
    end: () => {
      for (const { event } of bonuses.values()) differs(event, 'was not granted like this');
    },
  };
};

/** Transactions, bonuses and adjustments against their events. */
const createPayments = () => {
  const said = new Map();
  const listed = new Set();
  const deposits = createDeposits();
  const bonuses = createBonuses(deposits);
  const adjustments = createAdjustments();
  const say = (id, { type, amount, wallet_id }) =>
    said.set(id, [...(said.get(id) ?? []), `${type} ${amount} ${wallet_id}`]);

  return {
    event: (event) => {
      const { type, payload } = event;
      if (type === 'DepositReversed') say(`reversal ${payload.reversalId} of ${payload.transactionId}`, event);
      else if (type === 'DepositCredited' || type.startsWith('Withdrawal')) say(payload.transactionId, event);
      if (type === 'DepositCredited') deposits.credited(event);
      if (type === 'DepositReversed') deposits.reversed(event);
      if (type === 'AdjustmentMade') adjustments.event(event);
      bonuses.event(event);
    },
    transaction: ({ id, wallet_id, type, amount, status, reference, of }) => {
      const types = {
        deposit: status === 'completed' ? ['DepositCredited'] : [],
        refund: ['DepositReversed'],
        withdrawal: [
          'WithdrawalRequested',
          ...(status === 'completed' ? ['WithdrawalPaid'] : status === 'canceled' ? ['WithdrawalReleased'] : []),
        ],
      };
      const key = type === 'refund' ? `reversal ${reference} of ${of}` : id;
      if (listed.has(key)) report('payment-differs', `transaction ${key} has two lines`);
      listed.add(key);
      const due = types[type].map((one) => `${one} ${amount} ${wallet_id}`);
      const have = said.get(key) ?? [];
      said.delete(key);
      if (due.toSorted().join() === have.toSorted().join()) return;
      report('payment-differs', `transaction ${key} (${type}, ${status}) differs from the ledger`);
    },
    bonus: bonuses.line,
    step: adjustments.step,
    end: () => {
      adjustments.end();
      deposits.end();
      for (const id of said.keys()) report('payment-differs', `transaction ${id} is in the ledger but does not exist`);
      bonuses.end();
    },
  };
};

/** Seals follow each other, and their totals are those of the events before them. */
const createSeals = () => {
  let before = { number: 0, hash: zeros };
  return (text) => {
    const seal = JSON.parse(text);
    if (seal.number !== before.number + 1 || seal.previous !== before.hash) {
      report('seal-differs', `seal ${seal.number} does not follow seal ${before.number}`);
    }
    before = { number: seal.number, hash: sha256(text).toString('hex') };
    const wrong = Object.keys(totals).filter((name) => seal[name] !== totals[name]);
    const words = wrong.map((name) => `${name} ${seal[name]} instead of ${totals[name]}`);
    if (wrong.length > 0) report('seal-differs', `seal ${seal.number} says ${words.join(', ')}`);
  };
};

/** A value of DER. `raw` has its tag and length. */
const der = (bytes, at = 0) => {
  let [length, start] = [bytes[at + 1], at + 2];
  if (length > 127) {
    const size = length - 128;
    length = bytes.readUIntBE(start, size);
    start += size;
  }
  const end = start + length;
  if (end > bytes.length) throw new RangeError('it is cut short');
  return { tag: bytes[at], value: bytes.subarray(start, end), raw: bytes.subarray(at, end), end };
};
const derMembers = ({ value }) => {
  const members = [];
  for (let at = 0; at < value.length; at = members.at(-1).end) members.push(der(value, at));
  return members;
};
const certificatesIn = (pem) =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (one) => new X509Certificate(one),
  );

const digestNames = { '608648016503040201': 'sha256', '608648016503040202': 'sha384', '608648016503040203': 'sha512' };
const messageDigest = '2a864886f70d010904';
/** SigningCertificateV2 and its predecessor. */
const signingCertificates = {
  '2a864886f70d010910022f': ['sha256', 'sha384', 'sha512'],
  '2a864886f70d010910020c': ['sha1'],
};
const timeStamping = '1.3.6.1.5.5.7.3.8';
const hashWith = (name, bytes) => createHash(name).update(bytes).digest();

/** Returns who stamped a text when (RFC 3161, DER). Throws what is wrong with the answer. */
const readTimeStamp = (reply, text, roots) => {
  const [, token] = derMembers(der(reply));
  const signedData = derMembers(derMembers(derMembers(token)[1])[0]);
  const content = der(derMembers(signedData[2])[1].value).value;
  const [, , imprint, , time] = derMembers(der(content));
  if (!derMembers(imprint)[1].value.equals(sha256(text))) throw new Error('is about another text');

  const certificates = derMembers(signedData.find(({ tag }) => tag === 0xa0)).map(
    ({ raw }) => new X509Certificate(raw),
  );
  const signers = derMembers(signedData.at(-1));
  const [, , algorithm, attributes, , signature] = derMembers(signers[0]);
  const name = digestNames[derMembers(algorithm)[0].value.toString('hex')];
  const values = new Map(
    derMembers(attributes).map((one) => {
      const [type, set] = derMembers(one);
      return [type.value.toString('hex'), derMembers(set)[0]];
    }),
  );
  const certificate = certificates.find(({ raw }) =>
    Object.entries(signingCertificates).some(([type, names]) =>
      names.some((each) => values.get(type)?.value.includes(hashWith(each, raw))),
    ),
  );
  if (signers.length !== 1 || !name || !certificate) throw new Error('does not say who signed it');
  // The attributes are signed as a set of its own (RFC 5652, 5.4).
  const signed = Buffer.concat([Buffer.of(0x31), attributes.raw.subarray(1)]);
  const key = certificate.publicKey;
  const isSigned =
    values.get(messageDigest)?.value.equals(hashWith(name, content)) &&
    verify(key.asymmetricKeyType === 'ed25519' ? null : name, signed, key, signature.value);
  if (!isSigned) throw new Error('has a signature that is not valid');
  const digits = time.value.toString('latin1');
  const at = new Date(digits.replace(/^(....)(..)(..)(..)(..)(.*)$/, '$1-$2-$3T$4:$5:$6'));
  const leadsToRoot = (one, left) => {
    if (at < new Date(one.validFrom) || at > new Date(one.validTo)) return false;
    if (roots.some(({ fingerprint256 }) => fingerprint256 === one.fingerprint256)) return true;
    return [...roots, ...certificates].some(
      (issuer) =>
        left > 0 &&
        issuer.ca &&
        one.checkIssued(issuer) &&
        one.verify(issuer.publicKey) &&
        leadsToRoot(issuer, left - 1),
    );
  };
  if (certificate.keyUsage?.join() !== timeStamping || !leadsToRoot(certificate, 4))
    throw new Error('is not signed by an authority that --tsa names');
  return { at, authority: /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? certificate.subject };
};

const createTimeStamps = (roots) => {
  let count = 0;
  let newest;
  return {
    add: (note, name, base64) => {
      count += 1;
      if (!roots) return;
      try {
        newest = { ...readTimeStamp(Buffer.from(base64, 'base64'), note.text, roots), size: note.size };
      } catch (error) {
        report('time-stamp-wrong', `the time stamp of ${name} ${error.message}`);
      }
    },
    end: () => {
      if (count > 0 && !roots) notCovered.push(`${count} time stamps were not checked (--tsa).`);
      else if (newest)
        proved.push(
          `${newest.authority} says that the first ${newest.size} entries existed at ${newest.at.toISOString()}.`,
        );
    },
  };
};

/** The log as its records make it, compared with each checkpoint. */
const createLog = (options) => {
  const tree = createRoot();
  const kept = options.kept && readNote(options.kept);
  const stamps = createTimeStamps(options.tsaRoots);
  let good = 0;
  let newest;
  let isDifferent = false;
  let isKeptSeen = false;
  if (kept && !isSigned(kept, options.key)) {
    report('checkpoint-forged', `the kept checkpoint is not signed with ${options.key ? "the operator's" : 'any'} key`);
  }
  const check = (note, name) => {
    if (note.size === tree.size() && note.root.equals(tree.root())) return true;
    if (!isDifferent) {
      report('log-differs', `${name} signs another log: some record after the first ${good} is not what was logged`);
    }
    isDifferent = true;
    return false;
  };
  return {
    add: (leaf) => {
      tree.add(leaf);
      if (kept?.size !== tree.size()) return;
      isKeptSeen = true;
      check(kept, `the kept checkpoint of ${kept.size} entries`);
    },
    size: tree.size,
    checkpoint: (text, timeStamp) => {
      const note = readNote(text);
      const name = `the checkpoint of ${note.size} entries`;
      if (timeStamp !== undefined) stamps.add(note, name, timeStamp);
      counts.checkpoints += 1;
      if (check(note, name)) good = note.size;
      if (!isSigned(note, options.key)) {
        report('checkpoint-forged', `${name} is not signed with ${options.key ? "the operator's" : 'any'} key`);
      }
      newest = { note, events: counts.events, records: counts.records };
    },
    end: () => {
      stamps.end();
      if (kept && !isKeptSeen) {
        report(
          'log-cut',
          `the kept checkpoint signs ${kept.size} entries, the log of this file ends after ${tree.size()}`,
        );
      }
      if (!newest) {
        if (options.isBare)
          notCovered.push('The file has no checkpoint: nothing in it is proved to be what was signed.');
        else
          report(
            'checkpoint-missing',
            'the file has no checkpoint, so nothing in it is signed (--no-checkpoints accepts that)',
          );
        return;
      }
      const cosigned = checkNote(newest.note, { ...options, key: undefined }, 'the newest checkpoint');
      if (['log-differs', 'record-inserted', 'checkpoint-forged'].some((kind) => found.has(kind))) return;
      proved.push(
        `${newest.events} events and all other records up to entry ${newest.note.size} are in the log ${newest.note.origin}, as signed` +
          `${options.witnesses.length > 0 ? ` and cosigned by ${cosigned} of ${options.witnesses.length} witnesses` : ''}.`,
      );
      if (options.witnesses.length === 0)
        notCovered.push('No witness was named (--witness), so another log may have been shown to others.');
      for (const what of ['event', 'record']) {
        const later = counts[`${what}s`] - newest[`${what}s`];
        const isOrAre = later === 1 ? `${what} is` : `${what}s are`;
        if (later > 0) notCovered.push(`${later} ${isOrAre} newer than the newest checkpoint.`);
      }
    },
  };
};

/** Adds the records of each batch to the log. Only behind the last batch, after `endAll`, may records be in none. */
const createBatches = (log) => {
  let batch;
  let left = 0;
  let isOver = false;
  const end = () => {
    if (left > 0)
      report('record-missing', `${left} records (${batch.source}) from ${batch.from} to ${batch.to} are missing`);
    if (isOver) report('log-differs', `the log goes on behind what is not logged, at entry ${log.size()}`);
    batch = undefined;
    left = 0;
  };
  return {
    begin: (next) => {
      end();
      batch = next;
      left = batch.entries;
      if (batch.index !== log.size()) report('log-differs', `the log has no batch for entry ${log.size()}`);
    },
    source: () => batch?.source,
    add: (leaf, name) => {
      if (left > 0) {
        left -= 1;
        log.add(leaf);
      } else if (!isOver) report('record-inserted', `${name} was inserted behind what was logged`);
    },
    end,
    endAll: () => {
      end();
      isOver = true;
    },
  };
};

/** Only records of the access log are deleted, after 180 days at the earliest; of a seal that is younger by a day none after it. */
const mayExpire = { source: 'access', afterDays: 180 };

async function verifyExport(lines, { exported_at, version }, options) {
  if (version !== 2) throw new Error(`the export has version ${version}, this verifier reads version 2`);
  let exportedAt = 0;
  readable('the time of the export', () => {
    exportedAt = Math.min(timeOf(exported_at), Date.now());
  });
  const clock = createClock(exportedAt);
  const [wallets, bets, payments, seal, log] = [
    createWallets(),
    createBets(clock.now),
    createPayments(),
    createSeals(),
    createLog(options),
  ];
  let isTooYoung = false;
  const stored = new Map();
  const batches = createBatches(log);
  let end;
  const take = (line) => {
    if (line.batch) batches.begin(line.batch);
    else if (line.event) {
      const { event } = line;
      const name = nameOf(event);
      batches.add(entryLeaf('event', Buffer.from(line.hash, 'hex')), name);
      readable(name, () => wallets.checkOf(event.wallet_id).event(line));
      readable(name, () => clock.event(event));
      if (betTypes.includes(event.type)) readable(name, () => bets.event(event));
      readable(name, () => payments.event(event));
    } else if (line.record !== undefined) {
      counts.records += 1;
      batches.add(entryLeaf(line.source, sha256(line.record)), 'a record');
      checkContent(line);
      if (line.source === 'result') {
        const result = JSON.parse(line.record);
        bets.result(result);
        clock.pass(result.decided_at);
      }
      if (line.source === 'adjustment') payments.step(JSON.parse(line.record));
      if (line.source === 'seal') {
        seal(line.record);
        const { taken_at } = JSON.parse(line.record);
        clock.pass(taken_at);
        isTooYoung ||= Date.parse(taken_at) > exportedAt - (mayExpire.afterDays - 1) * day;
      }
    } else if (line.expired) {
      const source = batches.source();
      if (source && (source !== mayExpire.source || isTooYoung))
        report('record-missing', `entry ${log.size()} (${source}) was deleted before its time`);
      counts.expired += 1;
      batches.add(Buffer.from(line.expired, 'hex'), 'a record');
    } else if (line.checkpoint) {
      batches.end();
      log.checkpoint(line.checkpoint.note, line.checkpoint.time_stamp);
    } else if (line.unlogged) batches.endAll();
    else if (line.bet) bets.bet(line.bet);
    else if (line.match) bets.match(line.match);
    else if (line.transaction) payments.transaction(line.transaction);
    else if (line.bonus) payments.bonus(line.bonus);
    else if (line.wallet) {
      const { wallet_id: id } = line.wallet;
      if (stored.has(id)) report('wallet-differs', `wallet ${id} has two balances`);
      stored.set(id, line.wallet);
    } else if (line.stray_entry) {
      report(
        'entries-orphaned',
        `entry ${line.stray_entry[1]} of ledger event ${line.stray_entry[0]} belongs to no event`,
      );
    } else if (line.unreadable) report('unreadable', line.unreadable);
    else if (line.end) end = line.end;
  };
  let number = 0;
  for await (const text of lines) {
    number += 1;
    readable(`line ${number}`, () => take(JSON.parse(text)));
  }
  bets.end();
  payments.end();
  nameUnproved();
  for (const id of new Set([...wallets.ids(), ...stored.keys()]))
    readable(`wallet ${id}`, () => wallets.checkOf(id).end(stored.get(id)));
  log.end();
  if (!end || end.wallets !== stored.size || end.events !== counts.events || end.records !== counts.records)
    report('cut-short', 'the export is not complete');
}

const nameUnproved = () => {
  const { erased, expired } = counts;
  if (erased > 0) notCovered.push(`The text of ${erased} records was erased; what they said before is not proved.`);
  if (expired > 0)
    notCovered.push(
      `${expired} ${expired === 1 ? 'entry is said to be an expired access record' : 'entries are said to be expired access records'}; that is not proved.`,
    );
};

/** What may be erased is covered by a salted hash. Erased text says so, and has no salt left. */
const checkContent = ({ record, salt, content }) => {
  if (content === undefined) return;
  if (!salt) {
    if (content.includes('[erased]')) counts.erased += 1;
    else report('record-altered', `the content of record ${record} has no salt, but was not erased`);
    return;
  }
  const hash = sha256(Buffer.from(salt.replaceAll('-', ''), 'hex'), content).toString('hex');
  if (JSON.parse(record).content_hash !== hash)
    report('record-altered', `the content of record ${record} is not what was logged`);
};

async function verifyCsv(lines) {
  const wallets = createWallets();
  let columns;
  for await (const values of csvRows(lines)) {
    if (!columns) {
      columns = values;
      continue;
    }
    const row = Object.fromEntries(columns.map((name, at) => [name, values[at]]));
    const event = {
      ...row,
      seq: Number(row.seq),
      version: Number(row.version),
      amount: Number(row.amount),
      payload: JSON.parse(row.payload),
    };
    const line = { event, prev_hash: row.prev_hash, hash: row.hash, entries: JSON.parse(row.entries) };
    wallets.checkOf(row.wallet_id).event(line);
  }
  notCovered.push('A CSV has no log, bets and balances: only the chains and entries were verified.');
}

/** Rows of a CSV in which a quoted value may hold line breaks. */
async function* csvRows(lines) {
  let open = '';
  for await (const line of lines) {
    open += open === '' ? line : `\n${line}`;
    if ((open.match(/"/g)?.length ?? 0) % 2 === 1) continue;
    yield [...open.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? plain : quoted.replaceAll('""', '"'),
    );
    open = '';
  }
}

/** Whether an event is the entry of the log that its proof names. */
const isInLog = ({ hash, index, path }, note) => {
  const siblings = path.map((one) => Buffer.from(one, 'base64'));
  return climb(entryLeaf('event', Buffer.from(hash, 'hex')), index, note.size, siblings, pairHash)?.equals(note.root);
};

/** Events of a case, of any wallets, each with its place in the log of the checkpoint that its archive has. */
async function verifyEvents(lines, options) {
  if (!options.kept)
    throw new Error('the events of a case need the checkpoint beside them (--checkpoint checkpoint.note)');
  const note = readNote(options.kept);
  const cosigned = checkNote(note, options, 'the checkpoint');
  counts.checkpoints = 1;
  let covered = 0;
  for await (const text of lines) {
    const line = JSON.parse(text);
    const { event, prev_hash, hash, entries } = line;
    const name = nameOf(event);
    counts.events += 1;
    counts.entries += entries.length;
    if (hashOf(prev_hash, event) !== hash) report('event-altered', `${name} differs from its hash`);
    const legs = Object.hasOwn(movements, event.type) ? legsOf(event) : [];
    const isBooked = ([account, amount], at) => entries[at][2] === account && entries[at][3] === amount;
    if (legs.length !== entries.length || !legs.every(isBooked))
      report('entries-differ', `the entries of ${name} do not match the event`);
    if (line.index === undefined) continue;
    if (isInLog(line, note)) covered += 1;
    else report('log-differs', `${name} is not in the log at entry ${line.index}`);
  }
  if (found.size === 0 && covered > 0)
    proved.push(
      `${covered} events are in the log ${note.origin}, as signed${cosigned > 0 ? ` and cosigned by ${cosigned} witnesses` : ''}.`,
    );
  if (covered < counts.events) notCovered.push(`${counts.events - covered} events are not proved to be in the log.`);
  notCovered.push('Single events say nothing about those between them, or about balances.');
}

/** Compares the one checkpoint of a proof or receipt with the one that was kept. */
const compareKept = (note, { kept: text, key }) => {
  if (!text) return;
  const kept = readNote(text);
  if (!isSigned(kept, key)) {
    report('checkpoint-forged', `the kept checkpoint is not signed with ${key ? "the operator's" : 'any'} key`);
  } else if (kept.size !== note.size) {
    notCovered.push('The kept checkpoint has another size: ask the log for a consistency proof between the two.');
  } else if (!kept.root.equals(note.root)) {
    report('log-differs', 'the kept checkpoint of the same size has another root');
  }
};

/** One wallet's events, each with its place in the log. */
function verifyProof({ wallet, events, note: noteText }, options) {
  const check = createWalletCheck(wallet.wallet_id);
  const note = noteText === null ? undefined : readNote(noteText);
  let covered = 0;
  let last = -1;
  for (const line of events) {
    const { index } = line;
    readable(nameOf(line.event), () => check.event(line));
    if (!note || index === undefined) continue;
    if (index <= last || !isInLog(line, note))
      report('log-differs', `${nameOf(line.event)} is not in the log at entry ${index}`);
    else covered += 1;
    last = index;
  }
  check.end(wallet);
  if (!note) {
    notCovered.push('No checkpoint was signed yet; the chain is intact but unsigned.');
    return;
  }
  counts.checkpoints = 1;
  const cosigned = checkNote(note, options, 'the checkpoint');
  compareKept(note, options);
  if (found.size === 0) {
    proved.push(
      `${covered} events are in the log ${note.origin}, as signed${cosigned > 0 ? ` and cosigned by ${cosigned} witnesses` : ''}.`,
    );
  }
  if (covered < events.length) notCovered.push(`${events.length - covered} events are newer than the checkpoint.`);
}

/** What one wallet is owed: its leaf in a seal, and the seal's entry in the log. */
function verifyReceipt({ wallet, salt, position, size, sums, seal: text, index, path, note: noteText }, options) {
  const note = readNote(noteText);
  const seal = JSON.parse(text);
  counts.wallets = 1;
  counts.checkpoints = 1;
  checkNote(note, options, 'the checkpoint');
  compareKept(note, options);
  const number = (value) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(BigInt(value));
    return bytes;
  };
  const version = Buffer.alloc(4);
  version.writeUInt32BE(wallet.version);
  const id = Buffer.from(wallet.id.replaceAll('-', ''), 'hex');
  const amounts = ['cash', 'held', 'bonus', 'staked'].map((name) => number(wallet[name]));
  const hash = sha256(
    Buffer.from([2]),
    Buffer.from(salt, 'base64'),
    id,
    version,
    Buffer.from(wallet.head, 'hex'),
    ...amounts,
  );
  const sumPair = (left, right) => {
    const sum = left.sum + right.sum;
    if (!(left.sum >= 0 && right.sum >= 0 && Number.isSafeInteger(sum)))
      throw new Error('a sum is negative or not exact');
    return { hash: sha256(Buffer.from([3]), left.hash, number(left.sum), right.hash, number(right.sum)), sum };
  };
  const siblings = sums.map((one) => ({ hash: Buffer.from(one.hash, 'base64'), sum: one.sum }));
  const total = climb({ hash, sum: Math.max(0, totalOf(wallet)) }, position, size, siblings, sumPair);
  const isSealed =
    total?.hash.toString('hex') === seal.sum_root && total.sum === seal.liabilities && size === seal.wallets;
  if (!isSealed) report('receipt-differs', `the wallet does not lead to what seal ${seal.number} says is owed`);
  const steps = path.map((one) => Buffer.from(one, 'base64'));
  const root = climb(entryLeaf('seal', sha256(text)), index, note.size, steps, pairHash);
  if (!root?.equals(note.root)) report('log-differs', `seal ${seal.number} is not in the log at entry ${index}`);
  if (found.size > 0) return;
  proved.push(
    `Wallet ${wallet.id} had ${wallet.cash} cents of cash, ${wallet.held} held, ${wallet.bonus} of bonus and ${wallet.staked} in open bets at ${seal.taken_at}, ` +
      `and they are part of the ${seal.liabilities} cents that the operator says it owes to ${seal.wallets} wallets.`,
  );
  notCovered.push('A receipt shows what is owed, not that the operator has it.');
}

const operatorKey = (option) => (option === 'none' ? undefined : createPublicKey(readFileSync(option, 'utf8')));

const usage =
  'Use: node verify-ledger.mjs FILE --key operator.pem [--checkpoint kept.note] [--witness KEY]... [--tsa roots.pem] [--no-checkpoints]';

async function main(args) {
  const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const [file] = args;
  const keyFile = option('--key');
  if (!file || file.startsWith('--') || !keyFile) throw new Error(usage);
  const checkpointFile = option('--checkpoint');
  const options = {
    key: operatorKey(keyFile),
    kept: checkpointFile && readFileSync(checkpointFile, 'utf8'),
    witnesses: args.flatMap((arg, at) => (arg === '--witness' ? [args[at + 1] ?? ''] : [])),
    isBare: args.includes('--no-checkpoints'),
    tsaRoots: option('--tsa') && certificatesIn(readFileSync(option('--tsa'), 'utf8')),
  };
  const start = await firstLine(file);
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  const whole = () => JSON.parse(readFileSync(file, 'utf8'));
  if (start.startsWith('seq,')) await verifyCsv(lines);
  else if (start.includes('"touchline-ledger"'))
    await verifyExport(lines, JSON.parse(start.split('\n', 1)[0]), options);
  else if (start.includes('"touchline-proof"')) verifyProof(whole(), options);
  else if (start.includes('"touchline-receipt"')) verifyReceipt(whole(), options);
  else if (start.startsWith('{"event"')) await verifyEvents(lines, options);
  else throw new Error(`${file} is neither an export nor a proof of a Touchline ledger`);

  if (!options.key) notCovered.push('Any signature was accepted; --key operator.pem checks the signer.');
  const summary = `${counts.events} events and ${counts.entries} entries of ${counts.wallets} wallets, ${counts.bets} bets, ${counts.checkpoints} checkpoints`;
  console.log(found.size === 0 ? `PASSED: ${summary}. Everything adds up.` : `FAILED: ${summary}.`);
  for (const [kind, { sentences, count }] of found) {
    for (const sentence of sentences) console.log(`  ${kind}: ${sentence}`);
    if (count > sentences.length) console.log(`  ${kind}: and ${count - sentences.length} more`);
  }
  for (const sentence of proved) console.log(`Proved: ${sentence}`);
  for (const sentence of notCovered) console.log(`Not covered: ${sentence}`);
  return found.size === 0 ? 0 : 1;
}

async function firstLine(file) {
  for await (const chunk of createReadStream(file, { end: 4095, encoding: 'utf8' })) return chunk;
  return '';
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`The file could not be verified: ${error.message}`);
  process.exitCode = 2;
}
