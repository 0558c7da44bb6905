import { t } from '@touchline/core/language';
import { ReceiptText } from 'lucide-react';
import { classes } from '../ui/classes.ts';
import { selectionsText } from './selections-text.ts';
import { useSlip } from './slip-provider.tsx';

/** Opens and closes the slip; the badge shows the number of selections. */
export function SlipButton({ className }: { readonly className?: string }) {
  const { count, isOpen, isUnsure, prepare, toggle } = useSlip();
  return (
    <button
      type="button"
      onClick={toggle}
      onPointerEnter={prepare}
      onFocus={prepare}
      aria-expanded={isOpen}
      aria-controls="bet-slip"
      className={classes(
        'relative inline-flex min-h-11 items-center gap-2 rounded-small border px-3 max-[22rem]:gap-1 max-[22rem]:px-2 font-strong whitespace-nowrap transition-colors',
        isOpen ? 'border-pitch/60 bg-pitch-soft text-ink' : 'border-edge/50 bg-raised text-ink hover:bg-hover',
        className,
      )}
    >
      <ReceiptText aria-hidden="true" className="size-5" />
      <span className="sr-only">
        {t('Bet Slip, {content}', { content: isUnsure ? t('one bet not confirmed') : selectionsText(count) })}
      </span>
      <span aria-hidden="true" className="max-sm:hidden">
        {t('Bet Slip')}
      </span>
      <span
        aria-hidden="true"
        className={classes(
          'inline-flex h-6 min-w-6 items-center justify-center rounded-round px-1.5 text-small font-strong figures',
          count > 0 || isUnsure ? 'bg-pitch text-on-pitch' : 'bg-hover text-muted',
        )}
      >
        {isUnsure ? '?' : count}
      </span>
    </button>
  );
}
