import { marketEndpoints, type OperatedMatchDetail } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { Link } from 'wouter';
import { call } from '../../api/call.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { PendingAction } from './action-dialog.tsx';
import { marketName, stateText, whyText } from './market-text.ts';

type MarketsProps = { readonly match: OperatedMatchDetail; readonly onAction: (asking: PendingAction) => void };

/** Lists the markets with their states; suspends and reopens them. */
export const MarketsCard = ({ match, onAction }: MarketsProps) => (
  <Card aria-label={t('Markets')} className="grid gap-3">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h2 className="text-figure font-strong">{t('Markets')}</h2>
      <Link href={`/match/${match.matchId}`} className="inline-flex min-h-11 items-center text-pitch underline">
        {t('Prices over time')}
      </Link>
    </div>
    {match.markets.length === 0 && <p className="text-muted">{t('No odds available.')}</p>}
    <ul className="grid gap-2">
      {match.markets.map((market) => (
        <li key={market.market} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
          <div>
            <p className="font-strong figures">{marketName(market)}</p>
            <p className="flex flex-wrap items-center gap-x-2 text-small text-muted">
              {match.status === 'open' ? (
                <>
                  <Badge tone={market.state === 'open' ? 'won' : 'lost'}>{stateText(market.state)}</Badge>
                  {market.why && whyText(market.why)}
                </>
              ) : (
                <Badge>{stateText('closed')}</Badge>
              )}
            </p>
          </div>
          {match.status === 'open' && (
            <Button
              look="quiet"
              aria-label={t(market.state === 'open' ? 'Suspend {name}' : 'Open market: {name}', {
                name: marketName(market),
              })}
              onClick={() => onAction(actionFor(match, market))}
            >
              {market.state === 'open' ? t('Suspend') : t('Open market')}
            </Button>
          )}
        </li>
      ))}
    </ul>
    {match.status !== 'open' && (
      <p className="text-small text-muted">{t('The match is over, so its markets stay closed.')}</p>
    )}
  </Card>
);

function actionFor(match: OperatedMatchDetail, market: OperatedMatchDetail['markets'][number]): PendingAction {
  const name = marketName(market);
  const params = { matchId: match.matchId };
  return market.state === 'open'
    ? {
        title: t('Suspend {name}?', { name }),
        text: t('No bets are accepted on it until an admin opens it again. Placed bets are unchanged.'),
        button: t('Suspend'),
        look: 'danger',
        success: t('{name} is suspended', { name }),
        save: (reason) => call(marketEndpoints.suspend, { params, body: { market: market.market, reason } }),
      }
    : {
        title: t('Open {name}?', { name }),
        text: t('Bets are accepted again at the provider’s odds. Without odds, it opens as soon as they arrive.'),
        button: t('Open market'),
        success: t('{name} opens as soon as it has odds', { name }),
        save: (reason) => call(marketEndpoints.open, { params, body: { market: market.market, reason } }),
      };
}
