import type { OperatedMatchDetail } from '@touchline/core/contract';
import { marketKeys } from '@touchline/core/markets';
import { LabelledSelect } from '../../ledger/labelled-select.tsx';
import { Field } from '../../ui/field.tsx';
import type { LiftForm, WindowForm } from './decision-form.ts';
import { windowText } from './decision-words.ts';
import { marketName } from './market-words.ts';

type Props = {
  readonly form: WindowForm;
  readonly match: OperatedMatchDetail;
  readonly isBusy: boolean;
  readonly onType: (form: WindowForm) => void;
};

/** Which bets are void: on which market, taken from when to when. */
export const WindowFields = ({ form, match, isBusy, onType }: Props) => (
  <fieldset disabled={isBusy} className="grid gap-3">
    <legend className="sr-only">Which bets are void</legend>
    <p className="text-small text-muted">
      For a price that was plainly wrong. Bets taken in this time are void: singles get their stake back, accumulators
      go on without this selection. {match.status === 'open' && 'Suspend the market first if the price still stands.'}
    </p>
    <LabelledSelect
      label="Bets on"
      value={form.market}
      options={[
        { value: '', label: 'All markets' },
        ...marketKeys.map((market) => ({ value: market, label: marketName({ market }) })),
      ]}
      onPick={(picked) => onType({ ...form, market: marketKeys.find((market) => market === picked) ?? '' })}
    />
    <div className="grid gap-3">
      <Moment label="Taken from" value={form.from} onType={(from) => onType({ ...form, from })} />
      <Moment
        label="Taken to, this second included"
        value={form.to}
        error={form.from !== '' && form.to !== '' && form.to < form.from ? 'It ends before it begins.' : undefined}
        onType={(to) => onType({ ...form, to })}
      />
    </div>
    <p className="text-small text-muted">Times are in your own time zone, {zone}.</p>
  </fieldset>
);

const zone = new Intl.DateTimeFormat('en-US').resolvedOptions().timeZone;

type MomentProps = {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onType: (text: string) => void;
};
const Moment = ({ label, value, error, onType }: MomentProps) => (
  <Field
    label={label}
    type="datetime-local"
    step={1}
    className="min-w-0 content-start"
    value={value}
    error={error}
    onChange={(event) => onType(event.target.value)}
  />
);

/** The window of which the bets are to count again. */
export const LiftedWindow = ({ form }: { readonly form: LiftForm }) => (
  <div className="grid gap-2">
    <p className="font-strong figures">{windowText(form)}</p>
    <p className="text-muted">
      These bets count again at the odds at which they were placed, and are settled by the result. What they got back is
      taken again, also where a balance falls below zero by it.
    </p>
  </div>
);
