import type { LedgerEventView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { AddToCase } from './add-to-case.tsx';
import { CopyButton, HashText } from './hash-text.tsx';
import { EventEntries } from './legs-table.tsx';
import { exactUtcText } from './moments.ts';
import { NameOf } from './player-names.tsx';

type Props = {
  readonly event: LedgerEventView;
  /** Returns the address of all events with the same cause, if there is such a list. */
  readonly hrefOfCause?: (cause: string) => string;
};

/** Everything the ledger stores about an event. */
export function EventDetail({ event, hrefOfCause }: Props) {
  const { cause, payload } = event;
  const betId = typeof payload['betId'] === 'string' ? payload['betId'] : undefined;
  const linked = (text: string) => {
    const href = hrefOfCause?.(text);
    return href ? (
      <Link href={href} className="break-all text-pitch underline underline-offset-2">
        {text}
      </Link>
    ) : (
      <span className="break-all">{text}</span>
    );
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 lg:grid-cols-2">
      <div className="min-w-0">
        <EventEntries event={event} />
      </div>
      <dl className="grid min-w-0 content-start gap-y-1.5 text-small sm:grid-cols-[7.5rem_minmax(0,1fr)]">
        <Fact name={t('Recorded')}>
          <span className="figures">{exactUtcText(event.recordedAt)}</span>
        </Fact>
        <Fact name={t('Effective')}>
          <span className="figures">{exactUtcText(event.effectiveAt)}</span>
        </Fact>
        <Fact name={t('Position')}>
          <span className="figures">
            {t('#{seq} in the ledger, version {version} of the wallet', { seq: event.seq, version: event.version })}
          </span>
        </Fact>
        <Fact name={t('Wallet')}>
          <span className="font-mono break-all">{event.walletId}</span>
          <NameOf id={event.walletId} />
        </Fact>
        <Fact name={t('Key')}>
          <span className="font-mono break-all">{event.key}</span>
          <CopyButton value={event.key} what={t('the key')} />
        </Fact>
        <Fact name={t('Actor')}>
          <span className="break-all">{event.actor}</span>
          <NameOf id={event.actor.slice(event.actor.indexOf(':') + 1)} />
        </Fact>
        <Fact name={t('Cause')}>{linked(cause)}</Fact>
        {betId && <Fact name={t('Bet')}>{linked(betId)}</Fact>}
        <Fact name={t('Hash')}>
          <HashText value={event.hash} what={t('the hash')} />
        </Fact>
        <Fact name={t('Hash before')}>
          <HashText value={event.prevHash} what={t('the hash before')} />
        </Fact>
      </dl>
      <div className="empty:hidden lg:col-span-2">
        <AddToCase subjects={[`event:${event.seq}`]} />
      </div>
      <details className="group min-w-0 text-small lg:col-span-2">
        <summary className="flex min-h-11 items-center gap-1.5 text-muted hover:text-ink">
          <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
          {t('Hashed payload')}
        </summary>
        <pre className="overflow-x-auto rounded-small border border-line bg-ground p-3 font-mono">
          {JSON.stringify(payload, null, 2)}
        </pre>
      </details>
    </div>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-muted max-sm:mt-1">{name}</dt>
    <dd className="flex min-w-0 flex-wrap items-center gap-x-2">{children}</dd>
  </>
);
