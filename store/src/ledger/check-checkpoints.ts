import type { ClientBase } from 'pg';
import { binaryRows } from './binary-rows.ts';
import { isSignedBy } from './checkpoint-key.ts';
import type { Findings } from './findings.ts';
import { createRootBuilder } from './merkle.ts';
import {
  checkpointHash,
  firstPrevious,
  leavesQuery,
  readCheckpoints,
  type SignedCheckpoint,
} from './read-checkpoints.ts';
import { readHeadRow } from './rows.ts';

/**
 * Checks that checkpoints follow each other without gaps, that each is signed, and that the newest root is that of the sealed
 * wallets. `checkWallet` checks that the sealed wallets are those of the events.
 */
export async function checkCheckpoints(
  client: ClientBase,
  leavesClient: ClientBase,
  findings: Findings,
  trusted: Buffer | undefined,
): Promise<number> {
  const signed = await readCheckpoints(client);
  checkSequence(signed, findings, trusted);
  const newest = signed.at(-1);
  const { rows } = await client.query<{ number: number | null }>(
    'select max(number) as number from ledger_checkpoint_heads',
  );
  const sealed = rows[0]?.number ?? 0;
  if (sealed > (newest?.checkpoint.number ?? 0)) {
    findings.add('checkpoint-missing', `wallets were sealed by checkpoint ${sealed}, which is missing`, {
      checkpoint: sealed,
    });
  }
  if (newest) await checkRoot(leavesClient, newest, findings);
  return signed.length;
}

function checkSequence(signed: readonly SignedCheckpoint[], findings: Findings, trusted: Buffer | undefined): void {
  let number = 0;
  let previous = firstPrevious;
  for (const { checkpoint, publicKey, signature } of signed) {
    const place = { checkpoint: checkpoint.number };
    if (checkpoint.number !== number + 1 || checkpoint.previous !== previous) {
      findings.add('checkpoint-missing', `checkpoint ${checkpoint.number} does not follow checkpoint ${number}`, place);
    }
    const isOurs = !trusted || trusted.equals(publicKey);
    if (!isOurs || !isSignedBy(checkpoint, signature, publicKey)) {
      const sentence = `checkpoint ${checkpoint.number} is not signed with ${trusted ? "the operator's" : 'its'} key`;
      findings.add('checkpoint-forged', sentence, place);
    }
    number = checkpoint.number;
    previous = checkpointHash(checkpoint);
  }
}

async function checkRoot(client: ClientBase, { checkpoint }: SignedCheckpoint, findings: Findings): Promise<void> {
  const root = createRootBuilder();
  let events = 0;
  for await (const heads of binaryRows(client, leavesQuery(checkpoint.number), readHeadRow)) {
    for (const head of heads) {
      root.add(head.leaf);
      events += head.version;
    }
  }
  const isSame =
    root.root().toString('hex') === checkpoint.root &&
    root.size() === checkpoint.wallets &&
    events === checkpoint.events;
  if (isSame) return;
  const sentence = `the sealed wallets do not lead to the root that checkpoint ${checkpoint.number} signs`;
  findings.add('root-differs', sentence, { checkpoint: checkpoint.number });
}
