import type { MatchRow, Price } from '@touchline/core/contract';
import { perRowMarket, type RowMarket } from '@touchline/core/markets';
import { amount, either, flag, oneOf, optional, orNull, record, type Shape, text, whole } from './shape.ts';

export const matchStatus = oneOf('open', 'finished', 'void');
export const score = orNull(record<NonNullable<MatchRow['score']>>({ home: whole, away: whole }));
export const price: Shape<Price> = either(amount, oneOf('-'));
const market = oneOf('open', 'suspended', 'none');
type Notes = NonNullable<MatchRow['notes']>;
type Why = NonNullable<NonNullable<Notes[RowMarket]>['why']>;
const note = optional(
  record<NonNullable<Notes[RowMarket]>>({
    // A reason that this page does not know must not hide the match.
    why: optional(text as Shape<Why>),
    confirmedAt: optional(text),
  }),
);

/**
 * Accepts odds that are not a number and shows them as received, so that one bad price does not hide the other matches; they cannot be
 * added to the slip. Only here is text accepted as a price.
 */
export const priceOrText: Shape<Price> = either(price, text as unknown as Shape<Price>);

/** The contract's match, with prices read by `price`. */
export const matchRowWith = (price: Shape<Price>): Shape<MatchRow> =>
  record<MatchRow>({
    id: text,
    s: whole,
    match: record<MatchRow['match']>({ homeTeam: text, awayTeam: text, commenceTime: text }),
    league: record<MatchRow['league']>({ key: text, title: text }),
    homeTeamLogo: optional(text),
    awayTeamLogo: optional(text),
    odds: record<MatchRow['odds']>({
      homeWin: price,
      draw: price,
      awayWin: price,
      overUnder: orNull(
        record<NonNullable<MatchRow['odds']['overUnder']>>({ point: amount, over: price, under: price }),
      ),
    }),
    markets: record<MatchRow['markets']>(perRowMarket(() => market)),
    notes: optional(record<Notes>(perRowMarket(() => note))),
    status: matchStatus,
    score,
    quotedAt: orNull(text),
    gone: optional(flag),
  });
