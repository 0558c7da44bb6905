import { t } from '@touchline/core/language';
import { ChevronLeft, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

type Props = { readonly title: string; readonly children?: ReactNode };

/** The title of a screen with controls beside it. A long title wraps instead of pushing them below. */
export const PageHeading = ({ title, children }: Props) => (
  <header className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-3">
    <h1 className="min-w-0 flex-[1_1_10rem] text-title font-strong wrap-anywhere">{title}</h1>
    {children}
  </header>
);

/** A link back to the list that contains the thing on screen. */
export const BackLink = ({ href, children }: { readonly href: string; readonly children: string }) => (
  <Link
    href={href}
    className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded-small px-2 font-strong text-pitch hover:bg-raised"
  >
    <ChevronLeft aria-hidden="true" className="size-4" />
    {children}
  </Link>
);

export const RefreshIcon = ({ isBusy }: { readonly isBusy: boolean }) => (
  <RefreshCw aria-hidden="true" className={classes('size-4', isBusy && 'animate-spin motion-reduce:animate-none')} />
);

type RefreshProps = { readonly isBusy: boolean; readonly onPress: () => void };

/** A refresh button beside a heading; only an icon on narrow screens. */
export const HeadingRefresh = ({ isBusy, onPress }: RefreshProps) => (
  <Button look="quiet" className="max-sm:px-3!" aria-busy={isBusy} onClick={onPress}>
    <RefreshIcon isBusy={isBusy} />
    <span className="max-sm:sr-only">{t('Refresh')}</span>
  </Button>
);
