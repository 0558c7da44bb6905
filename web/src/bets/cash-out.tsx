import {
  type BetView,
  betEndpoints,
  type CashOutFailure,
  type CashOutView,
  cashOutRefusalView,
} from '@touchline/core/contract';
import { currentLanguage, t } from '@touchline/core/language';
import { matchNameText, selectionText } from '@touchline/core/markets';
import { type Cents, cents } from '@touchline/core/money';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { useSave } from '../api/use-save.ts';
import { useMatchRow } from '../live/index.ts';
import { Unsure } from '../payments/attempt-notices.tsx';
import { useUpdateWallet } from '../session/index.ts';
import { amountFromText, asTyped, percentText } from '../ui/amount-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classes } from '../ui/classes.ts';
import { ConfirmDialog, DialogButtons } from '../ui/confirm-dialog.tsx';
import { DollarField } from '../ui/dollar-field.tsx';
import { dollarsText } from '../ui/money.tsx';
import { usePriceText } from '../ui/price-text.ts';
import { Placeholder, Skeleton } from '../ui/skeleton.tsx';
import { toastMs, toastSuccess } from '../ui/toast.ts';
import { isLegStatus, legStatusText } from './bet-texts.ts';
import { type CashOutPart, partOf, type Share, sharesOf, shareText } from './cash-out-part.ts';
import { useCashOut } from './use-cash-out.ts';
import { useQuote } from './use-quote.ts';

type Props = {
  readonly bet: BetView;
  /** Receives the bet from an answer, which may arrive before the push. */
  readonly onChange: (bet: BetView) => void;
};

/**
 * What an open bet is worth now, and a button to cash it out, all of it or a part. The value follows every change of its matches.
 * Nothing for a bet that is settled or awaits acceptance.
 */
export function CashOut({ bet, onChange }: Props) {
  if (bet.status !== 'pending' || bet.acceptance?.state === 'pending') return null;
  return <OpenCashOut bet={bet} onChange={onChange} />;
}

function OpenCashOut({ bet, onChange }: Props) {
  const id = bet._id;
  const { value, newestValue, error, refresh, expects } = useQuote(bet);
  const [share, setShare] = useState<Share>(1);
  const [typed, setTyped] = useState('');
  const [isAsking, setAsking] = useState(false);
  const notice = useRef<HTMLDivElement>(null);
  const updateWallet = useUpdateWallet();
  const payment = useCashOut(({ amount, bet: after, wallet }) => {
    setAsking(false);
    toastSuccess(t('Cashed out {amount}', { amount: dollarsText(amount) }), toastMs.usual);
    updateWallet(wallet);
    onChange(after);
  });
  const { sent, unsure } = payment;
  useEffect(() => {
    if (unsure) setAsking(false);
  }, [unsure]);
  const offered = value?.amount === undefined ? [] : sharesOf(value);
  // A limit may rule out what was chosen before: the most that it allows is closest to that.
  const chosen = offered.includes(share) ? share : offered.at(-2);
  const part = sent ?? (value && chosen !== undefined ? partOf(value, chosen, typed) : undefined);
  return (
    <Card id="cash-out" aria-labelledby="cash-out-title" className="grid gap-3">
      {bet.matches.map(({ matchId }) => (
        <WatchMatch key={matchId} id={matchId} onChange={expects} />
      ))}
      <h2 id="cash-out-title" className="font-strong">
        {t('Cash out')}
      </h2>
      {!value && error && <p className="text-muted">{error}</p>}
      {!value && !error && (
        <Placeholder text={t('Loading the value...')}>
          <Skeleton className="h-57 max-sm:h-64" />
        </Placeholder>
      )}
      {value?.reason && (
        <p className="text-muted">
          {offered.length > 0 ? reasonText(value, bet) : `${t('Not available now.')} ${reasonText(value, bet)}`}
          {offered.length > 0 && value.rule && ` ${t('Automatic cash-out waits until all of it can be cashed out.')}`}
        </p>
      )}
      {unsure && (
        <div ref={notice} tabIndex={-1} className="outline-none">
          <Unsure state={unsure} message={payment.message} onRetry={payment.retry}>
            {t('Checking again is safe: it is the same cash-out, and it is paid at most once.')}
          </Unsure>
        </div>
      )}
      {!isAsking && payment.isRefused && (
        <Banner tone="error" onDismiss={payment.dismiss}>
          {payment.message}
        </Banner>
      )}
      {!unsure && value && offered.length > 0 && (
        <>
          <Shares offered={offered} chosen={chosen} onChoose={setShare} />
          {chosen === 'other' && <OtherPart value={value} typed={typed} isPossible={!!part} onType={setTyped} />}
          <Button className="sm:justify-self-start" disabled={!part} onClick={() => setAsking(true)}>
            {part ? t('Cash out {amount}', { amount: dollarsText(part.amount) }) : t('Cash out')}
          </Button>
          <Computed value={value} bet={bet} />
        </>
      )}
      {/* Also while a changed bet waits for its value, so that what is being typed is not lost. */}
      {newestValue && <AutomaticCashOut id={id} value={newestValue} onChange={refresh} />}
      {isAsking && (
        <AskToCashOut
          part={part}
          isAll={part?.stake === value?.stake}
          terms={part && value ? terms(value, part) : value?.reason ? reasonText(value, bet) : error}
          refusal={payment.isRefused ? payment.message : undefined}
          isSending={sent !== undefined}
          onPay={() => part && value && payment.submit({ ...part, id, betVersion: value.betVersion })}
          onLeave={() => {
            payment.dismiss();
            setAsking(false);
          }}
          findNext={() => notice.current}
        />
      )}
    </Card>
  );
}

type SharesProps = {
  readonly offered: ReturnType<typeof sharesOf>;
  readonly chosen: Share | undefined;
  readonly onChoose: (share: Share) => void;
};

const Shares = ({ offered, chosen, onChoose }: SharesProps) => (
  <fieldset className="grid auto-cols-fr grid-flow-col gap-1.5 max-[22rem]:grid-flow-row max-[22rem]:grid-cols-3 sm:flex sm:flex-wrap sm:gap-2">
    <legend className="sr-only">{t('How much of the bet to cash out')}</legend>
    {offered.map((share) => (
      <Button
        key={share}
        look="quiet"
        aria-pressed={share === chosen}
        className={classes('px-1! sm:min-w-16', share === chosen && 'border-pitch! text-pitch')}
        onClick={() => onChoose(share)}
      >
        {shareText(share)}
      </Button>
    ))}
  </fieldset>
);

type OtherPartProps = {
  readonly value: CashOutView;
  readonly typed: string;
  readonly isPossible: boolean;
  readonly onType: (text: string) => void;
};

function OtherPart({ value, typed, isPossible, onType }: OtherPartProps) {
  const most = dollarsText(value.most?.stake ?? value.stake);
  return (
    <DollarField
      label={t('Part of the stake to cash out')}
      min={0.01}
      value={typed}
      onChange={(event) => onType(event.target.value)}
      {...(typed !== '' && !isPossible && { error: t('Enter up to {amount}.', { amount: most }) })}
      hint={t('Up to {amount}. The rest stays in the bet.', { amount: most })}
    />
  );
}

type AskProps = {
  readonly part: CashOutPart | undefined;
  readonly isAll: boolean;
  readonly terms: string | undefined;
  readonly refusal: string | undefined;
  readonly isSending: boolean;
  readonly onPay: () => void;
  readonly onLeave: () => void;
  readonly findNext: () => HTMLElement | null;
};

/** For this long after the value fell, a press may have been meant for the value before. */
const settleMs = 800;

function AskToCashOut({ part, isAll, terms: text, refusal, isSending, onPay, onLeave, findNext }: AskProps) {
  const amount = part?.amount;
  const [seen, setSeen] = useState<{ readonly amount: number | undefined; readonly fellFrom?: number }>({ amount });
  const fellAt = useRef(0);
  if (amount !== undefined && amount !== seen.amount) {
    setSeen({ amount, ...(seen.amount !== undefined && amount < seen.amount && { fellFrom: seen.amount }) });
  }
  useEffect(() => {
    if (seen.fellFrom !== undefined) fellAt.current = Date.now();
  }, [seen]);
  return (
    <ConfirmDialog
      title={isAll ? t('Cash out this bet?') : t('Cash out a part of this bet?')}
      isBusy={isSending}
      onLeave={onLeave}
      findNext={findNext}
    >
      <div className="grid gap-4">
        {refusal !== undefined && <Banner tone="error">{refusal}</Banner>}
        <div aria-live="polite" className="grid gap-2">
          {refusal === undefined && amount !== undefined && seen.fellFrom !== undefined && (
            <p className="text-live">
              {t('The value fell from {before} to {now}.', {
                before: dollarsText(seen.fellFrom),
                now: dollarsText(amount),
              })}
            </p>
          )}
          <p>{text}</p>
        </div>
        {isSending && (
          <p role="status" className="text-muted">
            {t('Confirming the value. With a match in play this takes a few seconds.')}
          </p>
        )}
        <DialogButtons
          button={part ? t('Cash out {amount}', { amount: dollarsText(part.amount) }) : t('Cash out')}
          isBusy={isSending}
          isDisabled={!part}
          onPress={() => {
            if (Date.now() - fellAt.current >= settleMs) onPay();
          }}
          leave={t('Keep the bet')}
          onLeave={onLeave}
        />
      </div>
    </ConfirmDialog>
  );
}

type AutomaticProps = { readonly id: string; readonly value: CashOutView; readonly onChange: () => void };

/** Sets the value at which the bet is cashed out automatically, even while no screen is open. */
function AutomaticCashOut({ id, value: { rule, maximum }, onChange }: AutomaticProps) {
  const [text, setText] = useState<string>();
  const saving = useSave<number | null, CashOutView>({
    save: (target) => call(betEndpoints.setCashOutRule, { params: { id }, body: { target } }),
    fallback: t('The automatic cash-out could not be saved.'),
    onSaved: () => {
      setText(undefined);
      onChange();
    },
  });
  const isBusy = saving.state === 'saving';
  if (text === undefined) {
    return (
      <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
        <p className="mr-auto">
          {rule
            ? t('Cashes out automatically once it is worth {amount}.', { amount: dollarsText(rule.target) })
            : t('No automatic cash-out.')}
        </p>
        <Button look="quiet" disabled={isBusy} onClick={() => setText(rule ? asTyped(String(rule.target)) : '')}>
          {rule ? t('Change') : t('Cash out automatically…')}
        </Button>
        {rule && (
          <Button look="bare" isBusy={isBusy} onClick={() => saving.submit(null)}>
            {t('Remove')}
          </Button>
        )}
      </div>
    );
  }
  const target = amountFromText(text);
  const problem = text.trim() !== '' && target === undefined ? t('Please enter a valid amount') : undefined;
  return (
    <form
      noValidate
      className="grid gap-2 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (target !== undefined) saving.submit(target);
      }}
    >
      <DollarField
        label={t('Cash out once it is worth')}
        min={0}
        value={text}
        disabled={isBusy}
        onChange={(event) => setText(event.target.value)}
        error={problem ?? (saving.state === 'refused' ? saving.message : undefined)}
        hint={t('You get the value at that moment, which may be more. The bet can pay up to {amount}.', {
          amount: dollarsText(maximum),
        })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isBusy} disabled={target === undefined}>
          {t('Save')}
        </Button>
        <Button look="bare" disabled={isBusy} onClick={() => setText(undefined)}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

function terms({ stake, maximum }: CashOutView, part: { readonly amount: number; readonly stake: number }): string {
  const amount = dollarsText(part.amount);
  return part.stake === stake
    ? t('You get at least {amount} now instead of up to {maximum} later. The bet ends.', {
        amount,
        maximum: dollarsText(maximum),
      })
    : t('You get at least {amount} now for {part} of the stake. The other {rest} stays in the bet.', {
        amount,
        part: dollarsText(part.stake),
        rest: dollarsText(stake - part.stake),
      });
}

/** How the value was computed: the chance or the result of each leg, and our margin. */
function Computed({ value, bet }: { readonly value: CashOutView; readonly bet: BetView }) {
  const priceText = usePriceText();
  const legs = value.legs.map((leg, at) => ({
    ...leg,
    text: selectionText({ ...bet.matches[at], betOutcome: leg.betOutcome }),
    match: matchNameText({ matchName: bet.matches[at]?.matchName ?? '' }),
  }));
  const isRepeated = (text: string) => legs.filter((leg) => leg.text === text).length > 1;
  return (
    <details className="text-small">
      <summary className="min-h-11 cursor-pointer content-center text-muted">{t('How this value is computed')}</summary>
      <div className="grid gap-2 pb-2">
        <p>
          {t(
            'What is open of your stake, {stake}, times for each selection: its odds times the chance that it wins now, or its result; less {margin} margin for each open selection.',
            { stake: dollarsText(value.stake), margin: percentText(value.margin ?? 0) },
          )}
        </p>
        <ul className="grid gap-1">
          {legs.map(({ text, match, odds, chance, verdict }) => (
            <li key={`${match}, ${text}`} className="flex justify-between gap-4">
              <span className="wrap-anywhere">{isRepeated(text) ? `${match}: ${text}` : text}</span>
              <span className="figures whitespace-nowrap">
                {priceText(odds)} · {verdict ? statusText(verdict) : percentText(chance ?? 0)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
const statusText = (verdict: string): string => (isLegStatus(verdict) ? legStatusText(verdict) : verdict);

const centsOf = (amount: number): Cents => cents(Math.round(amount * 100));

/** Returns why there is no value, or not all of it. The server sends it in English, so other languages translate it here. */
function reasonText({ reason, most }: CashOutView, { matches }: BetView): string {
  const { code = '', error = '' } = reason ?? {};
  if (currentLanguage() === 'en') return error;
  const leg = matches.find(({ betOutcome }) => error.includes(betOutcome));
  const refusal = {
    code,
    ...(leg && { label: selectionText(leg) }),
    ...(most && { most: { stake: centsOf(most.stake), amount: centsOf(most.amount) } }),
  } as CashOutFailure;
  return cashOutRefusalView(refusal)?.error ?? error;
}

/** Calls `onChange` with the new version whenever a match changes. */
function WatchMatch({ id, onChange }: { readonly id: string; readonly onChange: (version: number) => void }) {
  const version = useMatchRow(id)?.s;
  const handleChange = useEffectEvent(onChange);
  useEffect(() => {
    if (version !== undefined) handleChange(version);
  }, [version]);
  return null;
}
