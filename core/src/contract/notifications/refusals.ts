import { t } from '../../language/index.ts';
import type { RefusalView } from '../refusal-view.ts';

export type PushRefusal = { readonly code: 'push-off' } | { readonly code: 'push-service-unknown' };

export function pushRefusalView({ code }: PushRefusal): RefusalView {
  const error =
    code === 'push-off'
      ? t('Push messages are not set up here.')
      : t('We cannot send push messages to this browser. Use Chrome, Edge, Firefox or Safari.');
  return { code, error };
}
