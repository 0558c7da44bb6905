import type { OperatedMatchDetail } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { marketKeys } from '@touchline/core/markets';
import { LabelledSelect } from '../../ledger/filter-fields.tsx';
import { Field } from '../../ui/field.tsx';
import type { LiftForm, WindowForm } from './decision-form.ts';
import { windowText } from './decision-text.ts';
import { marketName } from './market-text.ts';

type Props = {
  readonly form: WindowForm;
  readonly match: OperatedMatchDetail;
  readonly isBusy: boolean;
  readonly onType: (form: WindowForm) => void;
};

/** Selects the bets to void: the market and the period in which they were placed. */
export const WindowFields = ({ form, match, isBusy, onType }: Props) => (
  <fieldset disabled={isBusy} className="grid gap-3">
    <legend className="sr-only">{t('Which bets are void')}</legend>
    <p className="text-small text-muted">
      {t(
        'For obviously wrong odds. Bets placed in this period are void: singles are refunded, accumulators continue without this selection. A bet builder is void if one of its selections is on the market.',
      )}{' '}
      {match.status === 'open' && t('Suspend the market first if the odds are still shown.')}
    </p>
    <LabelledSelect
      label={t('Bets on')}
      value={form.market}
      options={[
        { value: '', label: t('All markets') },
        ...marketKeys.map((market) => ({ value: market, label: marketName({ market }) })),
      ]}
      onPick={(picked) => onType({ ...form, market: marketKeys.find((market) => market === picked) ?? '' })}
    />
    <div className="grid gap-3">
      <Moment label={t('Placed from')} value={form.from} onType={(from) => onType({ ...form, from })} />
      <Moment
        label={t('Placed until (this second included)')}
        value={form.to}
        error={
          form.from !== '' && form.to !== '' && form.to < form.from
            ? t('The end must not be before the start.')
            : undefined
        }
        onType={(to) => onType({ ...form, to })}
      />
    </div>
    <p className="text-small text-muted">{t('Times are in your time zone, {zone}.', { zone })}</p>
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

/** The void period to reinstate. */
export const LiftedWindow = ({ form }: { readonly form: LiftForm }) => (
  <div className="grid gap-2">
    <p className="font-strong figures">{windowText(form)}</p>
    <p className="text-muted">
      {t(
        'These bets stand again at their original odds and are settled by the result. Refunds are charged back, even if a balance falls below zero.',
      )}
    </p>
  </div>
);
