#!/usr/bin/env node
/**
 * Verifies an export or a proof of a Touchline ledger without Touchline: Node's standard library only, one file to read.
 *
 *   node verify-ledger.mjs FILE --key operator.pem [--checkpoint published.json]
 *
 * FILE: an export (.ndjson or .csv) or a proof (.json). --key: the operator's public key (PEM); `--key none` accepts any
 * signature and says so. --checkpoint: a checkpoint that was published earlier; it must be among those of the export.
 * Exit code 0: everything adds up. 1: something does not; the first place of each kind is named. 2: it could not be read.
 *
 * What it re-computes, by the published rules: the hash of every event over the one before it, the gapless versions, the
 * legs of every event (they sum to zero), every account's balance after every leg, the wallet's balance as the fold of its
 * events, what checkpoints sealed of each wallet, the Merkle root over all wallets, and the operator's signatures.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
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

/** RFC 6962: a leaf behind the byte 0x00, a pair behind 0x01. */
const pairHash = (left, right) => sha256(Buffer.from([1]), left, right);
const leafHash = (wallet) => sha256(Buffer.from([0]), canonical(wallet));
const createRoot = () => {
  const full = [];
  return {
    add: (leaf) => {
      let tree = { size: 1, root: leaf };
      while (full.at(-1)?.size === tree.size) {
        const left = full.pop();
        tree = { size: left.size * 2, root: pairHash(left.root, tree.root) };
      }
      full.push(tree);
    },
    root: () => full.reduceRight((right, { root }) => (right ? pairHash(root, right) : root), undefined) ?? sha256(),
  };
};
const rootFromPath = (leaf, index, size, path) => {
  if (size <= 1) return size === 1 && path.length === 0 ? leaf : undefined;
  const far = path.at(-1);
  if (far === undefined || index < 0 || index >= size) return undefined;
  const split = 2 ** (Math.ceil(Math.log2(size)) - 1);
  const isLeft = index < split;
  const near = rootFromPath(leaf, isLeft ? index : index - split, isLeft ? split : size - split, path.slice(0, -1));
  if (near === undefined) return undefined;
  return isLeft ? pairHash(near, Buffer.from(far, 'hex')) : pairHash(Buffer.from(far, 'hex'), near);
};

const found = new Map();
const report = (kind, sentence) => {
  const known = found.get(kind);
  if (known) known.count += 1;
  else found.set(kind, { sentence, count: 1 });
};
const counts = { wallets: 0, events: 0, entries: 0, checkpoints: 0 };

const accounts = ['cash', 'held', 'bonus', 'staked'];
const needsCash = ['StakeTaken', 'WithdrawalRequested'];

/** Checks one wallet's events in order. `stored`: the wallet's own line; `seals`: its leaves in checkpoints. */
const createWalletCheck = (walletId, stored, seals) => {
  const wallet = { cash: 0, held: 0, bonus: 0, staked: 0 };
  let version = 0;
  let head = zeros;
  let recordedAt = '';
  let due = [...seals];
  counts.wallets += 1;

  const checkSeals = () => {
    const now = due.filter((seal) => seal.version === version);
    if (now.length === 0) return;
    due = due.filter((seal) => seal.version !== version);
    const leaf = leafHash({ ...wallet, wallet_id: walletId, version, head }).toString('hex');
    for (const seal of now) {
      if (seal.leaf === leaf) continue;
      report(
        'checkpoint-differs',
        `checkpoint ${seal.number} sealed another state of wallet ${walletId} at version ${version}`,
      );
    }
  };

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
      const name = `event ${event.version} of wallet ${walletId} (${event.type}, ${event.key})`;
      if (event.wallet_id !== walletId) report('event-misplaced', `${name} is among the events of another wallet`);
      if (event.version !== version + 1)
        report('version-missing', `${name} follows version ${version}: events between them are missing`);
      if (prev_hash !== head) report('chain-broken', `${name} does not continue the hash before it`);
      const computed = sha256(Buffer.from(prev_hash, 'hex'), canonicalEvent(event)).toString('hex');
      if (computed !== hash) report('event-altered', `${name} differs from its hash`);
      if (event.recorded_at < recordedAt)
        report('time-backwards', `${name} was recorded before the event that precedes it`);
      version = event.version;
      head = hash;
      recordedAt = event.recorded_at;
      if (!Object.hasOwn(movements, event.type)) {
        report('event-unknown', `${name} has an unknown type`);
        return;
      }
      checkEntries(name, event, entries);
      const isShort = needsCash.includes(event.type) && wallet.cash < 0;
      if (isShort || wallet.held < 0 || wallet.bonus < 0 || wallet.staked < 0) {
        report('balance-negative', `${name} debits more than the balance`);
      }
      checkSeals();
    },
    end: () => {
      for (const seal of due) {
        report(
          'tail-cut',
          `checkpoint ${seal.number} sealed wallet ${walletId} at version ${seal.version}, its events end at ${version}`,
        );
      }
      if (!stored) return;
      if (stored.missing) {
        report('wallet-missing', `wallet ${walletId} has events but no balance`);
        return;
      }
      const isFold = accounts.every((account) => stored[account] === wallet[account]);
      const isTimely = version === 0 || stored.recorded_at === recordedAt;
      if (!isFold || stored.version !== version || stored.head !== head || !isTimely) {
        report('wallet-differs', `the balance of wallet ${walletId} is not the fold of its ${version} events`);
      }
    },
  };
};

const operatorKey = (option) => (option === 'none' ? undefined : createPublicKey(readFileSync(option, 'utf8')));

/** A checkpoint must be signed with the operator's key, which comes from the operator and never from the export. */
const checkSignature = ({ checkpoint, public_key, signature }, key) => {
  const signer = () => createPublicKey({ key: Buffer.from(public_key, 'hex'), format: 'der', type: 'spki' });
  try {
    const isOurs = !key || signer().equals(key);
    if (isOurs && verify(null, Buffer.from(canonical(checkpoint)), signer(), Buffer.from(signature, 'hex'))) return;
  } catch {
    // An unreadable key or signature is invalid.
  }
  report(
    'checkpoint-forged',
    `checkpoint ${checkpoint.number} is not signed with ${key ? "the operator's" : 'its'} key`,
  );
};

const sameCheckpoint = (one, other) => one !== undefined && canonical(one) === canonical(other);

async function verifyExport(lines, key, published) {
  const checkpoints = [];
  const root = createRoot();
  let check;
  let sealedEvents = 0;
  let sealedWallets = 0;
  let lastWallet = '';
  let lastSeal = 0;
  let end;
  for await (const text of lines) {
    const line = JSON.parse(text);
    if (line.checkpoint) {
      const before = checkpoints.at(-1);
      const previous = before ? sha256(canonical(before)).toString('hex') : zeros;
      if (line.checkpoint.number !== (before?.number ?? 0) + 1 || line.checkpoint.previous !== previous) {
        report(
          'checkpoint-missing',
          `checkpoint ${line.checkpoint.number} does not follow checkpoint ${before?.number ?? 0}`,
        );
      }
      checkSignature(line, key);
      checkpoints.push(line.checkpoint);
      counts.checkpoints += 1;
    } else if (line.wallet) {
      check?.end();
      const id = line.wallet.wallet_id;
      if (id <= lastWallet) report('order', `wallet ${id} comes twice or out of order`);
      lastWallet = id;
      check = createWalletCheck(id, line.wallet, line.seals);
      const newest = checkpoints.at(-1)?.number ?? 0;
      const seal = line.seals.filter(({ number }) => number <= newest).at(-1);
      lastSeal = Math.max(lastSeal, ...line.seals.map(({ number }) => number));
      if (seal) {
        root.add(Buffer.from(seal.leaf, 'hex'));
        sealedEvents += seal.version;
        sealedWallets += 1;
      }
    } else if (line.event) {
      check?.event(line);
    } else if (line.stray_entry) {
      report(
        'entries-orphaned',
        `entry ${line.stray_entry[1]} of ledger event ${line.stray_entry[0]} belongs to no event`,
      );
    } else if (line.end) {
      end = line.end;
    }
  }
  check?.end();
  const newest = checkpoints.at(-1);
  const isRoot =
    root.root().toString('hex') === newest?.root &&
    newest?.wallets === sealedWallets &&
    newest?.events === sealedEvents;
  if (newest && !isRoot)
    report('root-differs', `the sealed wallets do not lead to the root that checkpoint ${newest.number} signs`);
  if (lastSeal > (newest?.number ?? 0)) {
    report('checkpoint-missing', `wallets were sealed by checkpoint ${lastSeal}, which is missing`);
  }
  if (published && !checkpoints.some((checkpoint) => sameCheckpoint(checkpoint, published))) {
    report('checkpoint-unpublished', `the published checkpoint ${published.number} is not among those of the export`);
  }
  if (!end || end.wallets !== counts.wallets || end.events !== counts.events)
    report('cut-short', 'the export is not complete');
  if (!newest) console.log('Note: no checkpoint in the export, so nothing here is signed yet.');
}

async function verifyCsv(lines) {
  let check;
  let walletId;
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
    if (row.wallet_id !== walletId) {
      check?.end();
      walletId = row.wallet_id;
      check = createWalletCheck(walletId, undefined, []);
    }
    check.event({ event, prev_hash: row.prev_hash, hash: row.hash, entries: JSON.parse(row.entries) });
  }
  check?.end();
  console.log('Note: a CSV holds no balances and no checkpoints: only the chains and entries were verified.');
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

function verifyProof(proof, key, published) {
  const { wallet, seals } = proof.wallet;
  const check = createWalletCheck(wallet.wallet_id, wallet, seals);
  for (const event of proof.events) check.event(event);
  check.end();
  if (!proof.sealed) {
    console.log('Note: no checkpoint has sealed this wallet yet; its chain is intact but unsigned.');
    return;
  }
  const { checkpoint, index, path } = proof.sealed;
  counts.checkpoints = 1;
  checkSignature(proof.sealed, key);
  const seal = seals.filter(({ number }) => number <= checkpoint.number).at(-1);
  const reached = seal && rootFromPath(Buffer.from(seal.leaf, 'hex'), index, checkpoint.wallets, path);
  if (reached?.toString('hex') !== checkpoint.root) {
    report('root-differs', `the wallet's seal does not lead to the root that checkpoint ${checkpoint.number} signs`);
  }
  if (published && published.number === checkpoint.number && !sameCheckpoint(published, checkpoint)) {
    report('checkpoint-unpublished', `checkpoint ${checkpoint.number} is not the one that was published`);
  }
}

const usage = 'Use: node verify-ledger.mjs FILE --key operator.pem [--checkpoint published.json]';

async function main(args) {
  const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const [file] = args;
  const keyFile = option('--key');
  if (!file || file.startsWith('--') || !keyFile) throw new Error(usage);
  const key = operatorKey(keyFile);
  const checkpointFile = option('--checkpoint');
  const read = checkpointFile && JSON.parse(readFileSync(checkpointFile, 'utf8'));
  const published = read?.checkpoint ?? read;
  const start = await firstLine(file);
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  if (start.startsWith('seq,')) await verifyCsv(lines);
  else if (start.includes('"touchline-ledger"')) await verifyExport(lines, key, published);
  else if (start.includes('touchline-proof')) verifyProof(JSON.parse(readFileSync(file, 'utf8')), key, published);
  else throw new Error(`${file} is neither an export nor a proof of a Touchline ledger`);

  if (!key) console.log('Note: any signature was accepted; pass --key operator.pem to check the signer.');
  const summary = `${counts.events} events and ${counts.entries} entries of ${counts.wallets} wallets, ${counts.checkpoints} checkpoints`;
  if (found.size === 0) {
    console.log(`PASSED: ${summary}. Everything adds up.`);
    return 0;
  }
  console.log(`FAILED: ${summary}.`);
  for (const [kind, { sentence, count }] of found)
    console.log(`  ${kind}: ${sentence}${count > 1 ? ` (and ${count - 1} more)` : ''}`);
  return 1;
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
