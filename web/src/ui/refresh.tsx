import { t } from '@touchline/core/language';
import { RefreshCw } from 'lucide-react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

export const RefreshIcon = ({ isBusy }: { readonly isBusy: boolean }) => (
  <RefreshCw aria-hidden="true" className={classes('size-4', isBusy && 'animate-spin motion-reduce:animate-none')} />
);

type Props = { readonly isBusy: boolean; readonly onPress: () => void };

/** A refresh button beside a heading; only an icon on narrow screens. */
export const HeadingRefresh = ({ isBusy, onPress }: Props) => (
  <Button look="quiet" className="max-sm:px-3!" aria-busy={isBusy} onClick={onPress}>
    <RefreshIcon isBusy={isBusy} />
    <span className="max-sm:sr-only">{t('Refresh')}</span>
  </Button>
);
