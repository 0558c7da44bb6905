import { resolve } from 'node:path';
import { type ExportFormat, exportFormats, type LedgerTime } from '@touchline/core/contract';
import { z } from 'zod';
import { type CommandLine, readCommandLine } from '../command-line.ts';

/** A parsed `npm run ledger -- …`. `out` is an absolute path; without it data goes to stdout. */
export type LedgerOptions =
  | { readonly verb: 'rebuild' | 'public-key' }
  | { readonly verb: 'post-adjustments'; readonly only: string | undefined }
  | { readonly verb: 'end-log'; readonly reason: string }
  | { readonly verb: 'verify'; readonly checkpoint?: string | undefined }
  | { readonly verb: 'replay'; readonly wallet: string; readonly time: LedgerTime; readonly at: string | undefined }
  | { readonly verb: 'export'; readonly format: ExportFormat; readonly out: string | undefined }
  | { readonly verb: 'prove'; readonly wallet: string; readonly out: string | undefined };
export type LedgerOptionsAnswer = { ok: true; value: LedgerOptions | 'help' } | { ok: false; problem: string };

export const help = `npm run ledger -- VERB [options]

  verify                     recomputes every hash, balance, entry, bet and the transparency log, and names what is wrong
      [--checkpoint FILE]      a checkpoint kept from before (GET /log/checkpoint), which the log must extend
  replay --wallet X          every event of a wallet with the recomputed balances after it
      [--at TIME]              as of a moment, such as 2026-11-20T14:00:00Z
      [--time recorded]        what was known then, or with \`effective\` what counts for then
  rebuild                    recomputes all balances from the events and names those that differed (the owner's connection)
  post-adjustments           posts the adjustments that two admins agreed on (the owner's connection)
      [--only ID]              one of them
  end-log --reason TEXT      ends the transparency log and prints its newest checkpoint; the signer then begins another one, under a
                             new LOG_ORIGIN and with an empty SIGNER_FOLDER (the owner's connection)
  export [--format ndjson]   the whole ledger for the stand-alone verifier; or with \`csv\` one row per event
      [--out FILE]
  prove --wallet X           one wallet's events and their places in the newest signed checkpoint of the log
      [--out FILE]
  public-key                 the operator's public key (PEM)

X is the id of a wallet or the email address of a player. Data goes to stdout (--silent keeps npm's own lines out of it),
everything else to stderr. The database is AUDIT_DATABASE_URL (for \`rebuild\`,
\`post-adjustments\` and \`end-log\` MIGRATION_DATABASE_URL) or DATABASE_URL, or else the embedded one of DATA_DIR, whether the product runs or not. LEDGER_PUBLIC_KEY or LEDGER_SIGNING_KEY is the operator's key.

Exit code 0: fine. 1: something does not add up. 2: wrong usage, or the ledger cannot be reached.`;

const verbs = {
  verify: { options: ['checkpoint'] },
  replay: { options: ['wallet', 'at', 'time'] },
  rebuild: {},
  'post-adjustments': { options: ['only'] },
  'end-log': { options: ['reason'] },
  export: { options: ['format', 'out'] },
  prove: { options: ['wallet', 'out'] },
  'public-key': {},
};

/** Resolves paths from the caller's folder. */
export function readLedgerOptions(args: readonly string[], callerFolder: string): LedgerOptionsAnswer {
  const line = readCommandLine(args, verbs);
  if (!line.ok) return line;
  return line.value === 'help' ? { ok: true, value: 'help' } : read(line.value, callerFolder);
}

function read({ verb, options }: CommandLine<keyof typeof verbs>, callerFolder: string): LedgerOptionsAnswer {
  const { wallet, at, time = 'recorded', format = 'ndjson', out, checkpoint } = options;
  const inFolder = (path: string | undefined) => (path === undefined ? undefined : resolve(callerFolder, path));
  const file = inFolder(out);
  switch (verb) {
    case 'replay': {
      if (wallet === undefined) return wrong('replay needs --wallet: the id of a wallet, or the address of a player.');
      if (time !== 'recorded' && time !== 'effective') return wrong('--time is recorded or effective.');
      if (at !== undefined && !z.iso.datetime({ offset: true }).safeParse(at).success) {
        return wrong('--at is a moment with a zone, such as 2026-11-20T14:00:00Z.');
      }
      return { ok: true, value: { verb, wallet, time, at } };
    }
    case 'export': {
      const known = exportFormats.find((one) => one === format);
      if (!known) return wrong(`--format is one of ${exportFormats.join(', ')}.`);
      return { ok: true, value: { verb, format: known, out: file } };
    }
    case 'prove':
      if (wallet === undefined) return wrong('prove needs --wallet: the id of a wallet, or the address of a player.');
      return { ok: true, value: { verb, wallet, out: file } };
    case 'verify':
      return { ok: true, value: { verb, checkpoint: inFolder(checkpoint) } };
    case 'post-adjustments':
      return { ok: true, value: { verb, only: options['only'] } };
    case 'end-log':
      if (!options['reason']?.trim())
        return wrong('end-log needs --reason: why the log cannot go on, for the audit log.');
      return { ok: true, value: { verb, reason: options['reason'].trim() } };
    case 'rebuild':
    case 'public-key':
      return { ok: true, value: { verb } };
  }
}

const wrong = (problem: string): LedgerOptionsAnswer => ({ ok: false, problem });
