import { t } from '@touchline/core/language';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type Props = {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly action?: ReactNode;
  readonly onRetry?: () => void;
};

/** An empty or failed list: one sentence and one next step. */
export const EmptyState = ({ title, hint, action, onRetry }: Props) => (
  <div
    role="status"
    className="grid min-h-52 justify-items-center content-center gap-3 rounded-card border border-dashed border-edge/60 p-6 text-center"
  >
    <p className="text-figure font-strong">{title}</p>
    {hint && <p className="max-w-prose text-muted">{hint}</p>}
    {action}
    {onRetry && <Button onClick={onRetry}>{t('Try Again')}</Button>}
  </div>
);
