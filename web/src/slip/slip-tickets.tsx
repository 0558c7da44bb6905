import type { SlipEntry } from '@touchline/core/betting';
import { type Message, msg, t } from '@touchline/core/language';
import { selectionText } from '@touchline/core/markets';
import { formatDollars } from '@touchline/core/money';
import { useId } from 'react';
import { amountField } from '../ui/amount-text.ts';
import { classes } from '../ui/classes.ts';
import { useSlipActors } from './slip-context.ts';
import { hasFractionOfCent, stakeFromText } from './stake.ts';
import { chosenLines, kindOf, kindsFor, sizeChoices, type TicketKind, ticketsName } from './tickets.ts';
import { type SlipView, useSlipView } from './use-slip-view.ts';

const kindTexts: Readonly<Record<TicketKind, Message>> = {
  singles: msg('Singles'),
  accumulator: msg('Accumulator'),
  system: msg('System'),
};

type Locked = { readonly isLocked: boolean };

/** How the selections are bet on: one by one, all together, or in lines. One selection leaves no choice. */
export function TicketKinds({ isLocked }: Locked) {
  const { slip } = useSlipActors();
  const { state } = useSlipView();
  const kinds = kindsFor(state.entries.length);
  if (kinds.length === 1) return null;
  return (
    <fieldset className="flex min-w-0 rounded-small border border-line bg-ground p-0.5" disabled={isLocked}>
      <legend className="sr-only">{t('How to bet on them')}</legend>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === kindOf(state)}
          onClick={() => slip.send({ type: 'set form', form: { kind } })}
          className="min-h-11 flex-1 rounded-small px-2 font-strong text-muted transition-colors hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink"
        >
          {t(kindTexts[kind])}
        </button>
      ))}
    </fieldset>
  );
}

const sizeTexts = [undefined, msg('Singles'), msg('Doubles'), msg('Trebles')];

function sizeText(size: number): string {
  const text = sizeTexts[size];
  return text ? t(text) : t('{size}-folds', { size });
}

/** The lines of a system: which sizes it has, its name and how many lines that makes. */
export function SystemSizes({ isLocked }: Locked) {
  const { slip } = useSlipActors();
  const { state } = useSlipView();
  if (kindOf(state) !== 'system') return null;
  const choices = sizeChoices(state);
  const toggle = (size: number) => {
    const sizes = choices.filter((choice) => (choice.size === size) !== choice.isChosen).map((choice) => choice.size);
    slip.send({ type: 'set form', form: { sizes } });
  };
  return (
    <fieldset className="grid gap-1.5" disabled={isLocked}>
      <legend className="float-left flex w-full justify-between gap-2 text-small">
        <span className="font-strong">{ticketsName(state)}</span>
        <span className="text-muted figures">
          {t('{count, plural, one {# line} other {# lines}}', { count: chosenLines(state) })}
        </span>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {choices.map(({ size, lines: count, isChosen }) => (
          <button
            key={size}
            type="button"
            aria-pressed={isChosen}
            onClick={() => toggle(size)}
            className="min-h-11 rounded-small border border-edge/50 bg-raised px-3 text-small figures aria-pressed:border-pitch aria-pressed:bg-pitch-soft"
          >
            {`${sizeText(size)} × ${count}`}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** What a selection needs besides its odds: the stake of its single, or whether it is in every line of the system. */
export function SelectionOptions({ entry, isLocked }: Locked & { readonly entry: SlipEntry }) {
  const { state } = useSlipView();
  switch (kindOf(state)) {
    case 'accumulator':
      return null;
    case 'singles':
      return <SingleStake entry={entry} state={state} isLocked={isLocked} />;
    case 'system':
      return <Banker entry={entry} state={state} isLocked={isLocked} />;
  }
}

type OptionProps = Locked & { readonly entry: SlipEntry; readonly state: SlipView['state'] };

function SingleStake({ entry, state: { form, stakeText }, isLocked }: OptionProps) {
  const { slip } = useSlipActors();
  const id = useId();
  const { matchId } = entry;
  const text = form.stakes.get(matchId) ?? '';
  const stake = stakeFromText(text);
  const isBad = text.trim() !== '' && (stake <= 0 || hasFractionOfCent(text));
  return (
    <div className="col-span-3 flex items-center justify-end gap-2 pr-2 pb-1">
      <label htmlFor={id} className="text-small text-muted">
        <span className="sr-only">{`${selectionText(entry)}: `}</span>
        {t('Stake')}
      </label>
      <div
        className={classes(
          'flex min-h-11 w-28 items-center rounded-small border bg-ground focus-within:outline-2 focus-within:outline-pitch',
          isBad ? 'border-live' : 'border-edge',
        )}
      >
        <span aria-hidden="true" className="pl-2 text-muted">
          $
        </span>
        <input
          id={id}
          {...amountField()}
          min={0}
          autoComplete="off"
          placeholder={stakeText || '0'}
          value={text}
          disabled={isLocked}
          aria-invalid={isBad || undefined}
          onChange={({ target }) =>
            slip.send({ type: 'set form', form: { stakes: new Map(form.stakes).set(matchId, target.value) } })
          }
          className="min-h-11 w-full min-w-0 bg-transparent px-2 outline-none placeholder:text-muted figures"
        />
      </div>
      {isBad && stake > 0 && <span className="text-small text-live figures">{formatDollars(stake)}</span>}
    </div>
  );
}

function Banker({ entry, state: { form }, isLocked }: OptionProps) {
  const { slip } = useSlipActors();
  const { matchId } = entry;
  const isBanker = form.bankers.includes(matchId);
  const bankers = isBanker ? form.bankers.filter((match) => match !== matchId) : [...form.bankers, matchId];
  return (
    <div className="col-span-3 flex justify-end pr-2 pb-1">
      <button
        type="button"
        aria-pressed={isBanker}
        disabled={isLocked}
        title={t('A banker is in every line')}
        onClick={() => slip.send({ type: 'set form', form: { bankers } })}
        className="min-h-11 rounded-round border border-edge/50 px-3 text-small text-muted aria-pressed:border-pitch aria-pressed:bg-pitch-soft aria-pressed:text-ink"
      >
        {t('Banker')}
        <span className="sr-only">{`: ${selectionText(entry)}`}</span>
      </button>
    </div>
  );
}
