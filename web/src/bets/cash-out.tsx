import {
  type BetView,
  betEndpoints,
  type CashOutAnswer,
  type CashOutFailure,
  type CashOutPush,
  type CashOutView,
  cashOutRefusalView,
} from '@touchline/core/contract';
import { currentLanguage, t } from '@touchline/core/language';
import { selectionText } from '@touchline/core/markets';
import { type Cents, cents } from '@touchline/core/money';
import { useMachine } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call, unlessRefused } from '../api/call.ts';
import type { Answer } from '../api/client.ts';
import { loadMachine } from '../api/load-machine.ts';
import { useSave } from '../api/use-save.ts';
import { useMatchRow } from '../live/index.ts';
import { useBetRoom } from '../live/rooms.ts';
import { amountFromText, asTyped, percentText } from '../ui/amount-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classes } from '../ui/classes.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { DollarField } from '../ui/dollar-field.tsx';
import { dollarsText } from '../ui/money.tsx';
import { usePriceText } from '../ui/price-text.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { toastMs, toastSuccess } from '../ui/toast.ts';
import { legStatusTexts } from './bet-texts.ts';
import { partOf, type Share, sharesOf } from './cash-out-part.ts';

/**
 * What an open bet is worth now, and a button to cash it out, all of it or a part. The value follows every change of its matches.
 * Nothing for a bet that is settled or awaits acceptance.
 */
export function CashOut({ bet }: { readonly bet: BetView }) {
  if (bet.status !== 'pending' || bet.acceptance?.state === 'pending') return null;
  return <OpenCashOut bet={bet} />;
}

/** How long a pushed value may take after a match has changed, and by how much more screens that wait for one differ. */
const pushMs = { least: 1_500, spread: 1_000 } as const;
/** A value is pushed again before this time is over. */
const currentMs = 20_000;

/** What a bet is worth: the newest of what was fetched and what was pushed. It is fetched again if no push comes when one is due. */
function useQuote(id: string) {
  const [machine] = useState(() =>
    loadMachine(() => call(betEndpoints.quoteCashOut, { params: { id } }), t('The value could not be loaded.')),
  );
  const [{ context }, send] = useMachine(machine);
  const [pushed, setPushed] = useState<CashOutPush>();
  useBetRoom(id, (quote) => setPushed((before) => (before && isOlder(quote, before) ? before : quote)));
  const { value: loaded, error } = context;
  const value: CashOutView | undefined =
    pushed && loaded && !isOlder(pushed, loaded) ? { ...pushed, ...(loaded.rule && { rule: loaded.rule }) } : loaded;
  const refresh = () => send({ type: 'refresh' });
  const newest = useRef(0);
  newest.current = value?.version ?? 0;
  const expects = (version: number) => {
    setTimeout(
      () => {
        if (newest.current < version) refresh();
      },
      pushMs.least + Math.random() * pushMs.spread,
    );
  };
  const expiresAt = value?.expiresAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins again with each value
  useEffect(() => {
    const timer = setTimeout(refresh, currentMs);
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return { value, error: value ? undefined : error, refresh, expects };
}

const isOlder = (quote: Versions, than: Versions): boolean =>
  quote.betVersion - than.betVersion < 0 ||
  (quote.betVersion === than.betVersion &&
    (quote.version < than.version || (quote.version === than.version && quote.expiresAt < than.expiresAt)));
type Versions = Pick<CashOutView, 'version' | 'betVersion' | 'expiresAt'>;

function OpenCashOut({ bet }: { readonly bet: BetView }) {
  const { _id: id, version } = bet;
  const { value, error, refresh, expects } = useQuote(id);
  const [share, setShare] = useState<Share>(1);
  const [typed, setTyped] = useState('');
  const [isAsking, setAsking] = useState(false);
  const payment = useSave<{ readonly amount: number; readonly stake: number; readonly key: string }, CashOutAnswer>({
    save: ({ key, ...body }) => untilDecided(() => call(betEndpoints.cashOut, { params: { id }, body, key })),
    fallback: unlessRefused(t('The answer is missing. Your bet and your balance show whether it was cashed out.')),
    onSaved: ({ amount }) => {
      setAsking(false);
      toastSuccess(t('Cashed out {amount}', { amount: dollarsText(amount) }), toastMs.usual);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what changes the value
  useEffect(refresh, [version]);
  const offered = value?.amount === undefined ? [] : sharesOf(value);
  // A limit may rule out what was chosen before: the most that it allows is closest to that.
  const chosen = offered.some((one) => one.share === share) ? share : offered.at(-2)?.share;
  const part = value && chosen !== undefined ? partOf(value, chosen, typed) : undefined;
  const pay = () => part && payment.submit({ ...part, key: crypto.randomUUID() });
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
        <div role="status">
          <p className="sr-only">{t('Loading the value...')}</p>
          <Skeleton className="h-57 max-sm:h-64" />
        </div>
      )}
      {value?.reason && (
        <p className="text-muted">
          {offered.length > 0 ? reasonText(value, bet) : `${t('Not available now.')} ${reasonText(value, bet)}`}
          {offered.length > 0 && value.rule && ` ${t('Automatic cash-out waits until all of it can be cashed out.')}`}
        </p>
      )}
      {value && offered.length > 0 && (
        <>
          <fieldset className="grid auto-cols-fr grid-flow-col gap-1.5 max-[22rem]:grid-flow-row max-[22rem]:grid-cols-3 sm:flex sm:flex-wrap sm:gap-2">
            <legend className="sr-only">{t('How much of the bet to cash out')}</legend>
            {offered.map(({ share: one, text }) => (
              <Button
                key={one}
                look="quiet"
                aria-pressed={one === chosen}
                className={classes('px-1! sm:min-w-16', one === chosen && 'border-pitch! text-pitch')}
                onClick={() => setShare(one)}
              >
                {t(text)}
              </Button>
            ))}
          </fieldset>
          {chosen === 'other' && (
            <DollarField
              label={t('Part of the stake to cash out')}
              min={0.01}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              {...(typed !== '' &&
                !part && {
                  error: t('Enter up to {amount}.', { amount: dollarsText(value.most?.stake ?? value.stake) }),
                })}
              hint={t('Up to {amount}. The rest stays in the bet.', {
                amount: dollarsText(value.most?.stake ?? value.stake),
              })}
            />
          )}
          <Button className="sm:justify-self-start" disabled={!part} onClick={() => setAsking(true)}>
            {part ? t('Cash out {amount}', { amount: dollarsText(part.amount) }) : t('Cash out')}
          </Button>
          <Computed value={value} bet={bet} />
        </>
      )}
      {value && <AutomaticCashOut id={id} value={value} onChange={refresh} />}
      {isAsking && (
        <ConfirmDialog
          title={part?.stake === value?.stake ? t('Cash out this bet?') : t('Cash out a part of this bet?')}
          isBusy={payment.state === 'saving'}
          onLeave={() => setAsking(false)}
        >
          <div className="grid gap-4">
            {payment.state === 'refused' && <Banner tone="error">{payment.message}</Banner>}
            <p aria-live="polite">
              {part && value ? terms(value, part) : value?.reason ? reasonText(value, bet) : error}
            </p>
            {payment.state === 'saving' && (
              <p role="status" className="text-muted">
                {t('Confirming the value. With a match in play this takes a few seconds.')}
              </p>
            )}
            <div className="flex flex-wrap justify-end gap-2">
              <Button look="bare" disabled={payment.state === 'saving'} onClick={() => setAsking(false)}>
                {t('Keep the bet')}
              </Button>
              <Button isBusy={payment.state === 'saving'} disabled={!part} onClick={pay}>
                {part ? t('Cash out {amount}', { amount: dollarsText(part.amount) }) : t('Cash out')}
              </Button>
            </div>
          </div>
        </ConfirmDialog>
      )}
    </Card>
  );
}

type AutomaticProps = { readonly id: string; readonly value: CashOutView; readonly onChange: () => void };

/** The value from which on the bet is cashed out automatically, also while no screen is open. */
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

/** In play the value is confirmed after a delay that may be longer than a request: until then it is sent again with its key. */
async function untilDecided<Value>(send: () => Answer<Value>): Answer<Value> {
  for (let times = 1; ; times += 1) {
    const answer = await send();
    if (answer.ok || times === mostRequests) return answer;
    const { refusal } = answer;
    const isWaiting = refusal.kind === 'refused' && refusal.view.code === 'cash-out-waits';
    if (!isWaiting && refusal.kind !== 'timeout') return answer;
  }
}
/** Longer than the longest delay, and the time that prices have to be confirmed after it. */
const mostRequests = 20;

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
  return (
    <details className="text-small">
      <summary className="min-h-11 cursor-pointer content-center text-muted">{t('How this value is computed')}</summary>
      <div className="grid gap-2 pb-2">
        <p>
          {t(
            'What is open of your stake, {stake}, times for each selection: its odds times the chance that it wins now, or its result; less {margin} % margin for each open selection.',
            { stake: dollarsText(value.stake), margin: percentText(value.margin ?? 0) },
          )}
        </p>
        <ul className="grid gap-1">
          {value.legs.map(({ betOutcome, odds, chance, verdict }, at) => (
            <li key={betOutcome} className="flex justify-between gap-4">
              <span className="wrap-anywhere">{selectionText({ ...bet.matches[at], betOutcome })}</span>
              <span className="figures whitespace-nowrap">
                {priceText(odds)} · {verdict ? statusText(verdict) : `${percentText(chance ?? 0)} %`}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
const statusText = (verdict: string): string =>
  verdict in legStatusTexts ? t(legStatusTexts[verdict as keyof typeof legStatusTexts]) : verdict;

const centsOf = (amount: number): Cents => cents(Math.round(amount * 100));

/** Why there is no value, or not all of it. The server says it in English, also to screens in other languages. */
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
