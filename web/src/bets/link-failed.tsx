import { t } from '@touchline/core/language';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

type Props = { readonly title: string; readonly error: string; readonly onRetry: () => void };

/** What a link to a bet or a slip leads to while it cannot be loaded. */
export const LinkFailed = ({ title, error, onRetry }: Props) => (
  <EmptyState
    title={title}
    hint={error}
    action={
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={onRetry}>{t('Try Again')}</Button>
        <ButtonLink href="/games" look="quiet">
          {t('See the games')}
        </ButtonLink>
      </div>
    }
  />
);
