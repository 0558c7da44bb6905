import { Readable } from 'node:stream';
import { type ExportFormat, ledgerEndpoints, ledgerRefusalView } from '@touchline/core/contract';
import { seconds } from '@touchline/core/instant';
import { ok, refused } from '@touchline/core/result';
import type { Db, Store } from '@touchline/store/connect';
import { exportLedger, proveWallet } from '@touchline/store/ledger';
import type { FastifyReply } from 'fastify';
import { handleRefusing, type Route } from '../http/handle.ts';
import { mayRead } from './ledger.route.ts';
import { recordStaffAccess } from './staff-access.ts';

type Deps = { readonly db: Db; readonly reading: Pick<Store, 'pool'> };

const contentTypes: Record<ExportFormat, string> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};
/** While it is read, an export holds four database connections and a snapshot, and a proof one. */
const mostExports = 2;
const mostProofs = 3;
/** A reader that takes nothing for so long is disconnected. */
const idleMs = seconds(60);

/** Files that are streamed, whatever their size. */
export function downloadsRoutes({ db, reading }: Deps): readonly Route[] {
  let exports = 0;
  let proofs = 0;
  return [
    handleRefusing(
      ledgerEndpoints.export,
      async ({ query: { format }, request, reply }) => {
        if (exports >= mostExports) return refused({ code: 'too-many-exports' });
        exports += 1;
        const content = Readable.from(exportLedger(reading.pool, { format }), { objectMode: false });
        content.once('close', () => {
          exports -= 1;
        });
        try {
          await recordStaffAccess(db, request, 'export', null);
        } catch (error) {
          content.destroy();
          throw error;
        }
        const fileName = `touchline-ledger-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}.${format}`;
        return ok(send(reply, content, contentTypes[format], fileName));
      },
      ledgerRefusalView,
      { exposeHeadRoute: false },
    ),
    handleRefusing(
      ledgerEndpoints.proof,
      async ({ params: { walletId }, session, request, reply }) => {
        if (!mayRead(session, walletId)) return refused({ code: 'wallet-unknown' });
        if (proofs >= mostProofs) return refused({ code: 'too-many-proofs' });
        proofs += 1;
        let content: Readable | undefined;
        try {
          await recordStaffAccess(db, request, 'proof', walletId);
          const proof = await proveWallet(reading.pool, walletId);
          if (proof === 'no-wallet') return refused({ code: 'wallet-unknown' });
          if (proof === 'not-ready') return refused({ code: 'proof-not-ready' });
          content = Readable.from(proof, { objectMode: false });
        } finally {
          if (content) content.once('close', () => (proofs -= 1));
          else proofs -= 1;
        }
        return ok(send(reply, content, 'application/json; charset=utf-8', `touchline-proof-${walletId}.json`));
      },
      ledgerRefusalView,
      { exposeHeadRoute: false, config: { rateLimit: { max: 20, timeWindow: '1 minute' } } },
    ),
  ];
}

function send(reply: FastifyReply, content: Readable, type: string, fileName: string): FastifyReply {
  reply.raw.setTimeout(idleMs, () => reply.raw.destroy());
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(content);
}
