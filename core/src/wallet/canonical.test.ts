import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AcceptedLeg } from '../betting/index.ts';
import type { BetId, MatchId } from '../ids.ts';
import type { Outcome } from '../markets/index.ts';
import { type Cents, Decimal } from '../money/index.ts';
import { sampleNow } from '../testing/sample-match.ts';
import { canonicalTerms } from './bet-terms.ts';
import { canonicalEvent, canonicalJson, type EventRecord, type Json, requirePlainNames } from './canonical.ts';
import type { WalletEvent } from './event.ts';

type Vectors = {
  readonly chain: readonly {
    readonly title: string;
    readonly record: EventRecord;
    readonly request_text: string;
    readonly canonical: string;
    readonly prev_hash: string;
    readonly hash: string;
  }[];
  readonly terms: {
    readonly bet: {
      readonly id: BetId;
      readonly stake: Cents;
      readonly legs: readonly { readonly matchId: MatchId; readonly outcome: Outcome; readonly odds: string }[];
      readonly totalOdds: string;
      readonly potentialPayout: Cents;
    };
    readonly canonical: string;
    readonly sha256: string;
  };
  readonly json: readonly { readonly value: Json; readonly canonical: string }[];
};
const vectors: Vectors = JSON.parse(readFileSync(new URL('./canonical.vectors.json', import.meta.url), 'utf8'));
const sha256 = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

describe('the canonical form of an event', () => {
  test.each(vectors.chain)('$title has these bytes and no others', ({ record, canonical }) => {
    expect(canonicalEvent(record)).toBe(canonical);
  });

  test('does not depend on the order of members and covers columns only', () => {
    for (const { record, canonical } of vectors.chain) {
      const turned = Object.fromEntries(Object.entries(record).toReversed());
      expect(canonicalEvent({ ...record, ...turned, hash: 'no part of itself' } as EventRecord)).toBe(canonical);
    }
  });

  test.each(vectors.chain)('the hash of $title follows from the hash before it and its bytes', (link) => {
    expect(sha256(Buffer.from(link.prev_hash, 'hex'), canonicalEvent(link.record))).toBe(link.hash);
  });

  test('the chain starts with 32 zero bytes, and every hash covers the previous one', () => {
    const hashes = vectors.chain.map((link) => link.hash);
    expect(vectors.chain.map((link) => link.prev_hash)).toEqual(['00'.repeat(32), ...hashes.slice(0, -1)]);
    expect(vectors.chain.map((link) => link.record.version)).toEqual([1, 2, 3, 4]);
  });

  test('a change of any column changes the hash', () => {
    const [first] = vectors.chain;
    if (!first) throw new Error('no vectors');
    const other = (value: Json): Json => {
      if (typeof value === 'number') return value + 1;
      return typeof value === 'string' ? `${value}x` : [value];
    };
    const changed = Object.entries(first.record).map(([column, value]) => ({
      ...first.record,
      [column]: other(value),
    }));
    expect(changed.length).toBe(12);
    expect(new Set([first.record, ...changed].map((record) => sha256(canonicalEvent(record)))).size).toBe(13);
  });

  test.each(vectors.chain)('the request of $title is the digest of its canonical text', ({ record, request_text }) => {
    expect(canonicalJson(JSON.parse(request_text))).toBe(request_text);
    expect(sha256(request_text)).toBe(record.request);
  });
});

describe('the terms of a bet', () => {
  const { bet, canonical, sha256: digest } = vectors.terms;
  const leg = (at: (typeof bet.legs)[number], seen: string): AcceptedLeg => ({
    matchId: at.matchId,
    outcome: at.outcome,
    odds: new Decimal(at.odds),
    oddsSeen: new Decimal(seen),
    label: 'as the bettor wrote it',
    marketVersion: 1,
    bookmaker: 'pinnacle',
    quotedAt: sampleNow,
    score: null,
  });
  const terms = { ...bet, totalOdds: new Decimal(bet.totalOdds), legs: bet.legs.map((at) => leg(at, at.odds)) };

  test('have these bytes, and the stake event holds their digest', () => {
    expect(canonicalTerms(bet.id, terms)).toBe(canonical);
    expect(sha256(canonical)).toBe(digest);
    expect(vectors.chain[1]?.record.payload).toEqual({ betId: bet.id, terms: digest });
  });

  test('include what the odds of a builder come from', () => {
    const [first, ...others] = terms.legs;
    if (!first) throw new Error('the vector has no legs');
    const pricedFrom = { score: { home: 1, away: 0 }, margin: 50_000, chances: [[1], [2, 3]], alone: ['2.1'] };
    expect(canonicalTerms(bet.id, { ...terms, legs: [{ ...first, pricedFrom }, ...others] })).toBe(
      canonical.replace(
        '}',
        ',"priced_from":{"alone":["2.1"],"chances":[[1],[2,3]],"margin":50000,"score":{"away":0,"home":1}}}',
      ),
    );
  });

  test('are the accepted odds, not those on the screen', () => {
    const seenOtherwise = { ...terms, legs: bet.legs.map((at) => leg(at, '1.01')) };
    expect(canonicalTerms(bet.id, seenOtherwise)).toBe(canonical);
    const priced = { ...terms, legs: terms.legs.map((at) => ({ ...at, odds: at.odds.plus('0.0001') })) };
    expect(canonicalTerms(bet.id, priced)).not.toBe(canonical);
  });
});

describe('canonical JSON', () => {
  test.each(vectors.json)('$canonical', ({ value, canonical }) => {
    expect(canonicalJson(value)).toBe(canonical);
  });

  test.each([0.5, -1.25, 2 ** 53, -(2 ** 53), 1e300, Number.NaN, Number.POSITIVE_INFINITY])(
    'the ledger holds whole numbers only, not %s',
    (value) => {
      expect(() => canonicalJson({ deep: [value] })).toThrow(RangeError);
    },
  );

  test('minus zero is zero', () => {
    expect(canonicalJson([-0])).toBe('[0]');
  });

  test('an undefined member is an error: the database would omit it, the hash would not', () => {
    const { gone } = Object.create(null);
    expect(() => canonicalJson({ kept: 1, gone })).toThrow(RangeError);
  });

  test('half of a surrogate pair is escaped, so that the text is always UTF-8', () => {
    const text = canonicalJson({ '\ud83e': 'a\udd81' });
    expect(text).toBe('{"\\ud83e":"a\\udd81"}');
    expect(text.isWellFormed()).toBe(true);
  });

  const anyText = fc.string({
    unit: fc.constantFrom(
      'a',
      'B',
      '9',
      '10',
      '"',
      '\\',
      '/',
      '\n',
      '\0',
      '\u001f',
      '\u007f',
      'é',
      '\u2028',
      '\ufb33',
      '🦁',
      '\ud83e',
      '__proto__',
    ),
    maxLength: 4,
  });
  // V8 13.6 (Node 24) misreads some member names that contain an escape: "\\n", or "10\\"". No name in the ledger has one.
  const anyName = anyText.filter((name) => JSON.stringify(name).length === name.length + 2);
  const { json: anyJson } = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      anyText,
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('json'), { maxLength: 4 }),
      fc
        .uniqueArray(fc.tuple(anyName, tie('json')), { selector: ([name]) => name, maxLength: 5 })
        .map(Object.fromEntries),
    ),
  }));

  test('parsing it returns the value, and writing that returns the same text', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test('it has no white space and one order of members, whatever the order in memory', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(canonicalJson(turned(value))).toBe(canonicalJson(value));
        expect(canonicalJson(value).length).toBe(JSON.stringify(value).length);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the names in an event', () => {
  type NameOf<Value> = Value extends unknown ? keyof Value : never;
  type Terms = NonNullable<Extract<WalletEvent, { type: 'BonusGranted' }>['terms']>;
  // TypeScript refuses this list when it lacks a name that an event can have.
  const names = {
    type: 1,
    amount: 1,
    transactionId: 1,
    provider: 1,
    providerPaymentId: 1,
    reversalId: 1,
    reference: 1,
    reason: 1,
    betId: 1,
    terms: 1,
    fromBonus: 1,
    bonusId: 1,
    toBonus: 1,
    forfeited: 1,
    wagered: 1,
    settlement: 1,
    legs: 1,
    stake: 1,
    reverses: 1,
    adjustmentId: 1,
    requestedBy: 1,
    approvedBy: 1,
    percent: 1,
    maximum: 1,
    wagering: 1,
    minTotalOdds: 1,
    days: 1,
    maxStake: 1,
    opposing: 1,
    rules: 1,
    awaits: 1,
    quote: 1,
  } satisfies Record<NameOf<WalletEvent> | keyof Terms, 1>;

  test('are read as they were written and may be appended', () => {
    expect(JSON.parse(canonicalJson(names))).toEqual(names);
    expect(() => requirePlainNames({ ...names, terms: names })).not.toThrow();
  });

  test.each(['10"', '\\n', '\n', 'é', '\ud83e'])('%j is not appended, however deep it stands', (name) => {
    expect(() => requirePlainNames({ plain: [{ [name]: null }] })).toThrow(RangeError);
  });

  test('values may contain any character', () => {
    expect(() => requirePlainNames({ reason: '10"', lines: ['\\n'] })).not.toThrow();
  });
});

/** The same value with the members of every object in the opposite order. */
function turned(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(turned);
  const members = Object.entries(value).map(([name, member]) => [name, turned(member)] as const);
  return Object.fromEntries(members.toReversed());
}
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
