import { betText } from '@touchline/core/betting';
import { betEndpoints, type SharedBet } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useEffect } from 'react';
import { useParams } from 'wouter';
import { call } from '../../api/call.ts';
import { useLoad } from '../../api/load-machine.ts';
import { dateText, statusOf } from '../../bets/bet-texts.ts';
import { Figure } from '../../bets/figure.tsx';
import { LegRow } from '../../bets/leg-row.tsx';
import { LinkFailed } from '../../bets/link-failed.tsx';
import { rich } from '../../language/rich.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { usePriceText } from '../../ui/price-text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { savePicture } from './draw-bet.ts';

/** How often an open bet is read again; scores are live. */
const readEveryMs = 15_000;

/** A bet that its bettor shares: read-only, for anyone. */
export function SharedBetScreen() {
  const { code = '' } = useParams();
  return <Load key={code} code={code} />;
}

function Load({ code }: { readonly code: string }) {
  const [{ context }, send] = useLoad<SharedBet>(
    () => call(betEndpoints.shared, { params: { code } }),
    t('The bet could not be loaded.'),
  );
  const { value: bet, error } = context;
  const isOpen = bet?.status === 'pending';
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => send({ type: 'refresh' }), readEveryMs);
    return () => clearInterval(timer);
  }, [isOpen, send]);
  if (bet) return <Shared bet={bet} />;
  if (error === undefined) {
    return (
      <div role="status">
        <p className="text-muted">{t('Loading bet...')}</p>
        <Skeleton className="h-44 w-full rounded-card" />
      </div>
    );
  }
  return (
    <LinkFailed title={t('This bet could not be loaded')} error={error} onRetry={() => send({ type: 'refresh' })} />
  );
}

function Shared({ bet }: { readonly bet: SharedBet }) {
  const priceText = usePriceText();
  const status = statusOf(bet);
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <Card className="grid gap-4">
        <header className="grid gap-1">
          <h1 className="flex flex-wrap items-center gap-2 text-figure font-strong">
            <span className="wrap-anywhere">{betText(bet)}</span>
            <Badge tone={status.tone}>{status.text}</Badge>
          </h1>
          <p className="text-small text-muted figures">
            {rich('A shared bet · placed <time>{date}</time>', {
              date: dateText(bet.createdAt),
              time: (text) => <time dateTime={bet.createdAt}>{text}</time>,
            })}
          </p>
        </header>
        <ul className="grid divide-y divide-line border-y border-line">
          {bet.matches.map((leg) => (
            <LegRow key={`${leg.matchId} ${leg.betOutcome}`} leg={leg} />
          ))}
        </ul>
        <dl className="grid grid-cols-3 gap-3">
          <Figure
            name={
              bet.system
                ? t('{count, plural, one {# line} other {# lines}}', { count: bet.system.lines })
                : t('Total Odds')
            }
            value={priceText(bet.totalOdds)}
          />
          {bet.amounts && <Figure name={t('Stake')} value={dollarsText(bet.amounts.stake)} />}
          {bet.amounts &&
            (bet.amounts.payout === null ? (
              <Figure name={t('Can pay')} value={dollarsText(bet.amounts.potentialPayout)} />
            ) : (
              <Figure name={t('Paid')} value={dollarsText(bet.amounts.payout)} />
            ))}
        </dl>
        <div className="flex flex-wrap gap-2">
          <ButtonLink href="/games">{t('See the games')}</ButtonLink>
          <Button look="quiet" onClick={() => void savePicture(bet, priceText)}>
            {t('Save as picture')}
          </Button>
        </div>
      </Card>
    </div>
  );
}
