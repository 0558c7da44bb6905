import { BOOKMAKERS } from '../football/bookmakers.ts';
import { MORE_MARKETS } from '../football/more-markets.ts';
import type { RefusalCode } from './refusal.ts';

/** A request for events. Times in ms. */
export type EventsQuestion = {
  readonly eventIds: readonly string[] | null;
  readonly from: number;
  readonly to: number;
  readonly dates: 'iso' | 'unix';
};

export type OddsQuestion = EventsQuestion & {
  readonly markets: readonly string[];
  readonly carries: (bookmaker: string) => boolean;
  readonly prices: 'decimal' | 'american';
  /** Every ten named bookmakers count as one region. */
  readonly regions: number;
};

type Asked<Question> =
  | { readonly ok: true; readonly question: Question }
  | { readonly ok: false; readonly code: RefusalCode };

const REGIONS = ['us', 'us2', 'us_dfs', 'us_ex', 'uk', 'eu', 'fr', 'se', 'au'];
const MARKETS = ['h2h', 'h2h_lay', 'spreads', 'totals', 'outrights', 'outrights_lay'];
/** Those of a single event; the last three are known, and quoted by no bookmaker here. */
export const EVENT_MARKETS: readonly string[] = [
  ...MARKETS,
  ...MORE_MARKETS,
  'halftime_fulltime',
  'h2h_h1',
  'spreads_h1',
];

export function readEventsQuestion(query: URLSearchParams): Asked<EventsQuestion> {
  const dates = query.get('dateFormat') || 'iso';
  if (dates !== 'iso' && dates !== 'unix') return { ok: false, code: 'INVALID_DATE_FORMAT' };
  const ids = listOf(query.get('eventIds'));
  if (ids?.some((id) => !/^[0-9a-f]{32}$/.test(id))) return { ok: false, code: 'INVALID_EVENT_IDS' };
  const from = instant(query.get('commenceTimeFrom'), Number.NEGATIVE_INFINITY);
  if (from === null) return { ok: false, code: 'INVALID_COMMENCE_TIME_FROM' };
  const to = instant(query.get('commenceTimeTo'), Number.POSITIVE_INFINITY);
  if (to === null) return { ok: false, code: 'INVALID_COMMENCE_TIME_TO' };
  if (from > to) return { ok: false, code: 'INVALID_COMMENCE_TIME_RANGE' };
  return { ok: true, question: { eventIds: ids, from, to, dates } };
}

/** `only`: the markets that a request may name. */
export function readOddsQuestion(query: URLSearchParams, only: readonly string[] = MARKETS): Asked<OddsQuestion> {
  const events = readEventsQuestion(query);
  if (!events.ok) return events;
  const prices = query.get('oddsFormat') || 'decimal';
  if (prices !== 'decimal' && prices !== 'american') return { ok: false, code: 'INVALID_ODDS_FORMAT' };
  const markets = query.has('markets') ? listOf(query.get('markets')) : ['h2h'];
  if (!markets) return { ok: false, code: 'MISSING_MARKET' };
  if (markets.some((market) => !only.includes(market))) return { ok: false, code: 'INVALID_MARKET' };
  if (markets.includes('outrights') && markets.length > 1) return { ok: false, code: 'INVALID_MARKET_COMBO' };
  const shop = readShop(query);
  if (!shop.ok) return shop;
  const { carries, regions } = shop;
  return { ok: true, question: { ...events.question, markets: [...new Set(markets)], carries, prices, regions } };
}

type Shop =
  | { readonly ok: true; readonly carries: (bookmaker: string) => boolean; readonly regions: number }
  | { readonly ok: false; readonly code: RefusalCode };

// Named bookmakers take precedence over regions.
function readShop(query: URLSearchParams): Shop {
  const names = listOf(query.get('bookmakers'));
  if (names) {
    if (names.some((name) => !/^[a-z0-9_]+$/.test(name))) return { ok: false, code: 'INVALID_BOOKMAKERS' };
    return { ok: true, carries: (key) => names.includes(key), regions: Math.ceil(names.length / 10) };
  }
  const regions = listOf(query.get('regions'));
  if (!regions) return { ok: false, code: 'MISSING_REGION' };
  if (regions.some((region) => !REGIONS.includes(region))) return { ok: false, code: 'INVALID_REGION' };
  const sold = (key: string) => BOOKMAKERS.find((each) => each.key === key)?.regions ?? [];
  return {
    ok: true,
    carries: (key) => sold(key).some((region) => regions.includes(region)),
    regions: new Set(regions).size,
  };
}

/** `daysFrom` of /scores: null if it was not given. */
export function readDaysFrom(
  query: URLSearchParams,
): { readonly ok: true; readonly days: number | null } | { readonly ok: false } {
  const text = query.get('daysFrom');
  if (text === null || text === '') return { ok: true, days: null };
  return /^[1-3]$/.test(text) ? { ok: true, days: Number(text) } : { ok: false };
}

function listOf(text: string | null): string[] | null {
  const items = (text ?? '').split(',').map((item) => item.trim());
  const given = items.filter((item) => item !== '');
  return given.length > 0 ? given : null;
}

function instant(text: string | null, otherwise: number): number | null {
  if (text === null || text === '') return otherwise;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)) return null;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? null : parsed;
}
