import type { OperatedMatchDetail } from '@touchline/core/contract';
import { Link } from 'wouter';
import { orderMarket } from '../../api/markets.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import type { Asking } from './asking-dialog.tsx';
import { openBetsOf, stakesOf } from './market-sums.ts';
import { marketName, stateWords, whyText } from './market-words.ts';

type MarketsProps = { readonly match: OperatedMatchDetail; readonly onAsk: (asking: Asking) => void };

/** Each market with its state, and the way to suspend or open it. */
export const MarketsCard = ({ match, onAsk }: MarketsProps) => (
  <Card aria-label="Markets" className="grid gap-3">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h2 className="text-figure font-strong">Markets</h2>
      <Link href={`/match/${match.matchId}`} className="inline-flex min-h-11 items-center text-pitch underline">
        Prices over time
      </Link>
    </div>
    {match.markets.length === 0 && <p className="text-muted">Nobody quotes this match.</p>}
    <ul className="grid gap-2">
      {match.markets.map((market) => (
        <li key={market.market} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <div className="min-w-0">
            <p className="font-strong figures">{marketName(market)}</p>
            <p className="flex flex-wrap items-center gap-x-2 text-small text-muted">
              {match.status === 'open' ? (
                <>
                  <Badge tone={market.state === 'open' ? 'won' : 'lost'}>{stateWords[market.state]}</Badge>
                  {market.why && whyText(market.why)}
                </>
              ) : (
                <Badge>{stateWords.closed}</Badge>
              )}
            </p>
          </div>
          {match.status === 'open' && (
            <Button
              look="quiet"
              aria-label={`${market.state === 'open' ? 'Suspend' : 'Open'} ${marketName(market)}`}
              onClick={() => onAsk(orderOf(match, market))}
            >
              {market.state === 'open' ? 'Suspend' : 'Open'}
            </Button>
          )}
        </li>
      ))}
    </ul>
    {match.status !== 'open' && <p className="text-small text-muted">The match is over: its markets stay closed.</p>}
  </Card>
);

function orderOf(match: OperatedMatchDetail, market: OperatedMatchDetail['markets'][number]): Asking {
  const name = marketName(market);
  return market.state === 'open'
    ? {
        title: `Suspend ${name}?`,
        text: 'No bet on it is taken until an admin opens it again. Bets that were placed stay as they are.',
        button: 'Suspend',
        look: 'danger',
        said: `${name} is suspended`,
        save: (reason) => orderMarket(match.matchId, 'suspend', { market: market.market, reason }),
      }
    : {
        title: `Open ${name}?`,
        text: 'Bets on it are taken again at the provider’s prices. If nobody quotes it now, it opens when somebody does.',
        button: 'Open',
        said: `${name} is open as soon as it is quoted`,
        save: (reason) => orderMarket(match.matchId, 'open', { market: market.market, reason }),
      };
}

/** What is open on a match, by outcome. */
export function ExposureCard({ match }: { readonly match: OperatedMatchDetail }) {
  const bets = openBetsOf(match);
  return (
    <Card aria-label="Open bets" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-figure font-strong">Open bets</h2>
      {bets === 0 ? (
        <p className="text-muted">None.</p>
      ) : (
        <>
          <p className="text-small text-muted figures">
            {bets.toLocaleString('en-US')} {bets === 1 ? 'bet' : 'bets'}, <Money amount={stakesOf(match)} /> staked.
            Liability is what the house loses when the outcome comes, accumulators at their most.
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
                {match.exposure.map(({ market, pick, label, bets: count, staked, liability }) => (
                  <tr key={`${market} ${pick}`} className="border-t border-line">
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
