import { betText, systemText } from '@touchline/core/betting';
import type { BetView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { matchNameText, selectionText } from '@touchline/core/markets';
import { cents, formatDollars } from '@touchline/core/money';
import { useSelector } from '@xstate/react';
import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { unsureState } from '../attempt/attempt-machine.ts';
import { useAcceptance, Waiting } from '../bets/acceptance-note.tsx';
import { linesText, rejectionOf, resultOf, returnedOf, statusOf } from '../bets/bet-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { dollarsText } from '../ui/money.tsx';
import { usePriceText } from '../ui/price-text.ts';
import { takeLostFocus } from '../ui/take-lost-focus.ts';
import { slipTexts } from './slip-action.ts';
import { useSlipActors } from './slip-context.ts';
import { closedNote, isUnavailable } from './slip-line.ts';
import { type SlipView, useOddsText, useSlipView } from './use-slip-view.ts';

/** The outcome of the last attempt. It disappears after five seconds or when dismissed. */
export function SlipBanner() {
  const { slip } = useSlipActors();
  const tone = useSelector(slip, (snapshot) => {
    if (snapshot.matches({ placed: 'announced' })) return 'success';
    return snapshot.matches({ editing: 'refused' }) || snapshot.hasTag('unsure') ? 'error' : undefined;
  });
  const message = useSelector(slip, ({ context }) => context.message);
  if (!tone || !message) return null;
  return (
    <Banner tone={tone} onDismiss={() => slip.send({ type: 'dismiss' })}>
      {message}
    </Banner>
  );
}

/** The placed bets. */
export function SlipReceipt() {
  const { slip } = useSlipActors();
  const bets = useSelector(slip, ({ context }) => context.receipts);
  useAcceptance(bets, (changed) => slip.send({ type: 'bet changed', bet: changed }));
  const [only, another] = bets;
  if (!only) return null;
  return another ? <ReceiptOfSeveral bets={bets} /> : <ReceiptOfOne bet={only} />;
}

/** Several bets: the state of each, with a link to its page. */
function ReceiptOfSeveral({ bets }: { readonly bets: readonly BetView[] }) {
  const total = (amountOf: (bet: BetView) => number) =>
    dollarsText(bets.reduce((sum, bet) => sum + Math.round(amountOf(bet) * 100), 0) / 100);
  return (
    <section
      ref={takeLostFocus}
      tabIndex={-1}
      aria-label={t('Receipt')}
      className="grid grid-cols-1 gap-3 rounded-small border border-pitch/50 bg-pitch-soft p-3"
    >
      <ul className="grid grid-cols-1 gap-3">
        {bets.map((bet) => (
          <li key={bet._id} data-receipt={bet._id} className="grid grid-cols-1 gap-0.5">
            <ReceiptHead bet={bet} />
            <span className="flex items-baseline justify-between gap-3">
              <Link href={`/history/${bet._id}`} className="min-w-0 truncate underline underline-offset-4">
                {betText(bet)}
              </Link>
              <span className="font-strong figures">{dollarsText(bet.stake)}</span>
            </span>
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-[1fr_auto] gap-y-0.5 border-t border-line pt-2">
        <ReceiptLine name={t('Total Stake')}>{total(({ stake }) => stake)}</ReceiptLine>
        <ReceiptLine name={t('Potential Winnings')}>{total(({ potentialPayout }) => potentialPayout)}</ReceiptLine>
      </dl>
      <AfterPlacing href="/history?show=open" text={t('Follow them')} />
    </section>
  );
}

/** The placed bet with its id and a link to its page. One that was rejected can be placed again at the current odds. */
function ReceiptOfOne({ bet }: { readonly bet: BetView }) {
  const priceText = usePriceText();
  const isRejected = bet.acceptance?.state === 'rejected';
  return (
    <section
      ref={takeLostFocus}
      tabIndex={-1}
      aria-label={t('Receipt')}
      data-receipt={bet._id}
      className={classes(
        'grid grid-cols-1 gap-3 rounded-small border p-3',
        isRejected ? 'border-live/60 bg-live-soft' : 'border-pitch/50 bg-pitch-soft',
      )}
    >
      <ReceiptHead bet={bet} />
      <ul className="grid grid-cols-1 gap-1.5">
        {bet.matches.map((leg) => (
          <li key={leg.matchId} className="flex items-baseline justify-between gap-3">
            <span className="min-w-0">
              <span className="block truncate font-strong">{selectionText(leg)}</span>
              <span className="block truncate text-small text-muted">{matchNameText(leg)}</span>
            </span>
            <span className="font-strong figures">{priceText(leg.odds)}</span>
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-[1fr_auto] gap-y-0.5 border-t border-line pt-2">
        {isRejected ? (
          <ReceiptLine name={t('Returned to your balance')}>{dollarsText(bet.payout ?? bet.stake)}</ReceiptLine>
        ) : (
          <>
            <ReceiptLine name={t('Stake')}>{dollarsText(bet.stake)}</ReceiptLine>
            {bet.system ? (
              <ReceiptLine name={systemText(bet.matches.length, bet.system)}>{linesText(bet.system)}</ReceiptLine>
            ) : (
              <ReceiptLine name={t('Total Odds')}>{priceText(bet.totalOdds)}</ReceiptLine>
            )}
            <ReceiptLine name={t('Potential Winnings')}>{dollarsText(bet.potentialPayout)}</ReceiptLine>
          </>
        )}
      </dl>
      <p className="text-small text-muted">
        {t('Bet id')} <span className="block wrap-anywhere text-ink figures">{bet._id}</span>
      </p>
      {isRejected ? <AfterRejection /> : <AfterPlacing href={`/history/${bet._id}`} text={t('Follow it')} />}
    </section>
  );
}

function AfterPlacing({ href, text }: { readonly href: string; readonly text: string }) {
  const { slip, panel } = useSlipActors();
  return (
    <div className="grid grid-cols-2 gap-2">
      <ButtonLink href={href}>{text}</ButtonLink>
      <Button
        look="quiet"
        onClick={() => {
          slip.send({ type: 'close receipt' });
          panel.send({ type: 'receipt closed' });
        }}
      >
        {t('Done')}
      </Button>
    </div>
  );
}

/** The selections and the stake are on the slip again. */
function AfterRejection() {
  const { slip } = useSlipActors();
  const { action, totals } = useSlipView();
  const oddsText = useOddsText();
  const isLocked = useSelector(slip, (snapshot) => snapshot.matches({ rejected: 'locked' }));
  const reasonId = useId();
  const isPossible = action.type === 'place bet' || action.type === 'accept odds';
  return (
    <div className="grid gap-2">
      {action.type === 'accept odds' && <OddsMoved totals={totals} />}
      <Button
        className="min-h-12 figures"
        disabled={!isPossible}
        aria-disabled={isLocked || undefined}
        aria-describedby={isPossible ? undefined : reasonId}
        onClick={() => slip.send({ type: 'place again', key: crypto.randomUUID() })}
      >
        {totals.kind === 'system'
          ? `${t('Place again')} · ${formatDollars(totals.stake)}`
          : `${t('Place again at {odds}', { odds: oddsText(totals.oddsNow) })} · ${formatDollars(totals.stake)}`}
      </Button>
      {!isPossible && action.type === 'none' && (
        <p id={reasonId} className="text-small text-muted">
          {action.reason}
        </p>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button look="quiet" onClick={() => slip.send({ type: 'close receipt' })}>
          {t('Edit the slip')}
        </Button>
        <Button look="quiet" onClick={() => slip.send({ type: 'clear' })}>
          {t('Clear')}
        </Button>
      </div>
    </div>
  );
}

/** The state of the bet, announced to screen readers when it changes. */
function ReceiptHead({ bet }: { readonly bet: BetView }) {
  const { acceptance } = bet;
  return (
    <div role="status" className="grid gap-1">
      {acceptance?.state === 'pending' ? (
        <HeadLine icon={<Hourglass aria-hidden="true" className="size-5 shrink-0 text-gold" />}>
          <Waiting until={acceptance.until} />
        </HeadLine>
      ) : acceptance?.state === 'rejected' ? (
        <>
          <HeadLine icon={<CircleX aria-hidden="true" className="size-5 shrink-0 text-live" />}>
            {t('Your bet was not accepted')}
          </HeadLine>
          <p className="text-small">{rejectionOf(bet)}</p>
        </>
      ) : (
        <HeadLine icon={<ResultIcon status={bet.status} />}>
          {bet.status === 'pending'
            ? t('Your bet is booked')
            : `${statusOf(bet).text} · ${returnedOf(bet) ?? resultOf(bet).text}`}
        </HeadLine>
      )}
    </div>
  );
}

function ResultIcon({ status }: Pick<BetView, 'status'>) {
  if (status === 'lost') return <CircleX aria-hidden="true" className="size-5 shrink-0 text-live" />;
  return <CircleCheck aria-hidden="true" className={classes('size-5 shrink-0', status !== 'void' && 'text-pitch')} />;
}

const HeadLine = ({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) => (
  <div className="flex items-center gap-2">
    {icon}
    <h3 className="font-strong figures">{children}</h3>
  </div>
);

const ReceiptLine = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="text-right font-strong figures">{children}</dd>
  </>
);

/** The bet has had no answer: what that means for the money, and what the bettor can do. */
export function UnsureNotice() {
  const { slip } = useSlipActors();
  const attempt = useSelector(slip, ({ children }) => children['attempt']);
  const isWaiting = useSelector(attempt, (snapshot) => snapshot && unsureState(snapshot) === 'waiting') ?? false;
  return (
    <section aria-label={t('Unconfirmed bet')} className="grid gap-3">
      <SlipBanner />
      <Banner tone="warning">
        <p className="font-strong">{t('We do not know yet whether your bet was placed.')}</p>
        <p className="text-small">
          {isWaiting
            ? t('No answer came. Asking again…')
            : t('Asking again is safe: it is the same bet, and it is staked at most once.')}
        </p>
      </Banner>
      {attempt ? (
        <Button isBusy={isWaiting} onClick={() => slip.send({ type: 'retry' })}>
          {t('Ask again')}
        </Button>
      ) : (
        <ButtonLink href="/login">{t('Log in to ask again')}</ButtonLink>
      )}
      <Button look="bare" className="text-muted" onClick={() => slip.send({ type: 'abandon' })}>
        {t('Clear the slip and look in my history')}
      </Button>
    </section>
  );
}

/** Changed odds, or why nothing can be placed: what the bettor can do. The field says what is wrong with the stake. */
export function ActionNotice() {
  const { slip } = useSlipActors();
  const { lines, action, totals, state } = useSlipView();
  if (action.type === 'accept odds') return <OddsMoved totals={totals} />;
  if (action.type === 'none' && state.exclusion) return <Banner tone="warning">{action.reason}</Banner>;
  // Betting may reopen on them, so none has to be removed.
  if (lines.length > 0 && lines.every(({ note }) => note === t(closedNote))) {
    return <Banner tone="warning">{t('Betting is closed for now. Your selections stay here.')}</Banner>;
  }
  const unavailable = lines.filter(isUnavailable).length;
  if (unavailable > 0) {
    return (
      <Banner tone="warning">
        <span className="flex flex-wrap items-center justify-between gap-x-3">
          {t('{count, plural, one {One selection cannot be bet on.} other {# selections cannot be bet on.}}', {
            count: unavailable,
          })}
          <Button
            look="bare"
            className="-my-2 -ml-2 px-2! underline"
            onClick={() => slip.send({ type: 'remove unavailable' })}
          >
            {t('{count, plural, other {Remove # unavailable}}', { count: unavailable })}
          </Button>
        </span>
      </Banner>
    );
  }
  // A page that opens waits for prices too briefly to say so; a bettor with a stake reads why the button is disabled.
  const isOpening = state.market.feed === 'loading' && totals.stake === 0;
  return action.type === 'none' && action.reason !== t(slipTexts.stakeInvalid) && !isOpening ? (
    <Banner tone="warning">{action.reason}</Banner>
  ) : null;
}

const OddsMoved = ({ totals }: Pick<SlipView, 'totals'>) => (
  <Banner tone="warning">
    {totals.kind === 'accumulator' ? (
      <MovedTotal totals={totals} />
    ) : (
      <p className="font-strong">{t('The odds of your selections moved.')}</p>
    )}
    {totals.stake > 0 && (
      <p className="text-small">
        {t('You would win {now} instead of {before}.', {
          now: formatDollars(cents(totals.winningsNow)),
          before: formatDollars(cents(totals.winnings)),
        })}
      </p>
    )}
  </Banner>
);

function MovedTotal({ totals }: Pick<SlipView, 'totals'>) {
  const oddsText = useOddsText();
  return (
    <p className="font-strong">
      {t('Total odds moved from {from} to {to}.', { from: oddsText(totals.odds), to: oddsText(totals.oddsNow) })}
    </p>
  );
}
