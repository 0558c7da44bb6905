import { type Answer, json } from '../http/answer.ts';

/** Statuses and sentences per error code of The Odds API v4. */
const REFUSALS = {
  MISSING_KEY: [401, 'API key is missing'],
  INVALID_KEY: [401, 'API key is not valid'],
  DEACTIVATED_KEY: [401, 'API key is deactivated'],
  OUT_OF_USAGE_CREDITS: [401, 'Usage quota has been reached'],
  EXCEEDED_FREQ_LIMIT: [429, 'Requests are too frequent; wait a moment before trying again'],
  UNKNOWN_SPORT: [404, 'Unknown sport'],
  EVENT_NOT_FOUND: [404, 'Event not found. It may have expired, or the id is of another sport'],
  MISSING_REGION: [422, 'Missing regions parameter'],
  INVALID_REGION: [422, 'Invalid regions parameter'],
  INVALID_BOOKMAKERS: [422, 'Invalid bookmakers parameter'],
  MISSING_MARKET: [422, 'Missing markets parameter'],
  INVALID_MARKET: [422, 'Invalid markets parameter'],
  INVALID_MARKET_COMBO: [422, 'The outrights market cannot be asked for together with other markets'],
  INVALID_DATE_FORMAT: [422, 'Invalid dateFormat parameter: iso or unix'],
  INVALID_ODDS_FORMAT: [422, 'Invalid oddsFormat parameter: decimal or american'],
  INVALID_ALL_SPORTS_PARAM: [422, 'Invalid all parameter: true or false'],
  INVALID_SPORT: [422, 'The sport parameter is not valid here'],
  INVALID_SCORES_DAYS_FROM: [422, 'Invalid daysFrom parameter: a whole number from 1 to 3'],
  INVALID_EVENT_IDS: [422, 'Invalid eventIds parameter'],
  INVALID_EVENT_ID: [422, 'Invalid event id'],
  INVALID_COMMENCE_TIME_FROM: [422, 'Invalid commenceTimeFrom parameter: use YYYY-MM-DDTHH:MM:SSZ'],
  INVALID_COMMENCE_TIME_TO: [422, 'Invalid commenceTimeTo parameter: use YYYY-MM-DDTHH:MM:SSZ'],
  INVALID_COMMENCE_TIME_RANGE: [422, 'commenceTimeFrom must be before commenceTimeTo'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RefusalCode = keyof typeof REFUSALS;

export function refuse(code: RefusalCode, quota: Record<string, string>): Answer {
  const [status, message] = REFUSALS[code];
  const details = `https://the-odds-api.com/liveapi/guides/v4/api-error-codes.html#${code.toLowerCase().replaceAll('_', '-')}`;
  return json(status, { message, error_code: code, details_url: details }, quota);
}
