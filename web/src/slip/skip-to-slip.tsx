import { t } from '@touchline/core/language';
import { skipLink } from '../ui/classes.ts';
import { useSlip } from './slip-provider.tsx';

/** A skip link into the slip, which comes after all matches. */
export function SkipToSlip() {
  const { count, enter } = useSlip();
  return count > 0 ? (
    <button type="button" onClick={enter} className={skipLink}>
      {t('Skip to bet slip')}
    </button>
  ) : null;
}
