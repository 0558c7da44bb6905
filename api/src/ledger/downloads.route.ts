import type { Readable } from 'node:stream';
import { type EventExportFormat, ledgerEndpoints, ledgerRefusalView } from '@touchline/core/contract';
import type { WalletId } from '@touchline/core/ids';
import { ok, refused } from '@touchline/core/result';
import type { Db } from '@touchline/store/connect';
import { exportEvents, exportLedger, proveWallet, settledSeq } from '@touchline/store/ledger';
import type { ReadServer, Reads } from '@touchline/store/standby-reads';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { handleRefusing, type Route } from '../http/handle.ts';
import { exportName, sendFile, streamOf } from '../http/send-file.ts';
import { eventFilterOf, mayRead } from './ledger.route.ts';
import { recordStaffAccess } from './staff-access.ts';

type Deps = { readonly db: Db; readonly downloads: Reads };

const contentTypes: Record<EventExportFormat, string> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};
/** An open export holds four database connections and a snapshot; an open proof holds one connection. */
const mostExports = 2;
const mostProofs = 3;

/** Files that are streamed, whatever their size. */
export function downloadsRoutes({ db, downloads }: Deps): readonly Route[] {
  let exports = 0;
  let proofs = 0;

  /** Sends an export unless too many are running; the access is recorded first. */
  async function sendExport(
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    file: { readonly name: string; readonly format: EventExportFormat; readonly walletId: WalletId | null },
    read: (server: ReadServer) => AsyncGenerator<string | Uint8Array>,
  ) {
    if (exports >= mostExports) return refused({ code: 'too-many-exports' as const });
    exports += 1;
    let content: Readable | undefined;
    try {
      await recordStaffAccess(db, request, 'export', file.walletId);
      content = streamOf(read(await downloads.server()));
    } finally {
      if (content) content.once('close', () => (exports -= 1));
      else exports -= 1;
    }
    return ok(sendFile(reply, content, contentTypes[file.format], exportName(file.name, file.format)));
  }

  return [
    handleRefusing(
      ledgerEndpoints.export,
      ledgerRefusalView,
      ({ query: { format }, request, reply }) =>
        sendExport({ request, reply }, { name: 'ledger', format, walletId: null }, ({ pool }) =>
          exportLedger(pool, { format }),
        ),
      { exposeHeadRoute: false },
    ),
    handleRefusing(
      ledgerEndpoints.exportEvents,
      ledgerRefusalView,
      async ({ query: { format, ...query }, session, request, reply }) => {
        const filter = eventFilterOf(query, session);
        if (!filter) return refused({ code: 'request-invalid' as const });
        const file = { name: 'events', format, walletId: filter.walletId ?? null };
        // Only the primary knows what its writers have not committed yet.
        const upTo = await settledSeq(db, 10_000);
        if (upTo === undefined) throw new Error('the ledger does not settle');
        return sendExport({ request, reply }, file, (server) => exportEvents(server.db, filter, { format, upTo }));
      },
      { exposeHeadRoute: false },
    ),
    handleRefusing(
      ledgerEndpoints.proof,
      ledgerRefusalView,
      async ({ params: { walletId }, session, request, reply }) => {
        if (!mayRead(session, walletId)) return refused({ code: 'wallet-unknown' });
        if (proofs >= mostProofs) return refused({ code: 'too-many-proofs' });
        proofs += 1;
        let content: Readable | undefined;
        try {
          await recordStaffAccess(db, request, 'proof', walletId);
          const proof = await proveWallet((await downloads.server()).pool, walletId);
          if (proof === 'no-wallet') return refused({ code: 'wallet-unknown' });
          content = streamOf(proof);
        } finally {
          if (content) content.once('close', () => (proofs -= 1));
          else proofs -= 1;
        }
        return ok(sendFile(reply, content, 'application/json; charset=utf-8', `touchline-proof-${walletId}.json`));
      },
      { exposeHeadRoute: false, config: { rateLimit: { max: 20, timeWindow: '1 minute' } } },
    ),
  ];
}
