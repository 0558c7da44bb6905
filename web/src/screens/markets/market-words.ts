import type { OperatedMatchView } from '@touchline/core/contract';
import { marketTitle } from '@touchline/core/markets';
import { liveWindowMs } from '@touchline/core/matches';
import { localText } from '../../ledger/moments.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

type Review = OperatedMatchView['reviews'][number];
type Market = OperatedMatchView['markets'][number];

/** What waits for a person: what it is, and what it means for the bets. */
export const reviewWords: Readonly<Record<string, { readonly title: string; readonly meaning: string }>> = {
  'teams-swapped': {
    title: 'Teams swapped',
    meaning:
      'The provider now lists home and away the other way round. Its new prices are not taken over, and its final score ends nothing by itself. If the match was really turned round, void it; if only the listing is wrong, enter the score.',
  },
  'id-changed': {
    title: 'Listed anew',
    meaning:
      'The old listing is gone and the same teams are listed for another time. Say whether it is the same match. If it is, its bets go on under the new listing.',
  },
  'kicked-off-earlier': {
    title: 'Kicked off earlier',
    meaning: 'It had begun before its bets were closed. Bets placed after the true kick-off may have to be void.',
  },
  'extra-time-possible': {
    title: 'May include extra time',
    meaning:
      'A knock-out score is held because it may count extra time. Bets count 90 minutes and stoppage time: enter that score.',
  },
  'result-late': {
    title: 'Late result',
    meaning: 'The result came more than three days after kick-off and was not taken by itself. Check it and enter it.',
  },
  'result-missing': {
    title: 'No result',
    meaning: 'No result has come for two days. Its bets are still open: enter the result, or void the match.',
  },
  'score-corrected': {
    title: 'Score changed afterwards',
    meaning:
      'The provider told another final score after the match had ended. Nothing was changed: correct the result if the new score is right.',
  },
};
export const reviewTitle = ({ kind }: Review): string => reviewWords[kind]?.title ?? kind;

const factNames: Readonly<Record<string, string>> = {
  was: 'Before',
  is: 'Now',
  score: 'Score told',
  kickoffAt: 'Kick-off',
  seenAt: 'Seen at',
  homeTeam: 'Home',
  awayTeam: 'Away',
  formerEventId: 'Old listing',
};
export const factName = (name: string): string => factNames[name] ?? name;
/** A moment is written for the reader; anything else as it is. */
export const factText = (value: string): string => (/^\d{4}-\d\d-\d\dT/.test(value) ? localText(value) : value);

export const marketName = ({ market, point }: Pick<Market, 'market' | 'point'>): string =>
  [marketTitle(market), point].filter((text) => text !== undefined).join(' ');
export const stateWords: Record<Market['state'], string> = { open: 'Open', suspended: 'Suspended', closed: 'Closed' };
/** In what state a match is at `now`, in ms: a match that should be over by then has no result yet. */
export function stateBadge(
  { status, settledAt, commenceTime }: Pick<OperatedMatchView, 'status' | 'settledAt' | 'commenceTime'>,
  now: number,
): { readonly tone: BadgeTone; readonly children: string } {
  if (status !== 'open') {
    const settled = settledAt ? 'settled' : 'settling';
    return { tone: 'neutral', children: `${status === 'void' ? 'Void' : 'Ended'}, ${settled}` };
  }
  const playedMs = now - Date.parse(commenceTime);
  if (playedMs < 0) return { tone: 'neutral', children: 'Upcoming' };
  return playedMs < liveWindowMs ? { tone: 'live', children: 'In play' } : { tone: 'gold', children: 'No result yet' };
}
const whyWords: Readonly<Record<string, string>> = {
  operator: 'by an admin',
  'price-jump': 'its price jumped',
  'not-quoted': 'nobody quotes it',
  'not-confirmed': 'its price was not confirmed',
  'under-review': 'a review is waiting',
};
export const whyText = (why: string): string => whyWords[why] ?? why.replaceAll('-', ' ');

/** `system:results` → the provider's results; an admin by name, or by the start of an id that nobody has any more. */
export function actorText(actor: string, people: Readonly<Record<string, string>>): string {
  const [kind, id = ''] = actor.split(':');
  return kind === 'system' ? 'The provider’s results' : (people[actor] ?? `Admin ${id.slice(0, 8)}`);
}
