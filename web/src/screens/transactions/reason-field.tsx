import { useId } from 'react';

/** What bettors whose withdrawal is rejected mostly read. */
export const rejectionReasons = [
  'The name on the account does not match yours.',
  'We need to see an identity document first.',
  'The bank details could not be verified.',
  'Please deposit and withdraw by the same method.',
] as const;

type Props = {
  readonly words: string;
  readonly isBusy: boolean;
  readonly suggestions: readonly string[];
  readonly need: 'needed' | 'optional';
  readonly onWords: (words: string) => void;
};

/** Why something was decided so; the bettor reads it. */
export function ReasonField({ words, isBusy, suggestions, need, onWords }: Props) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-strong text-muted">
        Reason
      </label>
      <textarea
        id={id}
        value={words}
        rows={2}
        maxLength={300}
        required={need === 'needed'}
        minLength={need === 'needed' ? 3 : undefined}
        disabled={isBusy}
        aria-describedby={`${id}-note`}
        onChange={(event) => onWords(event.target.value)}
        className="w-full rounded-small border border-edge bg-ground px-3 py-2 outline-none focus:outline-2 focus:outline-pitch"
      />
      <p id={`${id}-note`} className="text-small text-muted">
        The bettor reads it. Choose one or write your own:
      </p>
      <ul className="flex flex-wrap gap-2">
        {suggestions.map((suggestion) => (
          <li key={suggestion}>
            <button
              type="button"
              disabled={isBusy}
              aria-pressed={words === suggestion}
              onClick={() => onWords(suggestion)}
              className="min-h-11 rounded-small border border-edge/50 bg-raised px-3 py-1.5 text-left text-small hover:bg-hover aria-pressed:border-pitch aria-pressed:bg-pitch-soft"
            >
              {suggestion}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
