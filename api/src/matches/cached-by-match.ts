import type { MatchId } from '@touchline/core/ids';
import { type Instant, seconds } from '@touchline/core/instant';
import type { Replica } from '../live/replica.ts';

type Read<Answer> = (id: MatchId) => Promise<Answer | undefined>;
const mostMatches = 200;
const cachedMs = seconds(1);

/** After a goal many screens ask for the same match: within a second, and while it is unchanged, they share an answer. */
export function cachedByMatch<Answer>(
  { replica, now }: { readonly replica: Replica; readonly now: () => Instant },
  read: Read<Answer>,
): Read<Answer> {
  const cache = new Map<
    MatchId,
    { readonly s: number | undefined; readonly at: Instant; readonly answer: Promise<Answer | undefined> }
  >();
  return (id) => {
    const s = replica.row(id)?.s;
    const cached = cache.get(id);
    if (cached && cached.s === s && now() - cached.at < cachedMs) return cached.answer;
    const answer = read(id);
    if (cache.size >= mostMatches) cache.clear();
    cache.set(id, { s, at: now(), answer });
    answer.catch(() => cache.delete(id));
    return answer;
  };
}
