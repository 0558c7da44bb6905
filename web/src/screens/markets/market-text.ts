import type { OperatedMatchView } from '@touchline/core/contract';
import { marketTitle } from '@touchline/core/markets';
import { liveWindowMs } from '@touchline/core/matches';
import { localText } from '../../ledger/moments.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

type Review = OperatedMatchView['reviews'][number];
type Market = OperatedMatchView['markets'][number];

/** The kinds of review, with what each means for the bets. */
export const reviewTexts: Readonly<Record<string, { readonly title: string; readonly meaning: string }>> = {
  'teams-swapped': {
    title: 'Teams swapped',
    meaning:
      'The provider swapped home and away. Its new odds and final score are ignored. If the venue really changed, void the match; if only the listing is wrong, enter the score.',
  },
  'id-changed': {
    title: 'Relisted',
    meaning:
      'The old listing was removed, and the same teams are listed at another time. If it is the same match, its bets continue under the new listing.',
  },
  'kicked-off-earlier': {
    title: 'Kicked off earlier',
    meaning:
      'The match started before its pre-match betting closed. Bets placed after the actual kick-off may have to be voided.',
  },
  'extra-time-possible': {
    title: 'May include extra time',
    meaning: 'This knock-out score may include extra time. Enter the score after 90 minutes and stoppage time.',
  },
  'result-late': {
    title: 'Late result',
    meaning: 'The result came more than three days after kick-off and was not applied. Check it and enter it.',
  },
  'result-missing': {
    title: 'No result',
    meaning: 'No result has come for two days, and bets are still open. Enter the result or void the match.',
  },
  'score-corrected': {
    title: 'Score changed afterwards',
    meaning:
      'The provider changed the final score after the match ended. Nothing was changed here; correct the result if the new score is right.',
  },
  'sources-disagree': {
    title: 'Results providers disagree',
    meaning:
      'The two results providers report different final scores. Nothing was settled by it. Check the score after 90 minutes and enter or correct it.',
  },
  'result-awarded': {
    title: 'Result awarded',
    meaning: 'The result was awarded by a committee. Awarded results do not count for bets: void the match.',
  },
  'half-time-differs': {
    title: 'Half-time scores differ',
    meaning:
      'A results provider reports another half-time score than the one here. Nothing was changed. Check it and enter the half-time score.',
  },
  'half-time-missing': {
    title: 'No half-time score',
    meaning: 'No provider reported the half-time score, and open bets need it. Enter it.',
  },
  'called-off': {
    title: 'Postponed, cancelled or stopped',
    meaning:
      'The second results provider reports that the match does not go on. Its markets are suspended until it does. Not played within 48 hours, it is void.',
  },
};
export const reviewTitle = ({ kind }: Review): string => reviewTexts[kind]?.title ?? kind;

const factNames: Readonly<Record<string, string>> = {
  was: 'Before',
  is: 'Now',
  score: 'Reported score',
  halfTime: 'Half-time score here',
  kickoffAt: 'Kick-off',
  seenAt: 'Seen at',
  homeTeam: 'Home',
  awayTeam: 'Away',
  formerEventId: 'Old listing',
  source: 'Reported by',
  status: 'Status',
};
export const factName = (name: string): string => factNames[name] ?? name;
/** Formats ISO times in local time; leaves other values unchanged. */
export const factText = (value: string): string => (/^\d{4}-\d\d-\d\dT/.test(value) ? localText(value) : value);

export const marketName = ({ market, point }: Pick<Market, 'market' | 'point'>): string =>
  [marketTitle(market), point].filter((text) => text !== undefined).join(' ');
export const stateText: Record<Market['state'], string> = { open: 'Open', suspended: 'Suspended', closed: 'Closed' };
/** The state of a match at `now` (ms): one that should be over lacks its result. */
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
const whyTexts: Readonly<Record<string, string>> = {
  operator: 'by an admin',
  'score-changed': 'its prices are from before a goal',
  'score-awaited': 'its prices imply a goal that is not reported yet',
  'price-jump': 'its price jumped',
  'nearly-decided': 'it is nearly decided',
  'not-quoted': 'no odds available',
  'not-confirmed': 'its price was not confirmed',
  'under-review': 'a review is waiting',
};
export const whyText = (why: string): string => whyTexts[why] ?? why.replaceAll('-', ' ');

/** The name of an actor: the provider, an admin’s name, or the start of an admin’s id when the name is unknown. */
export function actorText(actor: string, people: Readonly<Record<string, string>>): string {
  const [kind, id = ''] = actor.split(':');
  return kind === 'system' ? 'The provider’s results' : (people[actor] ?? `Admin ${id.slice(0, 8)}`);
}
