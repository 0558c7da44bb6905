import { hash as digest } from 'node:crypto';
import type { ClientBase } from 'pg';
import { logSources } from '../transparency/sources.ts';
import type { Findings } from './findings.ts';
import { type SealBounds, sealFigures } from './seal-totals.ts';

/** A stored seal; `upTo`: the highest `seq` that it covers. */
export type SealRow = { readonly number: number; readonly text: string; readonly upTo: SealBounds[number] };

/** Returns all seals in their order. */
export async function readSeals(client: ClientBase): Promise<readonly SealRow[]> {
  const { rows } = await client.query<{ number: number; text: string; up_to: number | null }>(`
    select s.number, s.text, (
      select b.to_number from log_batches b
      where b.source = ${logSources.event.code} and b.first_index < (s.text::jsonb ->> 'log_size')::bigint
      order by b.first_index desc limit 1
    ) as up_to
    from liability_seals s order by s.number`);
  return rows.map(({ number, text, up_to: upTo }) => ({ number, text, upTo: Number(upTo ?? 0) }));
}

/** Checks that seals follow each other, and that their totals are those of the events that they cover. */
export function checkSeals(seals: readonly SealRow[], changes: Float64Array, findings: Findings): void {
  const totals = new Float64Array(sealFigures.length);
  let before = { number: 0, hash: '0'.repeat(64) };
  for (const [at, { number, text }] of seals.entries()) {
    const seal = membersOf(text);
    if (number !== before.number + 1 || seal['number'] !== number || seal['previous'] !== before.hash) {
      findings.add('seal-differs', `seal ${number} does not follow seal ${before.number}`, { seal: number });
    }
    before = { number, hash: digest('sha256', text ?? '', 'hex') };
    for (const place of sealFigures.keys()) {
      totals[place] = (totals[place] ?? 0) + (changes[at * sealFigures.length + place] ?? 0);
    }
    const wrong = sealFigures.filter((name, place) => seal[name] !== totals[place]);
    if (wrong.length === 0) continue;
    const said = wrong.map((name) => `${name} ${String(seal[name])} instead of ${totals[sealFigures.indexOf(name)]}`);
    findings.add('seal-differs', `seal ${number} says ${said.join(', ')}`, { seal: number }, `totals of ${number}`);
  }
}

/** The members of a seal; none of one that cannot be read. */
function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
