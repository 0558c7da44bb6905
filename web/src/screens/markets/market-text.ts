import type { OperatedMatchView } from '@touchline/core/contract';
import { formatNumber, type Message, msg, t, textIn } from '@touchline/core/language';
import { marketTitle } from '@touchline/core/markets';
import { liveWindowMs } from '@touchline/core/matches';
import { localText } from '../../ledger/moments.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

type Review = OperatedMatchView['reviews'][number];
type Market = OperatedMatchView['markets'][number];

/** The kinds of review, with what each means for the bets. */
const reviewTexts: Readonly<Record<string, { readonly title: Message; readonly meaning: Message }>> = {
  'teams-swapped': {
    title: msg('Teams swapped'),
    meaning: msg(
      'The provider swapped home and away. Its new odds and final score are ignored. If the venue really changed, void the match; if only the listing is wrong, enter the score.',
    ),
  },
  'id-changed': {
    title: msg('Relisted'),
    meaning: msg(
      'The old listing was removed, and the same teams are listed at another time. If it is the same match, its bets continue under the new listing.',
    ),
  },
  'kicked-off-earlier': {
    title: msg('Kicked off earlier'),
    meaning: msg(
      'The provider says that the match started before its pre-match betting closed. Bets placed in between become void when the match is next settled, and have no cash-out until then. If it was wrong, undo that under “Void bets” afterwards. If it takes the kick-off back, they stand: void them by time if it was right at first.',
    ),
  },
  'extra-time-possible': {
    title: msg('May include extra time'),
    meaning: msg('This knock-out score may include extra time. Enter the score after 90 minutes and stoppage time.'),
  },
  'result-late': {
    title: msg('Late result'),
    meaning: msg('The result came more than three days after kick-off and was not applied. Check it and enter it.'),
  },
  'result-missing': {
    title: msg('No result'),
    meaning: msg('No result for two days, and bets are still open. Enter the result or void the match.'),
  },
  'score-corrected': {
    title: msg('Score changed afterwards'),
    meaning: msg(
      'The provider changed the final score after the match ended. Nothing was changed here; correct the result if the new score is right.',
    ),
  },
  'sources-disagree': {
    title: msg('Results providers disagree'),
    meaning: msg(
      'The two results providers report different final scores. Nothing was settled by it. Check the score after 90 minutes and enter or correct it.',
    ),
  },
  'result-awarded': {
    title: msg('Result awarded'),
    meaning: msg('The result was awarded by a committee. Awarded results do not count for bets: void the match.'),
  },
  'half-time-differs': {
    title: msg('Half-time scores differ'),
    meaning: msg(
      'A results provider reports another half-time score than the one here. Nothing was changed. Check it and enter the half-time score.',
    ),
  },
  'half-time-missing': {
    title: msg('No half-time score'),
    meaning: msg('No provider reported the half-time score, and open bets need it. Enter it.'),
  },
  'abandoned-possible': {
    title: msg('May be abandoned'),
    meaning: msg(
      'The match has a score, but the provider lists it for later or no longer lists it; no bets are taken. If it was abandoned, enter the score at which it stopped; if it goes on, mark this as resolved.',
    ),
  },
  'moved-too-far': {
    title: msg('Moved by more than 48 hours'),
    meaning: msg(
      'The match was moved so far that its bets are void under the rules: void it. If it had begun before it was moved, enter the score at which it stopped; if the kick-off is wrong, enter the final score. Until then it takes no bets, and no score settles it.',
    ),
  },
  'called-off': {
    title: msg('Postponed, cancelled or stopped'),
    meaning: msg(
      'The second results provider reports that the match was called off. Its markets are suspended until it resumes. If it is not played within 48 hours, it is void.',
    ),
  },
};
export const reviewMeaning = ({ kind }: Review): string => {
  const meaning = reviewTexts[kind]?.meaning;
  return meaning ? t(meaning) : '';
};
export const reviewTitle = ({ kind }: Pick<Review, 'kind'>): string => {
  const title = reviewTexts[kind]?.title;
  return title ? t(title) : kind;
};

export const factNames: Readonly<Record<string, Message>> = {
  was: msg('Before'),
  is: msg('Now'),
  score: msg('Reported score'),
  halfTime: msg('Half-time score here'),
  kickoffAt: msg('Kick-off'),
  firstKickoffAt: msg('First kick-off'),
  movedTo: msg('Moved to'),
  listedFor: msg('Listed for'),
  seenAt: msg('Seen at'),
  homeTeam: msg('Home team'),
  awayTeam: msg('Away team'),
  formerEventId: msg('Old listing'),
  source: msg('Reported by'),
  status: msg('Status'),
};
export const factName = (name: string): string => textIn(factNames, name) ?? name;
/** Formats ISO times in local time; leaves other values unchanged. */
export const factText = (value: string): string => (/^\d{4}-\d\d-\d\dT/.test(value) ? localText(value) : value);

export const marketName = ({ market, point }: Pick<Market, 'market' | 'point'>): string =>
  [marketTitle(market), point === undefined ? undefined : formatNumber(point)]
    .filter((text) => text !== undefined)
    .join(' ');
const stateTexts: Record<Market['state'], Message> = {
  open: msg('Open'),
  suspended: msg('Suspended'),
  closed: msg('Closed'),
};
export const stateText = (state: Market['state']): string => t(stateTexts[state]);
const statesInside: Record<Market['state'], Message> = {
  open: msg('{market}: open'),
  suspended: msg('{market}: suspended'),
  closed: msg('{market}: closed'),
};
/** The name of a market with its state. */
export const marketState = (market: string, state: Market['state']): string => t(statesInside[state], { market });
/** The state of a match at `now` (ms): one that should be over lacks its result. */
export function stateBadge(
  { status, settledAt, commenceTime }: Pick<OperatedMatchView, 'status' | 'settledAt' | 'commenceTime'>,
  now: number,
): { readonly tone: BadgeTone; readonly children: string } {
  if (status !== 'open') {
    if (status === 'void') return { tone: 'neutral', children: t(settledAt ? 'Void, settled' : 'Void, settling') };
    return { tone: 'neutral', children: t(settledAt ? 'Ended, settled' : 'Ended, settling') };
  }
  const playedMs = now - Date.parse(commenceTime);
  if (playedMs < 0) return { tone: 'neutral', children: t('Upcoming') };
  return playedMs < liveWindowMs
    ? { tone: 'live', children: t('In play') }
    : { tone: 'gold', children: t('No result yet') };
}
const whyTexts: Readonly<Record<string, Message>> = {
  operator: msg('by an admin'),
  'score-changed': msg('its prices are from before a goal'),
  'score-awaited': msg('its prices imply a goal that is not reported yet'),
  'price-jump': msg('its price jumped'),
  'nearly-decided': msg('it is nearly decided'),
  'not-quoted': msg('no odds available'),
  'not-confirmed': msg('its price was not confirmed'),
  'under-review': msg('an admin has to decide about the match'),
};
export const whyText = (why: string): string => textIn(whyTexts, why) ?? why.replaceAll('-', ' ');

/** The name of an actor: the provider, an admin’s name, or the start of an admin’s id when the name is unknown. */
export function actorText(actor: string, people: Readonly<Record<string, string>>): string {
  const [kind, id = ''] = actor.split(':');
  return kind === 'system' ? t('The provider’s results') : (people[actor] ?? t('Admin {id}', { id: id.slice(0, 8) }));
}
