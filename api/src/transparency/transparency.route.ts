import { createPublicKey } from 'node:crypto';
import {
  type LiabilitySealView,
  type LogCheckpointView,
  type ReceiptView,
  transparencyEndpoints,
  transparencyRefusalView,
} from '@touchline/core/contract';
import type { WalletId } from '@touchline/core/ids';
import { cents, dollars } from '@touchline/core/money';
import { ok, refused } from '@touchline/core/result';
import type { Store } from '@touchline/store/connect';
import { listVerifications } from '@touchline/store/ledger';
import {
  listCheckpoints,
  listWitnesses,
  newestCosigned,
  openStop,
  proveConsistency,
  proveSeal,
  readLogEntries,
  readSeal,
  readStoredSeal,
  readTiles,
  readTimeStamp,
  readTimeStamping,
  type StoredCheckpoint,
  sealedSize,
  storedSize,
} from '@touchline/store/transparency';
import { parseVerifierKey, verifierKey } from '@touchline/tlog/note';
import { parseTilePath, tileWidth } from '@touchline/tlog/tiles';
import { hashBytes } from '@touchline/tlog/tree';
import { z } from 'zod';
import { handle, handleRefusing, type Route } from '../http/handle.ts';

type Pool = Store['pool'];
type Deps = {
  readonly store: Pick<Store, 'db' | 'pool'>;
  /** PEM. */
  readonly publicKey: string | undefined;
  readonly logOrigin: string | undefined;
  readonly signer: { readonly url: string; readonly token: string } | undefined;
};

const verificationsShown = 10;
const checkpointsShown = 10;
const year = 31_536_000;

export function transparencyRoutes(deps: Deps): readonly Route[] {
  const { publicKey, logOrigin } = deps;
  const logKey = publicKey === undefined || logOrigin === undefined ? null : logKeyOf(logOrigin, publicKey);
  return [overviewRoute(deps, logKey), ...logRoutes(deps), sealRoute(deps), receiptRoute(deps, logKey)];
}

function overviewRoute({ store: { db, pool }, logOrigin }: Deps, logKey: string | null): Route {
  return handle(transparencyEndpoints.overview, async () => {
    const [checkpoints, seal, witnesses, timeStamping, stop, runs] = await Promise.all([
      listCheckpoints(pool, { limit: checkpointsShown }),
      readSeal(pool),
      listWitnesses(pool),
      readTimeStamping(pool),
      openStop(db),
      listVerifications(db, 5 * verificationsShown),
    ]);
    const [newest] = checkpoints;
    return {
      origin: logOrigin ?? null,
      key: logKey,
      checkpoint: newest ? checkpointView(newest) : null,
      recent: checkpoints.map(({ size, signedAt, cosignatures }) => ({
        size,
        signedAt,
        witnesses: cosignatures.length,
      })),
      seal: seal ? sealView(seal) : null,
      witnesses: witnesses.map((witness) => ({ ...witness, key: witness.witness, name: nameIn(witness.witness) })),
      timeStamping: timeStamping ?? null,
      stoppedSince: stop?.at ?? null,
      verifications: runs
        .flatMap(({ state, finishedAt, eventsDone, findings }) =>
          finishedAt !== null && (state === 'passed' || state === 'failed')
            ? [{ finishedAt, isPassed: state === 'passed', events: eventsDone, findings: findings.length }]
            : [],
        )
        .slice(0, verificationsShown),
    };
  });
}

/** The log as anyone reads it: signed checkpoints, tiles, and proofs that it only grew. */
function logRoutes({ store: { pool } }: Deps): readonly Route[] {
  return [
    handleRefusing(transparencyEndpoints.checkpoint, transparencyRefusalView, async ({ reply }) => {
      const [newest] = await listCheckpoints(pool, { limit: 1 });
      if (!newest) return refused({ code: 'log-empty' });
      return ok(reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(noteOf(newest)));
    }),
    handleRefusing(transparencyEndpoints.tile, transparencyRefusalView, async ({ request, reply }) => {
      const tile = parseTilePath((request.params as { readonly '*': string })['*']);
      const bytes = tile && (await tileBytes(pool, tile));
      if (!bytes) return refused({ code: 'tile-unknown' });
      const file = reply.type('application/octet-stream').header('cache-control', `public, max-age=${year}, immutable`);
      return ok(file.send(bytes));
    }),
    handle(transparencyEndpoints.checkpoints, ({ query: { before, limit } }) => checkpointPage(pool, before, limit)),
    handleRefusing(transparencyEndpoints.consistency, transparencyRefusalView, async ({ query: { from, to } }) => {
      if (from > to || to > (await storedSize(pool))) return refused({ code: 'size-unknown' });
      const proof = await proveConsistency(pool, from, to);
      return ok({ from, to, proof: proof.map((hash) => hash.toString('base64')) });
    }),
    handleRefusing(transparencyEndpoints.timeStamp, transparencyRefusalView, async ({ params: { size }, reply }) => {
      const answer = await readTimeStamp(pool, size);
      if (!answer) return refused({ code: 'not-stamped' });
      const file = reply
        .type('application/timestamp-reply')
        .header('cache-control', `public, max-age=${year}, immutable`);
      return ok(file.send(answer));
    }),
  ];
}

const sealRoute = ({ store: { pool } }: Deps): Route =>
  handleRefusing(transparencyEndpoints.seal, transparencyRefusalView, async ({ params: { number } }) => {
    const seal = await readSeal(pool, number);
    return seal ? ok(sealView(seal)) : refused({ code: 'seal-unknown' });
  });

/** A bettor's proof that the newest seal has their balance. */
function receiptRoute({ store: { pool }, signer }: Deps, logKey: string | null): Route {
  return handleRefusing(transparencyEndpoints.receipt, transparencyRefusalView, async ({ session }) => {
    const proof = await walletProof(signer, session.walletId);
    if (proof === 'away') return refused({ code: 'signer-away' });
    const seal = proof && (await readStoredSeal(pool, proof.seal));
    if (!proof || !seal || logKey === null) return refused({ code: 'not-sealed' });
    const checkpoint = await checkpointOver(pool, sealedSize(seal));
    const entry = checkpoint && (await proveSeal(pool, seal, checkpoint));
    if (!entry) return refused({ code: 'not-sealed' });
    return ok({
      format: 'touchline-receipt',
      version: 1,
      keys: { log: logKey, witnesses: checkpoint.cosignatures.map(({ witness }) => witness) },
      note: noteOf(checkpoint),
      seal: seal.text,
      index: entry.index,
      path: entry.path.map((hash) => hash.toString('base64')),
      wallet: { id: session.walletId, ...proof.wallet },
      salt: proof.salt,
      position: proof.position,
      size: proof.size,
      sums: proof.path,
    });
  });
}

async function checkpointPage(pool: Pool, before: number | undefined, limit: number) {
  const stored = await listCheckpoints(pool, { before, limit: limit + 1 });
  const shown = stored.slice(0, limit);
  return {
    checkpoints: shown.map(checkpointView),
    next: stored.length > limit ? (shown.at(-1)?.size ?? null) : null,
  };
}

async function tileBytes(pool: Pool, { level, index, width }: NonNullable<ReturnType<typeof parseTilePath>>) {
  if (level === 'entries') {
    const entries = await readLogEntries(pool, index * tileWidth, width);
    if (entries.length < width) return undefined;
    return Buffer.concat(entries.flatMap((entry) => [Buffer.of(entry.length >> 8, entry.length & 255), entry]));
  }
  const [tile] = await readTiles(pool, [{ level, index }]);
  const bytes = width * hashBytes;
  return tile && tile.hashes.length >= bytes ? tile.hashes.subarray(0, bytes) : undefined;
}

/** The newest checkpoint with this entry; one that witnesses have cosigned, if there is one. */
async function checkpointOver(pool: Pool, index: number): Promise<StoredCheckpoint | undefined> {
  const [newest] = await listCheckpoints(pool, { limit: 1 });
  if (!newest || newest.size <= index) return undefined;
  // Usually it is cosigned, and nothing else is read.
  const cosigned = newest.cosignatures.length > 0 ? undefined : await newestCosigned(pool, index);
  if (cosigned === undefined) return newest;
  return (await listCheckpoints(pool, { limit: 1, before: cosigned + 1 }))[0];
}

async function walletProof(signer: Deps['signer'], walletId: WalletId) {
  if (!signer) return 'away' as const;
  const signal = AbortSignal.timeout(signerAnswersWithinMs);
  const headers = { authorization: `Bearer ${signer.token}` };
  const ask = () => fetch(`${signer.url}/proofs/${walletId}`, { headers, signal });
  try {
    // The signer may close a connection just as it is used again.
    const answer = await ask().catch(ask);
    if (answer.status === 404) return undefined;
    return answer.ok ? walletProofSchema.parse(await answer.json()) : ('away' as const);
  } catch {
    return 'away' as const;
  }
}

const signerAnswersWithinMs = 3_000;
const walletProofSchema = z.object({
  seal: z.int(),
  position: z.int(),
  size: z.int(),
  salt: z.string(),
  wallet: z.object({
    version: z.int(),
    head: z.string(),
    cash: z.int(),
    held: z.int(),
    bonus: z.int(),
    staked: z.int(),
  }),
  path: z.array(z.object({ hash: z.string(), sum: z.int() })),
}) satisfies z.ZodType<{ wallet: Omit<ReceiptView['wallet'], 'id'> }>;

function logKeyOf(origin: string, pem: string): string {
  const spki = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  return verifierKey(origin, 'log', spki.subarray(-32)).text;
}

function nameIn(key: string): string {
  try {
    return parseVerifierKey(key).name;
  } catch {
    return key;
  }
}

const noteOf = ({ note, cosignatures }: StoredCheckpoint): string =>
  note + cosignatures.map(({ line }) => line).join('');

const checkpointView = (stored: StoredCheckpoint): LogCheckpointView => ({
  size: stored.size,
  note: noteOf(stored),
  signedAt: stored.signedAt,
  cosignedBy: stored.cosignatures.map(({ witness }) => nameIn(witness)),
});

const sealText = z.object({
  taken_at: z.string(),
  wallets: z.int(),
  liabilities: z.int(),
  receivables: z.int(),
  cash: z.int(),
  held: z.int(),
  bonus: z.int(),
  staked: z.int(),
});

function sealView(seal: {
  readonly number: number;
  readonly text: string;
  readonly index: number | undefined;
}): LiabilitySealView {
  const { taken_at: takenAt, wallets, ...amounts } = sealText.parse(JSON.parse(seal.text));
  const inDollars = (amount: number) => dollars(cents(amount));
  return {
    number: seal.number,
    text: seal.text,
    index: seal.index ?? null,
    takenAt,
    wallets,
    liabilities: inDollars(amounts.liabilities),
    receivables: inDollars(amounts.receivables),
    cash: inDollars(amounts.cash),
    held: inDollars(amounts.held),
    bonus: inDollars(amounts.bonus),
    staked: inDollars(amounts.staked),
  };
}
