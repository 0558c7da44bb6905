import type { WalletView } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { type Cents, cents, Decimal, dollars, formatDollars, noMoney } from '@touchline/core/money';
import { useSelector } from '@xstate/react';
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useLocation, useSearch } from 'wouter';
import { keepSlipReturn } from '../payments/slip-return.ts';
import { useWallet } from '../session/index.ts';
import { asTyped } from '../ui/amount-text.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { DollarField } from '../ui/dollar-field.tsx';
import { dollarsText } from '../ui/money.tsx';
import { slipTexts } from './slip-action.ts';
import { useSlipActors, useSlipContext } from './slip-context.ts';
import { ActionNotice, SlipBanner } from './slip-notices.tsx';
import { SystemSizes } from './slip-tickets.tsx';
import { AnnouncedTotals, IfVoid, SlipTotals } from './slip-totals.tsx';
import {
  depositFor,
  depositPath,
  hasFractionOfCent,
  limitProblem,
  limitsText,
  type StakeLimits,
  shortOf,
  stakeChips,
  stakeFromText,
  stakeLimits,
} from './stake.ts';
import { usePlacedStakes } from './use-placed-stakes.ts';
import { type SlipView, type Totals, useOddsText, useSlipView } from './use-slip-view.ts';

/** Stake, winnings and the main button. A form, so that Enter in the stake field presses it. */
export function SlipFooter() {
  const { slip } = useSlipActors();
  const view = useSlipView();
  const isPlacing = useSelector(slip, (snapshot) => snapshot.matches('placing'));
  const missing = useMissing(view);
  const deposit = useDepositForSlip();
  const press = () => {
    if (missing > 0) return deposit(depositFor(missing));
    slip.send(
      view.action.type === 'accept odds' ? { type: 'accept odds' } : { type: 'place bet', key: crypto.randomUUID() },
    );
  };
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <SystemSizes isLocked={isPlacing} />
      <StakeField isLocked={isPlacing} />
      <SlipTotals totals={view.totals} isMoved={view.action.type === 'accept odds'} />
      {view.totals.kind === 'accumulator' && (
        <IfVoid totals={view.totals} isMoved={view.action.type === 'accept odds'} />
      )}
      <AnnouncedTotals totals={view.totals} count={view.lines.length} />
      {/* What explains the button is in view with it; in a low window there is room for the button alone. */}
      <div className="sticky bottom-0 z-1 -mx-3 -mb-3 grid gap-3 bg-surface px-3 pb-3 low:contents">
        <ActionNotice />
        <SlipBanner />
        <MaxStakeButton totals={view.totals} isLocked={isPlacing} />
        <div className="flex gap-2 low:sticky low:bottom-0 low:z-1 low:-mx-3 low:-mb-3 low:bg-surface low:px-3 low:pb-3">
          <IconButton
            label={t('Clear bet slip')}
            className="h-12 border border-edge/50"
            disabled={isPlacing}
            icon={<Trash2 aria-hidden="true" className="size-5" />}
            onClick={() => slip.send({ type: 'clear' })}
          />
          <MainButton view={view} isPlacing={isPlacing} missing={missing} />
        </div>
      </div>
    </form>
  );
}

/** After a refusal for a limit of the book: sets the stake that would be accepted. */
function MaxStakeButton({ totals, isLocked }: { readonly totals: Totals; readonly isLocked: boolean }) {
  const { slip } = useSlipActors();
  const maxStake = useSelector(slip, ({ context }) => context.maxStake);
  const { stake, parts, kind } = totals;
  if (maxStake === null || kind === 'singles' || maxStake * parts >= stake) return null;
  return (
    <Button
      look="quiet"
      className="figures"
      disabled={isLocked}
      onClick={() => slip.send({ type: 'set stake', text: asTyped(dollars(maxStake).toString()) })}
    >
      {t(kind === 'system' ? 'Stake up to {amount} per line' : 'Stake up to {amount}', {
        amount: formatDollars(maxStake),
      })}
    </Button>
  );
}

type MainButtonProps = { readonly view: SlipView; readonly isPlacing: boolean; readonly missing: Cents };
function MainButton({ view, isPlacing, missing }: MainButtonProps) {
  const { slip } = useSlipActors();
  const isLocked = useSelector(
    slip,
    (snapshot) => snapshot.matches({ editing: 'locked' }) || snapshot.matches({ editing: { refused: 'locked' } }),
  );
  const reasonId = useId();
  const { action, totals } = view;
  const oddsText = useOddsText();
  const look = 'min-h-12 flex-1 text-body figures';
  if (isPlacing) {
    return (
      <Button type="submit" isBusy className={look}>
        {t('Placing Bet...')}
      </Button>
    );
  }
  switch (action.type) {
    case 'log in':
      return <LogInToPlace className={look} />;
    case 'accept odds':
      return (
        <Button
          type="submit"
          look="quiet"
          aria-disabled={isLocked || undefined}
          className={classes(look, 'border-2! border-pitch! text-pitch!')}
        >
          {`${t('Accept new odds')}${totals.kind === 'accumulator' ? ` · ${oddsText(totals.oddsNow)}` : ''}`}
        </Button>
      );
    case 'place bet':
      if (missing > 0) {
        return (
          <Button type="submit" className={look}>
            {t('Deposit {amount} to bet', { amount: formatDollars(depositFor(missing)) })}
          </Button>
        );
      }
      return (
        <Button type="submit" aria-disabled={isLocked || undefined} className={look}>
          {`${totals.kind === 'singles' ? t('Place {count} Bets', { count: totals.parts }) : t('Place Bet')} · ${formatDollars(action.stake)}`}
        </Button>
      );
    case 'none':
      return (
        <>
          <Button type="submit" disabled aria-describedby={reasonId} className={look}>
            {t('Place Bet')}
          </Button>
          <span id={reasonId} className="sr-only">
            {action.reason}
          </span>
        </>
      );
  }
}

/** What the bettor must deposit before this bet; nothing while the stake itself would be refused. */
function useMissing({ action, state, totals }: SlipView): Cents {
  const wallet = useWallet();
  const { limits } = useSlipContext();
  if (action.type !== 'place bet' || !wallet) return noMoney;
  if (
    limits &&
    totals.kind !== 'singles' &&
    limitProblem(action.stake, totals.ticketPayout, stakeLimits(limits, state.market))
  )
    return noMoney;
  return shortOf(action.stake, wallet);
}

/** Leads to a deposit, and from there back to the slip. */
function useDepositForSlip(): (amount: Cents) => void {
  const { slip } = useSlipActors();
  const [path, navigate] = useLocation();
  const search = useSearch();
  return (amount) => {
    const { stakeText } = slip.getSnapshot().context;
    keepSlipReturn({ path: search ? `${path}?${search}` : path, stakeText });
    navigate(depositPath(amount));
  };
}

/** For a guest: the slip stays, and the login or the verification of a new account leads back to this page. */
function LogInToPlace({ className }: { readonly className: string }) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const from = encodeURIComponent(search ? `${path}?${search}` : path);
  return (
    <div className="grid flex-1 gap-2">
      <Button className={className} onClick={() => navigate(`/login?from=${from}`)}>
        {t('Log in to place this bet')}
      </Button>
      <Button look="quiet" onClick={() => navigate(`/register?from=${from}`)}>
        {t('New here? Open an account')}
      </Button>
    </div>
  );
}

const stakeLabels = {
  accumulator: msg('Your Stake'),
  singles: msg('Stake per Bet'),
  system: msg('Stake per Line'),
} as const;

function StakeField({ isLocked }: { readonly isLocked: boolean }) {
  const { slip } = useSlipActors();
  const wallet = useWallet();
  const text = useSelector(slip, ({ context }) => context.stakeText);
  const { totals, state } = useSlipView();
  const { limits: general } = useSlipContext();
  const limits = general && stakeLimits(general, state.market);
  const setStake = (next: string) => slip.send({ type: 'set stake', text: next });
  const { kind } = totals;
  // Choices that do not make a system have no lines.
  const parts = Math.max(totals.parts, 1);
  const typed = stakeFromText(text);
  // A system's total is within the limits, and its lines share the balance; so do singles.
  const ofPart = limits && {
    ...limits,
    most: cents(
      Math.min(
        Math.floor(limits.most / (kind === 'system' ? parts : 1)),
        new Decimal(limits.mostPayout).divToInt(totals.ticketOdds).toNumber(),
      ),
    ),
  };
  const share = wallet && Math.floor((wallet.balance * 100) / parts) / 100;
  const chips = stakeChips(usePlacedStakes(), ofPart, share);
  return (
    <div className="grid gap-2">
      <DollarField
        label={t(stakeLabels[kind])}
        min={0}
        placeholder={t('Enter amount')}
        value={text}
        disabled={isLocked}
        onChange={(event) => setStake(event.target.value)}
        hint={
          hasFractionOfCent(text)
            ? t('Stakes are in whole cents: {amount}.', { amount: formatDollars(typed) })
            : kind === 'accumulator' && limits
              ? limitsText(limits)
              : undefined
        }
        error={stakeProblem({ text, typed, totals }, wallet, limits)}
      />
      <div className="grid grid-flow-col auto-cols-fr gap-1.5">
        {chips.map(({ label, amount }) => (
          <Button
            key={label}
            look="quiet"
            aria-pressed={typed === amount && amount > 0}
            disabled={isLocked}
            className="px-1! figures aria-pressed:border-pitch aria-pressed:bg-pitch-soft"
            onClick={() => setStake(asTyped(dollars(amount).toString()))}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Why the typed stake cannot be placed; an empty field is not an error yet. */
function stakeProblem(
  {
    text,
    typed,
    totals: { kind, stake, ticketPayout },
  }: { readonly text: string; readonly typed: Cents; readonly totals: Totals },
  wallet: WalletView | undefined,
  limits: StakeLimits | undefined,
): string | undefined {
  if (text.trim() !== '' && typed === 0) return t(slipTexts.stakeInvalid);
  // Each single has its own limits.
  const problem = limits && limitProblem(kind === 'singles' ? typed : stake, ticketPayout, limits);
  if (problem) return problem;
  if (wallet && shortOf(stake, wallet) > 0) {
    const balance = dollarsText(wallet.balance);
    return wallet.bonus > 0
      ? t('Your balance is {balance} and your bonus {bonus}', { balance, bonus: dollarsText(wallet.bonus) })
      : t('Your balance is {balance}', { balance });
  }
  return undefined;
}
