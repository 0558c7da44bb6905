import type { LimitsView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { Gauge } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Placeholder, Skeleton } from '../ui/skeleton.tsx';
import { ExclusionPart } from './exclusion-part.tsx';
import { LimitForm } from './limit-form.tsx';
import { kindTexts, type Limit, nextText, periodTexts, usedText } from './limit-texts.ts';
import { type Limits, useLimits } from './limits-machine.ts';
import { RealityCheckPart } from './reality-check-part.tsx';

/** The limits, reality check and breaks that a bettor can set. */
export function LimitsCard() {
  const limits = useLimits();
  const [snapshot, send] = limits;
  const { view, message } = snapshot.context;
  return (
    <Card aria-labelledby="limits" className="grid gap-6 p-5!">
      <header className="grid gap-1">
        <h2 id="limits" className="flex items-center gap-2 text-figure font-strong">
          <Gauge aria-hidden="true" className="size-5 text-pitch" />
          {t('Limits and breaks')}
        </h2>
        <p className="text-small text-muted">
          {t(
            'Limits cover the last 24 hours, 7 days and 30 days. A lower limit applies at once, a higher one or none after 24 hours.',
          )}
        </p>
      </header>
      {snapshot.matches('failed') && (
        <EmptyState
          title={t('Your limits could not be loaded.')}
          hint={`${t('They still apply.')} ${message}`}
          onRetry={() => send({ type: 'retry' })}
        />
      )}
      {snapshot.matches('loading') && (
        <Placeholder text={t('Loading your limits...')} className="grid gap-3">
          <Skeleton className="h-144 w-full md:h-57" />
          <Skeleton className="h-144 w-full md:h-57" />
        </Placeholder>
      )}
      {snapshot.matches({ open: 'refused' }) && (
        <Banner tone="error" onDismiss={() => send({ type: 'dismiss' })}>
          {message}
        </Banner>
      )}
      {view && <Parts view={view} limits={limits} />}
    </Card>
  );
}

function Parts({ view, limits }: { readonly view: LimitsView; readonly limits: Limits }) {
  return (
    <>
      <div className="grid gap-6 md:grid-cols-3 md:gap-x-5 md:gap-y-2">
        {(['deposit', 'stake', 'loss'] as const).map((kind) => (
          <section
            key={kind}
            aria-labelledby={`limits-${kind}`}
            className="grid content-start gap-2 md:row-span-3 md:grid-rows-subgrid"
          >
            <h3 id={`limits-${kind}`} className="font-strong">
              {t(kindTexts[kind].title)}
            </h3>
            <p className="text-small text-muted">{t(kindTexts[kind].counts)}</p>
            <ul className="grid content-start divide-y divide-line border-y border-line">
              {view.limits
                .filter((limit) => limit.kind === kind)
                .map((limit) => (
                  <LimitRow key={limit.period} limit={limit} limits={limits} />
                ))}
            </ul>
          </section>
        ))}
      </div>
      <RealityCheckPart minutes={view.realityCheckMinutes} limits={limits} />
      <ExclusionPart exclusion={view.exclusion} limits={limits} />
    </>
  );
}

function LimitRow({ limit, limits }: { readonly limit: Limit; readonly limits: Limits }) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { amount, used, next, kind, period } = limit;
  const name = t('{kind} in {period}', { kind: t(kindTexts[kind].title), period: t(periodTexts[period]) });
  const close = useCallback(() => {
    setOpen(false);
    const { activeElement } = document;
    // Leave the focus alone if the user has moved on.
    if (activeElement === document.body || opener.current?.closest('li')?.contains(activeElement))
      opener.current?.focus();
  }, []);
  return (
    <li className="grid gap-1.5 py-2">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-small text-muted">{t(periodTexts[period])}</p>
          <p className="font-strong figures">{usedText(limit)}</p>
        </div>
        <Button
          ref={opener}
          look={amount === null ? 'quiet' : 'bare'}
          aria-expanded={isOpen}
          aria-label={`${t(amount === null ? 'Set a limit' : 'Change the limit')}: ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {amount === null ? t('Set') : t('Change')}
        </Button>
      </div>
      {amount !== null && (
        <meter
          aria-label={t('Used: {limit}', { limit: name })}
          min={0}
          max={Math.max(amount, 0.01)}
          value={Math.min(used, amount)}
          className="sr-only"
        />
      )}
      {amount !== null && (
        <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-round bg-hover">
          <div
            className={used >= amount ? 'h-full bg-live' : 'h-full bg-pitch'}
            style={{ width: `${amount === 0 ? 100 : Math.min(100, (used / amount) * 100)}%` }}
          />
        </div>
      )}
      {next && <p className="text-small text-muted figures">{nextText(next)}</p>}
      {isOpen && <LimitForm limit={limit} limits={limits} onDone={close} />}
    </li>
  );
}
