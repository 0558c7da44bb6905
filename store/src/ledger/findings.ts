/** What can be wrong with a ledger. Each kind is reported once, with its first location and its count. */
export type FindingKind =
  | 'event-altered'
  | 'chain-broken'
  | 'version-missing'
  | 'event-unknown'
  | 'time-backwards'
  | 'balance-negative'
  | 'entries-differ'
  | 'entries-orphaned'
  | 'wallet-missing'
  | 'wallet-differs'
  | 'tail-cut'
  | 'checkpoint-differs'
  | 'checkpoint-missing'
  | 'checkpoint-forged'
  | 'root-differs'
  /** Bets, whose digests the ledger has. */
  | 'bet-missing'
  | 'bet-differs'
  | 'payout-wrong'
  /** Transactions. */
  | 'payment-differs'
  /** Stored exposures, and each wallet's stored play. */
  | 'book-differs'
  | 'play-differs';

export type Place = {
  readonly wallet?: string;
  readonly version?: number;
  readonly seq?: number;
  readonly key?: string;
  readonly checkpoint?: number;
};
export type Finding = {
  readonly kind: FindingKind;
  readonly count: number;
  readonly first: Place;
  /** One sentence about the first location. */
  readonly sentence: string;
};

export type Findings = {
  readonly add: (kind: FindingKind, sentence: string, place: Place) => void;
  readonly all: () => readonly Finding[];
};

export function collectFindings(): Findings {
  const found = new Map<FindingKind, Finding>();
  return {
    add: (kind, sentence, first) => {
      const known = found.get(kind);
      found.set(kind, known ? { ...known, count: known.count + 1 } : { kind, count: 1, first, sentence });
    },
    all: () => [...found.values()],
  };
}
