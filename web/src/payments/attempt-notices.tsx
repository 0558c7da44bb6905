import { t } from '@touchline/core/language';
import type { ReactNode } from 'react';
import type { ApiFailure } from '../api/client.ts';
import { TextLink } from '../forms/account-frame.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

type RefusalProps = {
  readonly failure: ApiFailure | undefined;
  readonly message: string;
  readonly onDismiss: () => void;
};

/** Why the server refused. A limit that the bettor has set is no error: it links to where it can be seen. */
export const Refusal = ({ failure, message, onDismiss }: RefusalProps) =>
  isOwnRule(failure) ? (
    <Banner tone="warning" onDismiss={onDismiss}>
      <p>{message}</p>
      <TextLink href="/profile">{t('See your limits')}</TextLink>
    </Banner>
  ) : (
    <Banner tone="error" onDismiss={onDismiss}>
      {message}
    </Banner>
  );

type UnsureProps = {
  readonly state: 'waiting' | 'asking';
  /** The server's reason, or that it failed. */
  readonly message: string;
  /** What may have happened to the money, in one sentence. */
  readonly children: ReactNode;
  readonly onRetry: () => void;
  /** Opens the form again. Without it, there is no other attempt until this one is decided. */
  readonly onAbandon?: () => void;
};

/** No answer came. Retrying cannot do it twice. */
export const Unsure = ({ state, message, children, onRetry, onAbandon }: UnsureProps) => (
  <Banner tone="warning">
    <p>{message}</p>
    <p className="mt-1">{children}</p>
    {state === 'waiting' ? (
      <p className="mt-1 text-muted">{t('Checking again…')}</p>
    ) : (
      <p className="mt-2 flex flex-wrap gap-2">
        <Button look="quiet" onClick={onRetry}>
          {t('Check again')}
        </Button>
        {onAbandon && (
          <Button look="bare" onClick={onAbandon}>
            {t('Back to the form')}
          </Button>
        )}
      </p>
    )}
  </Banner>
);

const isOwnRule = (failure: ApiFailure | undefined): boolean =>
  failure?.kind === 'refused' && failure.status !== 429 && /limit|exclu|time-out/.test(failure.view.code);
