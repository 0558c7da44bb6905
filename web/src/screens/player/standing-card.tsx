import type { PlayerSheet } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { CircleCheck, ShieldOff } from 'lucide-react';
import { Link } from 'wouter';
import { localText } from '../../ledger/moments.ts';
import { kindTexts, nextText, periodTexts, usedText } from '../../limits/limit-texts.ts';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { flagText } from '../../payments/transaction-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { causeText, isHold, signalTexts, untilText } from './exclusion-text.ts';
import { PartCard } from './part-card.tsx';

type Props = { readonly sheet: PlayerSheet; readonly role: 'admin' | 'auditor' };

/** Exclusions, the flags of payments, and the player's own limits. */
export const StandingCard = ({ sheet, role }: Props) => {
  const { exclusion, own, limits, shared, flags, wallet, user } = sheet;
  return (
    <PartCard title={t('State')}>
      <p className="flex flex-wrap gap-2">
        {exclusion && <Excluded text={isHold(exclusion) ? t('On hold') : t('Excluded by the operator')} />}
        {own && <Excluded text={own.kind === 'time-out' ? t('On a time-out') : t('Self-excluded')} />}
        {!exclusion && !own && (
          <Badge tone="won">
            <CircleCheck aria-hidden="true" className="size-3.5" />
            {t('Active')}
          </Badge>
        )}
      </p>
      {exclusion && (
        <FactsList>
          <Fact name={t(isHold(exclusion) ? 'On hold' : 'Excluded')}>{untilText(exclusion.until)}</Fact>
          <Fact name={t('Begun')}>
            <time dateTime={exclusion.since}>{localText(exclusion.since)}</time>
          </Fact>
          <Fact name={t('Because of')}>{causeText(exclusion.cause)}</Fact>
          <Fact name={t('Reason')}>{exclusion.reason}</Fact>
          <Fact name={t('Decided by')}>{exclusion.by}</Fact>
        </FactsList>
      )}
      {own && (
        <FactsList>
          <Fact name={t(own.kind === 'time-out' ? 'Own time-out' : 'Self-exclusion')}>
            {t('{until}. It cannot be ended early.', { until: untilText(own.until) })}
          </Fact>
        </FactsList>
      )}
      {shared.length > 0 && (
        <section aria-label={t('Possibly the same person')} className="grid gap-2 border-t border-line pt-3">
          <h3 className="text-small font-strong text-muted">{t('Possibly the same person')}</h3>
          <FactsList>
            {shared.map(({ user, signals, isExcluded }) => (
              <Fact
                key={user.id}
                name={t('Same {signals}', { signals: signals.map((signal) => t(signalTexts[signal])).join(', ') })}
              >
                <Link href={`/players/${user.id}`} className="underline">
                  {user.email}
                </Link>
                {isExcluded && <span className="block text-muted">{t('Excluded')}</span>}
              </Fact>
            ))}
          </FactsList>
        </section>
      )}
      <section aria-label={t('Flags')} className="grid gap-2 border-t border-line pt-3">
        <h3 className="text-small font-strong text-muted">{t('Flags')}</h3>
        {wallet.balance < 0 && <p className="text-live">{t('The balance is negative after a reversal.')}</p>}
        {flags.length === 0 && wallet.balance >= 0 && <p className="text-small text-muted">{t('No flags.')}</p>}
        <ul className="grid gap-1">
          {flags.map(({ flag, count, open }) => (
            <li key={flag} className="flex flex-wrap items-baseline gap-x-2 figures">
              {role === 'admin' ? (
                <Link
                  href={`/transactions?user=${user.id}&flag=${flag}`}
                  className="inline-flex min-h-6 items-center text-pitch underline"
                >
                  {flagText(flag)}
                </Link>
              ) : (
                <span>{flagText(flag)}</span>
              )}
              <span className="text-small text-muted">
                {t('{count, plural, one {# payment} other {# payments}}', { count })}
              </span>
              {open > 0 && <Badge tone="gold">{t('{open, plural, other {# open}}', { open })}</Badge>}
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t('Own limits')} className="grid gap-2 border-t border-line pt-3">
        <h3 className="text-small font-strong text-muted">{t('Own limits')}</h3>
        {limits.length === 0 ? (
          <p className="text-small text-muted">{t('No limits set.')}</p>
        ) : (
          <FactsList>
            {limits.map((limit) => (
              <Fact
                key={`${limit.kind} ${limit.period}`}
                name={`${t(kindTexts[limit.kind].title)}, ${t(periodTexts[limit.period])}`}
              >
                {usedText(limit)}
                {limit.next && <span className="block text-muted">{nextText(limit.next)}</span>}
              </Fact>
            ))}
          </FactsList>
        )}
      </section>
    </PartCard>
  );
};

const Excluded = ({ text }: { readonly text: string }) => (
  <Badge tone="lost">
    <ShieldOff aria-hidden="true" className="size-3.5" />
    {text}
  </Badge>
);
