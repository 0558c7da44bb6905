import type { OperatedMatchDetail } from '@touchline/core/contract';
import { LabelledSelect } from '../../ledger/filter-fields.tsx';
import { Field } from '../../ui/field.tsx';
import type { ResultForm } from './decision-form.ts';

const kinds: readonly { readonly value: ResultForm['kind']; readonly label: string }[] = [
  { value: 'score', label: 'Played: final score' },
  { value: 'half-time', label: 'Half-time score only' },
  { value: 'abandoned', label: 'Abandoned' },
  { value: 'void', label: 'Void' },
];
const kindHints: Record<ResultForm['kind'], string> = {
  score: 'The score after 90 minutes and stoppage time, without extra time and penalties.',
  'half-time': 'Settles the bets on the first half. Everything else stays as it is.',
  abandoned: 'The score when it stopped. Only selections already decided by then stand; all others are void.',
  void: 'Not played as announced, a walkover or awarded. All stakes are refunded.',
};

const halfTimeHints = {
  score: 'Leave the half-time score empty if you don’t know it: bets on the first half then wait for it.',
  abandoned: 'Leave the half-time score empty if the match stopped before half-time.',
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
    <legend className="sr-only">How it ended</legend>
    <LabelledSelect
      label="How it ended"
      value={form.kind}
      options={kinds}
      onPick={(value) => onType({ ...form, kind: kinds.find((kind) => kind.value === value)?.value ?? 'score' })}
    />
    <p className="text-small text-muted">{kindHints[form.kind]}</p>
    {form.kind !== 'void' && form.kind !== 'half-time' && (
      <div className="grid grid-cols-2 gap-3">
        <Goals label={`Goals of ${match.homeTeam}`} value={form.home} onType={(home) => onType({ ...form, home })} />
        <Goals label={`Goals of ${match.awayTeam}`} value={form.away} onType={(away) => onType({ ...form, away })} />
      </div>
    )}
    {form.kind !== 'void' && (
      <>
        <div className="grid grid-cols-2 gap-3">
          <Goals
            label={`${match.homeTeam} at half-time`}
            value={form.halfHome}
            onType={(halfHome) => onType({ ...form, halfHome })}
          />
          <Goals
            label={`${match.awayTeam} at half-time`}
            value={form.halfAway}
            onType={(halfAway) => onType({ ...form, halfAway })}
          />
        </div>
        {form.kind !== 'half-time' && <p className="text-small text-muted">{halfTimeHints[form.kind]}</p>}
      </>
    )}
    {form.kind === 'score' && (
      <Goals
        label="Minutes played (empty: all)"
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
