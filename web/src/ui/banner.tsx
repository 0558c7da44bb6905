import { t } from '@touchline/core/language';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';
import { classes } from './classes.ts';

const tones = {
  info: { look: 'bg-raised text-ink border-edge/60', Icon: Info },
  success: { look: 'bg-pitch-soft text-ink border-pitch/60', Icon: CircleCheck },
  warning: { look: 'bg-gold-soft text-ink border-gold/60', Icon: TriangleAlert },
  error: { look: 'bg-live-soft text-ink border-live/60', Icon: CircleAlert },
} as const;

type Props = {
  readonly tone: keyof typeof tones;
  readonly children: ReactNode;
  readonly onDismiss?: (() => void) | undefined;
};

/** An important sentence. Errors interrupt a screen reader; the rest waits. */
export function Banner({ tone, children, onDismiss }: Props) {
  const { look, Icon } = tones[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={classes('flex items-start gap-3 rounded-small border px-3 py-2', look)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1 self-center">{children}</div>
      {onDismiss && (
        <IconButton
          label={t('Dismiss')}
          className="-my-2 -mr-2"
          icon={<X aria-hidden="true" className="size-4" />}
          onClick={onDismiss}
        />
      )}
    </div>
  );
}

type StaleProps = { readonly children: ReactNode; readonly onTryAgain: () => void };

/** Says why the data on screen may be out of date, with a retry. */
export const StaleBanner = ({ children, onTryAgain }: StaleProps) => (
  <Banner tone="error">
    <p>{children}</p>
    <Button look="quiet" className="mt-2" onClick={onTryAgain}>
      {t('Try Again')}
    </Button>
  </Banner>
);
