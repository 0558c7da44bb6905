import { isReason, reasonLength, type TextLength } from '@touchline/core/account';
import { inEnglish, type Message, t } from '@touchline/core/language';
import { useEffect, useId, useRef } from 'react';

type Props = {
  readonly value: string;
  readonly isBusy: boolean;
  readonly need: 'needed' | 'optional';
  /** Who reads it. */
  readonly note: string;
  /** They are stored in English. */
  readonly suggestions?: readonly Message[];
  /** The length that the server accepts, if it is not the usual one. */
  readonly length?: TextLength;
  readonly onChange: (value: string) => void;
};

/** The reason for an action by staff. A form with a missing or blank reason is not sent. */
export function ReasonField({ value, isBusy, need, note, suggestions = [], length = reasonLength, onChange }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const isMissing = need === 'needed' && !isReason(value, length);
  const missing = isMissing ? t('Please give a reason of at least {least} characters.', { least: length.least }) : '';
  useEffect(() => field.current?.setCustomValidity(missing), [missing]);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-strong text-muted">
        {t('Reason')}
      </label>
      <textarea
        ref={field}
        id={id}
        value={value}
        rows={2}
        maxLength={length.most}
        required={need === 'needed'}
        disabled={isBusy}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
        className="w-full rounded-small border border-edge bg-ground px-3 py-2 outline-none focus:outline-2 focus:outline-pitch"
      />
      <p id={`${id}-note`} className="text-small text-muted">
        {note}
        {suggestions.length > 0 && ` ${t('Choose one or write your own:')}`}
      </p>
      {suggestions.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {suggestions
            .map((suggestion) => ({ label: t(suggestion), english: inEnglish(() => t(suggestion)) }))
            .map(({ label, english }) => (
              <li key={english}>
                <button
                  type="button"
                  disabled={isBusy}
                  aria-pressed={value === english}
                  onClick={() => onChange(english)}
                  className="min-h-11 rounded-small border border-edge/50 bg-raised px-3 py-1.5 text-left text-small hover:bg-hover aria-pressed:border-pitch aria-pressed:bg-pitch-soft"
                >
                  {label}
                </button>
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}
