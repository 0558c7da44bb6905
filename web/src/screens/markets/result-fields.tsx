import type { OperatedMatchDetail } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { LabelledSelect } from '../../ledger/filter-fields.tsx';
import { Field } from '../../ui/field.tsx';
import type { ResultForm } from './decision-form.ts';

const kinds: readonly { readonly value: ResultForm['kind']; readonly label: Message }[] = [
  { value: 'score', label: msg('Played: final score') },
  { value: 'half-time', label: msg('Half-time score only') },
  { value: 'abandoned', label: msg('Abandoned') },
  { value: 'void', label: msg('Void') },
];
const kindHints: Record<ResultForm['kind'], Message> = {
  score: msg('The score after 90 minutes and stoppage time, without extra time and penalties.'),
  'half-time': msg('Settles the bets on the first half. Everything else stays as it is.'),
  abandoned: msg('The score when it stopped. Only selections already decided by then stand; all others are void.'),
  void: msg('Not played as announced, a walkover or awarded. All stakes are refunded.'),
};

const halfTimeHints = {
  score: msg('Leave the half-time score empty if you don’t know it: bets on the first half then wait for it.'),
  abandoned: msg('Leave the half-time score empty if the match stopped before half-time.'),
} as const;

type Props = {
  readonly form: ResultForm;
  readonly match: OperatedMatchDetail;
  readonly isBusy: boolean;
  readonly onType: (form: ResultForm) => void;
};

/** How a match ended. */
export const ResultFields = ({ form, match, isBusy, onType }: Props) => (
  <fieldset disabled={isBusy} className="grid gap-3">
    <legend className="sr-only">{t('How it ended')}</legend>
    <LabelledSelect
      label={t('How it ended')}
      value={form.kind}
      options={kinds.map(({ value, label }) => ({ value, label: t(label) }))}
      onPick={(value) => onType({ ...form, kind: kinds.find((kind) => kind.value === value)?.value ?? 'score' })}
    />
    <p className="text-small text-muted">{t(kindHints[form.kind])}</p>
    {form.kind !== 'void' && form.kind !== 'half-time' && (
      <div className="grid grid-cols-2 gap-3">
        <Goals
          label={t('Goals of {team}', { team: match.homeTeam })}
          value={form.home}
          onType={(home) => onType({ ...form, home })}
        />
        <Goals
          label={t('Goals of {team}', { team: match.awayTeam })}
          value={form.away}
          onType={(away) => onType({ ...form, away })}
        />
      </div>
    )}
    {form.kind !== 'void' && (
      <>
        <div className="grid grid-cols-2 gap-3">
          <Goals
            label={t('{team} at half-time', { team: match.homeTeam })}
            value={form.halfHome}
            onType={(halfHome) => onType({ ...form, halfHome })}
          />
          <Goals
            label={t('{team} at half-time', { team: match.awayTeam })}
            value={form.halfAway}
            onType={(halfAway) => onType({ ...form, halfAway })}
          />
        </div>
        {form.kind !== 'half-time' && <p className="text-small text-muted">{t(halfTimeHints[form.kind])}</p>}
      </>
    )}
    {form.kind === 'score' && (
      <Goals
        label={t('Minutes played (empty: all)')}
        value={form.minutes}
        onType={(minutes) => onType({ ...form, minutes })}
      />
    )}
  </fieldset>
);

type GoalsProps = { readonly label: string; readonly value: string; readonly onType: (text: string) => void };
const Goals = ({ label, value, onType }: GoalsProps) => (
  <Field
    label={label}
    className="min-w-0 content-between"
    inputMode="numeric"
    maxLength={2}
    autoComplete="off"
    value={value}
    onChange={(event) => onType(event.target.value)}
  />
);
