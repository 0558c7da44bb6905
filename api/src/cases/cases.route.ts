import { type CaseFile, caseEndpoints, caseRefusalView } from '@touchline/core/contract';
import type { WalletId } from '@touchline/core/ids';
import { ok, refused } from '@touchline/core/result';
import { changeCase, listCases, openCase, readCase } from '@touchline/store/cases';
import type { Store } from '@touchline/store/connect';
import { proveEvents, proveWallet } from '@touchline/store/ledger';
import type { Reads } from '@touchline/store/standby-reads';
import type { Zippable } from 'fflate';
import { allPages, handleExport } from '../http/export-list.ts';
import { handle, handleRefusing, type Route } from '../http/handle.ts';
import type { Session } from '../http/sessions.ts';
import { recordStaffAccess } from '../ledger/staff-access.ts';

type Deps = { readonly store: Pick<Store, 'db'>; readonly downloads: Reads };

/** The events and wallets of one archive are proved in memory. A longer proof is left out: the wallet's own page has it. */
const mostEvents = 500;
const mostWallets = 5;
const mostProofLength = 5_000_000;
const exportedAtOnce = 200;

export const caseRoutes = ({ store: { db }, downloads }: Deps): readonly Route[] => [
  handle(caseEndpoints.list, ({ query: { mine, ...query }, session }) =>
    listCases(db, { ...query, owner: mine === 'true' ? session.userId : undefined }),
  ),
  handleExport(db, caseEndpoints.exportList, {
    name: 'cases',
    read: ({ query: { mine, format: _, ...filter }, session }) =>
      allPages(async (before) => {
        const owner = mine === 'true' ? session.userId : undefined;
        const { cases: rows, next } = await listCases(db, { ...filter, owner, before, limit: exportedAtOnce });
        return { rows, next };
      }),
    columns: {
      id: ({ id }) => id,
      kind: ({ kind }) => kind,
      state: ({ state }) => state,
      title: ({ title }) => title,
      owner_id: ({ owner }) => owner?.userId,
      owner: ({ owner }) => owner?.name,
      opened_at: ({ openedAt }) => openedAt,
      changed_at: ({ changedAt }) => changedAt,
    },
  }),
  handle(caseEndpoints.open, ({ body, session, request, reply }) => {
    reply.code(201);
    return openCase(db, by(session, request.id), body);
  }),
  handleRefusing(caseEndpoints.read, caseRefusalView, async ({ params }) => {
    const found = await readCase(db, params.id);
    return found ? ok(found) : refused({ code: 'case-unknown' });
  }),
  handleRefusing(caseEndpoints.change, caseRefusalView, ({ params, body, session, request }) =>
    changeCase(db, by(session, request.id), params.id, body),
  ),
  handleRefusing(
    caseEndpoints.export,
    caseRefusalView,
    async ({ params: { id }, request, reply }) => {
      const found = await readCase(db, id);
      if (!found) return refused({ code: 'case-unknown' });
      await recordStaffAccess(db, request, 'export', null);
      const { zipSync } = await import('fflate');
      const archive = Buffer.from(zipSync(await filesOf(found, (await downloads.server()).pool)));
      return ok(
        reply
          .type('application/zip')
          .header('content-disposition', `attachment; filename="touchline-case-${id}.zip"`)
          .header('cache-control', 'no-store')
          .send(archive),
      );
    },
    { exposeHeadRoute: false, config: { rateLimit: { max: 20, timeWindow: '1 minute' } } },
  ),
];

const by = ({ userId, role }: Session, requestId: string) => ({ userId, role, requestId });

/** The case, its entries as text, and its events and wallets with their places in the newest signed checkpoint. */
async function filesOf(found: CaseFile, pool: Store['pool']): Promise<Zippable> {
  const subjects = [...new Set(found.entries.flatMap(({ subject }) => subject ?? []))];
  const idsOf = (kind: string) => subjects.flatMap((one) => (one.startsWith(kind) ? [one.slice(kind.length)] : []));
  const seqs = idsOf('event:').map(Number);
  const wallets: Zippable = {};
  for (const id of idsOf('wallet:').slice(0, mostWallets)) {
    const proof = await proofOf(pool, id as WalletId);
    if (proof !== undefined) wallets[`wallet-${id}.json`] = Buffer.from(proof);
  }
  const { note, events } = await proveEvents(pool, seqs.slice(0, mostEvents));
  const lines = found.entries.map(
    ({ at, by: person, act, text, subject }) =>
      `${at}  ${person?.name ?? 'Touchline'}  ${[act, subject, text].filter(Boolean).join(': ')}`,
  );
  return {
    'case.json': Buffer.from(JSON.stringify(found, undefined, 2)),
    'notes.txt': Buffer.from(`Case ${found.id}: ${found.title}\n\n${lines.join('\n')}\n`),
    'events.ndjson': Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join('')),
    ...(note !== null && { 'checkpoint.note': Buffer.from(note) }),
    ...wallets,
    'README.txt': Buffer.from(howTo),
  };
}

async function proofOf(pool: Store['pool'], walletId: WalletId): Promise<string | undefined> {
  const proof = await proveWallet(pool, walletId);
  if (proof === 'no-wallet') return undefined;
  let text = '';
  for await (const chunk of proof) {
    text += chunk;
    if (text.length > mostProofLength) return undefined;
  }
  return text;
}

const howTo = `Each line of events.ndjson is a ledger event with its hash. "index" and "path" prove that it is an entry of the
transparency log whose checkpoint is in checkpoint.note: the leaf is SHA-256(0x00, 0x01, hash), the path has the hashes of the
siblings, nearest first, in base64. Touchline's stand-alone verifier checks all of them, with the operator's public key:

  node verify-ledger.mjs events.ndjson --key operator.pem --checkpoint checkpoint.note

A file wallet-….json is the proof of a wallet that the case names, with all its events and its balance now:

  node verify-ledger.mjs wallet-….json --key operator.pem

docs/transparency.md describes the log, docs/export.md the members of an event.
`;
