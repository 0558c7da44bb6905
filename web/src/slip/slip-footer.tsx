import { type Cents, cents, centsFromDollars, dollars, formatDollars, noMoney } from '@touchline/core/money';
import { useSelector } from '@xstate/react';
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useWallet } from '../session/index.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Field } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { LogInToPlace } from './log-in-to-place.tsx';
import { useSlipActors, useSlipOfPage } from './slip-context.ts';
import { MarketNotice, SlipBanner } from './slip-notices.tsx';
import { slipWords } from './slip-offer.ts';
import { IfVoid, SlipTotals, SpokenTotals } from './slip-sums.tsx';
import { hasPartOfCent, quickStakes } from './stake.ts';
import { limitProblem, limitsText, type StakeLimits, stakeLimits } from './stake-limits.ts';
import { useOddsText } from './use-odds-text.ts';
import { type SlipView, useSlipView } from './use-slip-view.ts';

/** Stake, winnings and the one big button. A form, so that Enter in the stake presses it. */
export function SlipFooter() {
  const { slip } = useSlipActors();
  const view = useSlipView();
  const isPlacing = useSelector(slip, (snapshot) => snapshot.matches('placing'));
  const press = () =>
    slip.send(
      view.offer.does === 'accept' ? { type: 'accept pressed' } : { type: 'place pressed', key: crypto.randomUUID() },
    );
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <StakeField isLocked={isPlacing} />
      <SlipTotals sums={view.sums} isMoved={view.offer.does === 'accept'} />
      <IfVoid sums={view.sums} isMoved={view.offer.does === 'accept'} />
      <SpokenTotals sums={view.sums} count={view.lines.length} />
      <MarketNotice />
      <SlipBanner />
      <OfferedStake stake={view.sums.stake} isLocked={isPlacing} />
      <div className="sticky bottom-0 z-1 -mx-3 -mb-3 flex gap-2 bg-surface px-3 pb-3">
        <IconButton
          label="Clear bet slip"
          className="h-12 border border-edge/50"
          disabled={isPlacing}
          icon={<Trash2 aria-hidden="true" className="size-5" />}
          onClick={() => slip.send({ type: 'slip cleared' })}
        />
        <BigButton view={view} isPlacing={isPlacing} />
      </div>
    </form>
  );
}

/** After a refusal for a limit of the book: the stake that would be taken, at one press. */
function OfferedStake({ stake, isLocked }: { readonly stake: Cents; readonly isLocked: boolean }) {
  const { slip } = useSlipActors();
  const offered = useSelector(slip, ({ context }) => context.offered);
  if (offered === null || offered >= stake) return null;
  return (
    <Button
      look="quiet"
      className="figures"
      disabled={isLocked}
      onClick={() => slip.send({ type: 'stake typed', text: dollars(offered).toString() })}
    >
      {`Stake up to ${formatDollars(offered)}`}
    </Button>
  );
}

function BigButton({ view, isPlacing }: { readonly view: SlipView; readonly isPlacing: boolean }) {
  const { slip } = useSlipActors();
  const isShifting = useSelector(
    slip,
    (snapshot) => snapshot.matches({ editing: 'shifting' }) || snapshot.matches({ editing: { refused: 'unsettled' } }),
  );
  const whyId = useId();
  const { offer, sums } = view;
  const oddsText = useOddsText();
  const look = 'min-h-12 flex-1 text-body figures';
  if (isPlacing) {
    return (
      <Button type="submit" isBusy className={look}>
        Placing Bet...
      </Button>
    );
  }
  switch (offer.does) {
    case 'log in':
      return <LogInToPlace className={look} />;
    case 'accept':
      return (
        <Button
          type="submit"
          look="quiet"
          aria-disabled={isShifting || undefined}
          className={classes(look, 'border-2! border-pitch! text-pitch!')}
        >
          {`Accept new odds · ${oddsText(sums.oddsNow)}`}
        </Button>
      );
    case 'place':
      return (
        <Button type="submit" aria-disabled={isShifting || undefined} className={look}>
          {`Place Bet · ${formatDollars(offer.stake)}`}
        </Button>
      );
    case 'wait':
      return (
        <>
          <Button type="submit" disabled aria-describedby={whyId} className={look}>
            Place Bet
          </Button>
          <span id={whyId} className="sr-only">
            {offer.why}
          </span>
        </>
      );
  }
}

function StakeField({ isLocked }: { readonly isLocked: boolean }) {
  const { slip } = useSlipActors();
  const balance = useWallet()?.balance;
  const text = useSelector(slip, ({ context }) => context.stakeText);
  const { sums, context } = useSlipView();
  const { limits: house } = useSlipOfPage();
  const limits = house && stakeLimits(house, context.market);
  const type = (typed: string) => slip.send({ type: 'stake typed', text: typed });
  const most = balance === undefined ? undefined : (centsFromDollars(balance) ?? noMoney);
  const chips = most === undefined ? quickChips : [...quickChips, { label: 'Max', amount: most }];
  return (
    <div className="grid gap-2">
      <Field
        label="Your Stake"
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        prefix="$"
        placeholder="Enter amount"
        autoComplete="off"
        value={text}
        disabled={isLocked}
        onChange={(event) => type(event.target.value)}
        hint={
          hasPartOfCent(text)
            ? `Stakes are in whole cents: ${formatDollars(sums.stake)}.`
            : limits && limitsText(limits)
        }
        error={stakeProblem(text, sums.stake, most, limits)}
      />
      {most !== undefined && sums.stake > most && (
        <ButtonLink href="/deposit" look="quiet">
          Deposit more
        </ButtonLink>
      )}
      <div className="grid grid-flow-col auto-cols-fr gap-1.5">
        {chips.map(({ label, amount }) => (
          <Button
            key={label}
            look="quiet"
            aria-pressed={sums.stake === amount && amount > 0}
            disabled={isLocked}
            className="px-1! figures aria-pressed:border-pitch aria-pressed:bg-pitch-soft"
            onClick={() => type(dollars(amount).toString())}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** What is wrong with the typed stake; an empty field is not an error yet. */
function stakeProblem(
  text: string,
  stake: Cents,
  most: Cents | undefined,
  limits: StakeLimits | undefined,
): string | undefined {
  if (text.trim() !== '' && stake === 0) return slipWords.stakeInvalid;
  if (most !== undefined && stake > most) return `Your balance is ${formatDollars(most)}`;
  return limits && limitProblem(stake, limits);
}

const quickChips = quickStakes.map((whole) => ({ label: `$${whole}`, amount: cents(whole * 100) }));
