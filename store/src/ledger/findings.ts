import { hash as digest } from 'node:crypto';
import { isUnreadable } from '../failures.ts';
import type { HashedEvent } from './hashed-event.ts';

/** What can be wrong with a ledger. */
export type FindingKind =
  /** Stored data without the form that every writer gives it. */
  | 'unreadable'
  | 'event-altered'
  | 'chain-broken'
  | 'version-missing'
  | 'event-unknown'
  | 'time-backwards'
  | 'balance-negative'
  /** An amount is negative, or a part is more than the whole. */
  | 'amount-wrong'
  | 'entries-differ'
  | 'entries-orphaned'
  | 'wallet-missing'
  | 'wallet-differs'
  /** Several people acted in a wallet's events, or someone other than its owner. */
  | 'owner-differs'
  /** The transparency log: records that are not those that were logged, and checkpoints and seals that do not fit them. */
  | 'record-altered'
  | 'record-missing'
  | 'record-inserted'
  | 'log-differs'
  | 'log-cut'
  | 'checkpoint-forged'
  | 'seal-differs'
  /** Bets, whose digests the ledger has. */
  | 'bet-missing'
  | 'bet-differs'
  | 'payout-wrong'
  | 'verdict-wrong'
  /** Transactions, bonuses and adjustments. */
  | 'payment-differs'
  | 'bonus-differs'
  | 'adjustment-unapproved'
  /** Stored exposures, and each wallet's stored play. */
  | 'book-differs'
  | 'play-differs';

export type FindingLocation = {
  readonly wallet?: string;
  readonly version?: number;
  readonly seq?: number;
  readonly key?: string;
  /** The size of a checkpoint of the log. */
  readonly checkpoint?: number;
  /** The number of a seal. */
  readonly seal?: number;
};
export type Finding = {
  readonly kind: FindingKind;
  /** What identifies this finding in every run that finds it. */
  readonly key: string;
  readonly sentence: string;
  readonly place: FindingLocation;
};

export type Findings = {
  /** `identity`: by what later runs recognise the finding; its sentence by default. */
  readonly add: (kind: FindingKind, sentence: string, place: FindingLocation, identity?: string) => void;
  readonly addAll: (findings: FoundList) => void;
  readonly all: () => FoundList;
};

/** `listed`: the first of each kind; `found`: how many there are of each kind. */
export type FoundList = {
  readonly listed: readonly Finding[];
  readonly found: ReadonlyMap<FindingKind, number>;
};

/** How many findings of a kind are listed; the others are counted. */
const mostListed = 1_000;

export function collectFindings(): Findings {
  const listed: Finding[] = [];
  const found = new Map<FindingKind, number>();
  return {
    add: (kind, sentence, place, identity = sentence) => {
      const count = (found.get(kind) ?? 0) + 1;
      found.set(kind, count);
      if (count <= mostListed) listed.push({ kind, key: keyOf(kind, identity), sentence, place });
    },
    addAll: (others) => {
      for (const finding of others.listed) {
        const before = listed.filter(({ kind }) => kind === finding.kind).length;
        if (before < mostListed) listed.push(finding);
      }
      for (const [kind, count] of others.found) found.set(kind, (found.get(kind) ?? 0) + count);
    },
    all: () => ({ listed, found }),
  };
}

/**
 * Reports that `what` cannot be read, so that one such value hides no other finding.
 * @throws `error` if it has another reason, such as a database that fails
 */
export function reportUnreadable(findings: Findings, error: unknown, what: string, place: FindingLocation = {}): void {
  if (!isUnreadable(error)) throw error;
  findings.add(
    'unreadable',
    `${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    place,
  );
}

type LocatedEvent = Readonly<Pick<HashedEvent, 'walletId' | 'version' | 'seq' | 'type' | 'key'>>;

/** Names a ledger event in the sentence of a finding. */
export const eventName = ({ walletId, version, type, key }: LocatedEvent): string =>
  `event ${version} of wallet ${walletId} (${type}, ${key})`;
export const eventLocation = ({ walletId, version, seq, key }: LocatedEvent): FindingLocation => ({
  wallet: walletId,
  version,
  seq,
  key,
});

const keyOf = (kind: FindingKind, identity: string): string =>
  `${kind}:${digest('sha256', identity, 'hex').slice(0, 16)}`;
