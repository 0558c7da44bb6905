import { type Message, msg, t } from '@touchline/core/language';
import { Lock } from 'lucide-react';
import { useOddsFormat } from '../settings/preferences.ts';
import { classes } from './classes.ts';
import { Flash } from './flash.tsx';
import { priceText } from './price-text.ts';

/** `open`: can be taken · `suspended`: locked for now · `closed`: betting is over · `missing`: no price. */
export type OfferState = 'open' | 'suspended' | 'closed' | 'missing';

type Props = {
  /** The text on the button: 1, X, 2, 'Over 2.5'. */
  readonly label: string;
  /** The outcome, for screen readers: 'Arsenal Win'. */
  readonly meaning: string;
  readonly price: number | '-';
  readonly state: OfferState;
  readonly isPressed: boolean;
  readonly isStale: boolean;
  /** `undefined`: read-only. */
  readonly onPress: (() => void) | undefined;
};

/** A price, pressable or read-only. A price that cannot be taken says so in its name and explains itself when pressed. */
export function OddsButton({ label, meaning, price, state, isPressed, isStale, onPress }: Props) {
  const text = priceText(price, useOddsFormat());
  const stateText = stateTexts[state];
  const Box = onPress ? 'button' : 'div';
  const isLocked = state === 'suspended' || state === 'closed';
  const isLong = text.length > 5;
  return (
    <Box
      {...(onPress && { type: 'button', 'aria-pressed': isPressed, onClick: onPress })}
      className={classes(
        'grid min-h-14 min-w-0 overflow-hidden rounded-small border transition-colors compact:h-12 compact:min-h-0 compact:@max-[19rem]:h-14',
        isPressed ? 'border-pitch bg-pitch text-on-pitch shadow-lit' : 'border-edge/35 bg-raised text-ink',
        onPress && !isPressed && state === 'open' && 'hover:border-pitch hover:bg-hover',
      )}
    >
      {/* Grows with a long label. Cards have short ones and many prices: there, a new price lays out nothing else. */}
      <span className="relative isolate flex min-w-0 flex-col items-center justify-center px-0.5 py-0.5 contain-content compact:h-11.5 compact:px-0 compact:py-0 compact:contain-strict compact:@max-[19rem]:h-13.5">
        {/* For screen readers instead of the visible text, in the order of a sentence. */}
        <span className="sr-only">
          {[label, meaning === label ? '' : meaning, text, stateText && t(stateText)].filter(Boolean).join(', ')}
        </span>
        <Flash
          value={price === '-' ? undefined : price}
          // Beside the lock it would cover the price.
          mark={isLocked ? 'none' : 'arrow'}
          className={classes(isPressed && 'border-transparent! bg-transparent! text-on-pitch!')}
        />
        <span
          aria-hidden="true"
          className={classes(
            'max-w-full text-center text-small tracking-tight wrap-break-word hyphens-auto compact:line-clamp-2 compact:leading-tight compact:tracking-tighter',
            !isPressed && 'text-muted',
          )}
        >
          {label}
        </span>
        <span
          aria-hidden="true"
          className={classes(
            'flex items-center gap-1 text-figure font-strong figures compact:gap-0.5 compact:text-body compact:leading-tight',
            isLong && (isLocked ? 'compact:@max-[28rem]:text-small' : 'compact:@max-[19rem]:text-small'),
            !isPressed && (isStale || state !== 'open') && 'text-muted',
          )}
        >
          {isLocked && (
            // Beside a long price, a small card or screen has no space for it.
            <Lock
              aria-hidden="true"
              className={`size-3.5 compact:size-3 compact:@max-[19rem]:hidden ${isLong ? 'compact:@max-[21rem]:hidden max-[22rem]:hidden' : ''}`}
            />
          )}
          {text}
        </span>
      </span>
    </Box>
  );
}

const stateTexts: Record<OfferState, Message | undefined> = {
  open: undefined,
  suspended: msg('Suspended'),
  closed: msg('Closed'),
  missing: msg('Not available'),
};
