/** One request of a client, from the moment it was sent until its answer came or was given up. */
export type Operation = {
  readonly kind: string;
  /** The idempotency key: the same for every attempt at one command. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly outcome:
    | { readonly is: 'done'; readonly id: string }
    | { readonly is: 'refused'; readonly code: string }
    /** No answer, or one that says nothing about the command. */
    | { readonly is: 'unknown'; readonly why: string };
};

/** What a command left behind: one row per event in the ledger. */
export type Effect = { readonly kind: string; readonly id: string };

export type HistoryFinding = {
  readonly what: 'lost' | 'doubled' | 'two results' | 'never acknowledged';
  readonly text: string;
};

/**
 * Compares the answers that clients got with the ledger: every acknowledged command is there exactly once, no key has two results,
 * and nothing is there that was never acknowledged. A key without any answer may have had an effect, or not.
 */
export function checkHistory(operations: readonly Operation[], effects: readonly Effect[]): readonly HistoryFinding[] {
  const found: HistoryFinding[] = [];
  const counts = new Map<string, number>();
  for (const { kind, id } of effects) counts.set(`${kind} ${id}`, (counts.get(`${kind} ${id}`) ?? 0) + 1);
  const acknowledged = new Set<string>();
  const unanswered = new Map<string, number>();
  for (const [name, attempts] of Map.groupBy(operations, ({ kind, key }) => `${kind} ${key}`)) {
    const kind = attempts[0]?.kind ?? '';
    const results = new Set(attempts.flatMap(({ outcome }) => resultOf(outcome)));
    if (results.size > 1) found.push({ what: 'two results', text: `${name}: ${[...results].join(', ')}` });
    if (results.size === 0) unanswered.set(kind, (unanswered.get(kind) ?? 0) + 1);
    for (const { outcome } of attempts) if (outcome.is === 'done') acknowledged.add(`${kind} ${outcome.id}`);
  }
  for (const effect of acknowledged) if (!counts.has(effect)) found.push({ what: 'lost', text: effect });
  for (const [effect, count] of counts) {
    if (count > 1) found.push({ what: 'doubled', text: `${effect}: ${count} times` });
  }
  const unknown = [...counts.keys()].filter((effect) => !acknowledged.has(effect));
  for (const [kind, names] of Map.groupBy(unknown, (effect) => effect.split(' ')[0] ?? '')) {
    if (names.length <= (unanswered.get(kind) ?? 0)) continue;
    found.push(...names.map((text) => ({ what: 'never acknowledged', text }) as const));
  }
  return found;
}

function resultOf(outcome: Operation['outcome']): readonly string[] {
  if (outcome.is === 'unknown') return [];
  return [outcome.is === 'done' ? outcome.id : `refused (${outcome.code})`];
}

/** Returns the longest time between two acknowledgements from `from` to `to`, in milliseconds; the last one before `from` counts. */
export function longestGap(operations: readonly Operation[], kind: string, from: number, to: number): number {
  const ends = operations
    .filter((each) => each.kind === kind && each.outcome.is === 'done' && each.end <= to)
    .map(({ end }) => end)
    .toSorted((a, b) => a - b);
  const before = ends.findLast((end) => end <= from) ?? from;
  const points = [before, ...ends.filter((end) => end > from), to];
  return Math.max(...points.slice(1).map((end, at) => end - (points[at] ?? end)));
}
