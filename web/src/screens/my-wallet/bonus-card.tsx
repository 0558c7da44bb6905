import { bonusTermsText } from '@touchline/core/bonus';
import type { BonusView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { centsFromDollars, Decimal, noMoney } from '@touchline/core/money';
import { Gift } from 'lucide-react';
import type { ReactNode } from 'react';
import { rich } from '../../language/rich.tsx';
import { useMoment } from '../../matches/use-moment.ts';
import { dollarsText } from '../../ui/money.tsx';

type Props = {
  readonly view: BonusView;
  /** The bonus money in the wallet. */
  readonly held: number;
};

/** The progress of an active bonus, or the offer for a first deposit, with the terms. */
export function BonusCard({ view, held }: Props) {
  const { bonus, offer } = view;
  if (!bonus) {
    return (
      <Frame title={t('Get {percent}% bonus on your first deposit!', { percent: offer.percent })}>
        <p>
          {t('Your first deposit brings you {percent}% of it as bonus money, up to {maximum}.', {
            percent: offer.percent,
            maximum: dollarsText(offer.maximum),
          })}
        </p>
        <Terms offer={offer} />
      </Frame>
    );
  }
  if (bonus.status !== 'active') return null;
  return (
    <Frame
      title={t('Bonus of {amount}', { amount: dollarsText(bonus.granted) })}
      figure={dollarsText(held + (bonus.onBets ?? 0))}
    >
      <Progress wagered={bonus.wagered} toWager={bonus.toWager} expiresAt={bonus.expiresAt} />
      <Terms offer={offer} />
    </Frame>
  );
}

type FrameProps = { readonly title: string; readonly figure?: string; readonly children: ReactNode };

const Frame = ({ title, figure, children }: FrameProps) => (
  <section
    aria-label={t('Bonus terms and progress')}
    className="grid gap-3 rounded-card border border-gold/40 floodlight p-4 pb-2 shadow-card"
  >
    <div className="flex items-center gap-3">
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-round bg-gold-soft text-gold">
        <Gift aria-hidden="true" className="size-5" />
      </span>
      <h2 className="min-w-0 flex-1 font-strong">{title}</h2>
      {figure && <p className="text-title font-strong text-gold figures">{figure}</p>}
    </div>
    {children}
  </section>
);

type ProgressProps = { readonly wagered: number; readonly toWager: number; readonly expiresAt: string };

function Progress({ wagered, toWager, expiresAt }: ProgressProps) {
  const left = useMoment((now) => daysLeftText(Date.parse(expiresAt) - now));
  const percent = toWager > 0 ? Math.min(Math.floor((wagered / toWager) * 100), 100) : 100;
  return (
    <div className="grid gap-1.5">
      <div
        role="progressbar"
        aria-label={t('Wagered')}
        aria-valuemin={0}
        aria-valuemax={toWager}
        aria-valuenow={wagered}
        aria-valuetext={t('{part} of {whole}', { part: dollarsText(wagered), whole: dollarsText(toWager) })}
        className="h-2.5 overflow-hidden rounded-round bg-raised"
      >
        <div className="h-full rounded-round bg-gold" style={{ width: `${percent}%` }} />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-small figures">
        <span>
          {rich('<part>{wagered}</part> <rest>of {toWager} wagered</rest>', {
            wagered: dollarsText(wagered),
            toWager: dollarsText(toWager),
            part: (text) => <strong>{text}</strong>,
            rest: (text) => <span className="text-muted">{text}</span>,
          })}
        </span>
        <span className="text-muted">{left}</span>
      </p>
    </div>
  );
}

const dayMs = 24 * 3_600_000;

function daysLeftText(leftMs: number): string {
  if (leftMs <= 0) return t('time is up');
  const days = Math.floor(leftMs / dayMs);
  if (days >= 1) return t('{days, plural, one {# day left} other {# days left}}', { days });
  const hours = Math.floor(leftMs / 3_600_000);
  return hours >= 1 ? t('{hours, plural, other {# h left}}', { hours }) : t('less than an hour left');
}

/** The published terms. */
function Terms({ offer }: { readonly offer: BonusView['offer'] }) {
  const sections = bonusTermsText({
    ...offer,
    maximum: centsFromDollars(offer.maximum) ?? noMoney,
    minTotalOdds: new Decimal(offer.minTotalOdds),
    maxStake: offer.maxStake === null ? null : (centsFromDollars(offer.maxStake) ?? noMoney),
  });
  return (
    <details className="text-small">
      <summary className="inline-flex min-h-11 items-center font-strong underline decoration-gold/40 underline-offset-4">
        {t('How the bonus works')}
      </summary>
      <div className="grid gap-3 pb-2">
        {sections.map(({ title, sentences }) => (
          <section key={title}>
            <h3 className="mb-1 font-strong">{title}</h3>
            <ul className="grid list-disc gap-1 pl-5 text-muted">
              {sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  );
}
