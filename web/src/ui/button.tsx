import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from './classes.ts';

const looks = {
  primary: 'bg-pitch text-on-pitch hover:bg-pitch-strong disabled:bg-raised disabled:text-muted',
  quiet: 'bg-raised text-ink hover:bg-hover border border-edge/50 disabled:text-muted',
  bare: 'text-ink hover:bg-raised disabled:text-muted',
  /** For a "more" link beside a title: its text aligns with the edge of the card below. */
  onward: '-mx-4 text-pitch hover:bg-raised',
  danger: 'bg-live-soft text-live border border-live/60 hover:border-live disabled:text-muted',
  gold: 'bg-gold text-ground hover:brightness-110',
} as const;
export type ButtonLook = keyof typeof looks;

const shape =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-small px-4 py-1 text-center font-strong whitespace-nowrap max-[23rem]:leading-tight max-[23rem]:whitespace-normal transition-colors';

type ButtonProps = ComponentProps<'button'> & { readonly look?: ButtonLook; readonly isBusy?: boolean };

/** A busy button keeps its width and text, announces that it is busy, and ignores presses. */
export function Button({ look = 'primary', isBusy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={classes(shape, looks[look], className)}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}

type ButtonLinkProps = {
  readonly href: string;
  readonly look?: ButtonLook;
  readonly className?: string;
  readonly children: React.ReactNode;
};

export const ButtonLink = ({ href, look = 'primary', className, children }: ButtonLinkProps) => (
  <Link href={href} className={classes(shape, looks[look], className)}>
    {children}
  </Link>
);

export const Spinner = () => (
  <span
    aria-hidden="true"
    className="inline-block size-4 shrink-0 animate-spin rounded-round border-2 border-current border-t-transparent motion-reduce:animate-none"
  />
);

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  readonly label: string;
  readonly icon: ReactNode;
};

/** A 44 px square button with an icon. `label` is its accessible name and tooltip. */
export const IconButton = ({ label, icon, className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    title={label}
    {...rest}
    aria-label={label}
    className={classes(
      'inline-flex size-11 shrink-0 items-center justify-center rounded-small text-muted hover:bg-raised hover:text-ink',
      className,
    )}
  >
    {icon}
  </button>
);
