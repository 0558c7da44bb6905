import type { Writable } from 'node:stream';
import type { Store } from '@touchline/store/connect';
import { StartRefused } from '../refusal.ts';
import type { Undo } from '../undo.ts';
import { openLedger, type Rights } from './connection.ts';
import { endLog } from './end-log.ts';
import { type LedgerEnv, loadLedgerEnv, operatorPublicPem } from './env.ts';
import type { LedgerOptions } from './options.ts';
import { postAdjustments } from './post-adjustments.ts';
import { progressOnStderr } from './progress.ts';
import { rebuild } from './rebuild.ts';
import { replay } from './replay.ts';
import { verify } from './verify.ts';
import { exportTo, proofTo } from './write-output.ts';

export type VerbSurroundings = {
  /** Receives the data. */
  readonly out: Writable;
  /** Receives everything else. */
  readonly report: (line: string) => void;
  readonly undo: Undo;
  /** Default: this process's environment and `.env`. */
  readonly env?: LedgerEnv;
};

/** Runs the command and resolves with the exit code. @throws {StartRefused} if a person has to act */
export async function runVerb(asked: LedgerOptions, around: VerbSurroundings): Promise<number> {
  const { out, report } = around;
  const print = (line: string): void => void out.write(`${line}\n`);
  const env = around.env ?? loadLedgerEnv();
  const open = (rights: Rights = 'audit'): Promise<Store> => openLedger(env, rights, around);
  switch (asked.verb) {
    case 'verify':
      return verify(await open(), asked, operatorPublicPem(env), { print, report, progress: progressOnStderr() });
    case 'replay':
      return replay(await open(), asked, { print, report });
    case 'rebuild':
      return rebuild(await open('owner'), { print, progress: progressOnStderr() });
    case 'post-adjustments':
      return postAdjustments(await open('owner'), asked, { print });
    case 'end-log':
      return endLog(await open('owner'), asked, around);
    case 'export':
      return exportTo(await open(), asked, { out, report, progress: progressOnStderr() });
    case 'prove':
      return proofTo(await open(), asked, { out, report });
    case 'public-key': {
      const pem = operatorPublicPem(env);
      if (pem === undefined) throw new StartRefused('Neither LEDGER_PUBLIC_KEY nor LEDGER_SIGNING_KEY is set.');
      out.write(pem);
      return 0;
    }
  }
}
