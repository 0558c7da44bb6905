import { marketEndpoints, type OperatedMatchDetail } from '@touchline/core/contract';
import { Link } from 'wouter';
import { call } from '../../api/call.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import type { PendingAction } from './action-dialog.tsx';
import { marketName, stateText, whyText } from './market-text.ts';
import { countOpenBets, totalStaked } from './market-totals.ts';

type MarketsProps = { readonly match: OperatedMatchDetail; readonly onAction: (asking: PendingAction) => void };

/** Lists the markets with their states; suspends and reopens them. */
export const MarketsCard = ({ match, onAction }: MarketsProps) => (
  <Card aria-label="Markets" className="grid gap-3">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h2 className="text-figure font-strong">Markets</h2>
      <Link href={`/match/${match.matchId}`} className="inline-flex min-h-11 items-center text-pitch underline">
        Prices over time
      </Link>
    </div>
    {match.markets.length === 0 && <p className="text-muted">No odds available.</p>}
    <ul className="grid gap-2">
      {match.markets.map((market) => (
        <li key={market.market} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <div className="min-w-0">
            <p className="font-strong figures">{marketName(market)}</p>
            <p className="flex flex-wrap items-center gap-x-2 text-small text-muted">
              {match.status === 'open' ? (
                <>
                  <Badge tone={market.state === 'open' ? 'won' : 'lost'}>{stateText[market.state]}</Badge>
                  {market.why && whyText(market.why)}
                </>
              ) : (
                <Badge>{stateText.closed}</Badge>
              )}
            </p>
          </div>
          {match.status === 'open' && (
            <Button
              look="quiet"
              aria-label={`${market.state === 'open' ? 'Suspend' : 'Open'} ${marketName(market)}`}
              onClick={() => onAction(actionFor(match, market))}
            >
              {market.state === 'open' ? 'Suspend' : 'Open'}
            </Button>
          )}
        </li>
      ))}
    </ul>
    {match.status !== 'open' && <p className="text-small text-muted">The match is over, so its markets stay closed.</p>}
  </Card>
);

function actionFor(match: OperatedMatchDetail, market: OperatedMatchDetail['markets'][number]): PendingAction {
  const name = marketName(market);
  const params = { matchId: match.matchId };
  return market.state === 'open'
    ? {
        title: `Suspend ${name}?`,
        text: 'No bets are accepted on it until an admin opens it again. Placed bets are unchanged.',
        button: 'Suspend',
        look: 'danger',
        success: `${name} is suspended`,
        save: (reason) => call(marketEndpoints.suspend, { params, body: { market: market.market, reason } }),
      }
    : {
        title: `Open ${name}?`,
        text: 'Bets are accepted again at the provider’s odds. Without odds, it opens as soon as they arrive.',
        button: 'Open',
        success: `${name} opens as soon as it has odds`,
        save: (reason) => call(marketEndpoints.open, { params, body: { market: market.market, reason } }),
      };
}

/** The open bets on a match by outcome. */
export function ExposureCard({ match }: { readonly match: OperatedMatchDetail }) {
  const bets = countOpenBets(match);
  return (
    <Card aria-label="Open bets" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-figure font-strong">Open bets</h2>
      {bets === 0 ? (
        <p className="text-muted">None.</p>
      ) : (
        <>
          <p className="text-small text-muted figures">
            {bets.toLocaleString('en-US')} {bets === 1 ? 'bet' : 'bets'}, <Money amount={totalStaked(match)} /> staked.
            Liability is the bookmaker’s loss if the outcome wins, with accumulators at their maximum.
          </p>
          <div className="overflow-x-auto">
            <table className="w-full text-small figures">
              <thead className="text-muted">
                <tr>
                  <th scope="col" className="py-2 pr-3 text-left">
                    Outcome
                  </th>
                  {['Bets', 'Staked', 'Liability'].map((title) => (
                    <th key={title} scope="col" className="py-2 pl-3 text-right">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {match.exposure.map(({ label, bets: count, staked, liability }) => (
                  <tr key={label} className="border-t border-line">
                    <th scope="row" className="py-2 pr-3 text-left font-normal">
                      {label}
                    </th>
                    <td className="py-2 pl-3 text-right">{count.toLocaleString('en-US')}</td>
                    <td className="py-2 pl-3 text-right">
                      <Money amount={staked} />
                    </td>
                    <td className="py-2 pl-3 text-right font-strong">
                      <Money amount={liability} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Card>
  );
}
