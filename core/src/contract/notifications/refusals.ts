import type { RefusalView } from '../refusal-view.ts';

export type PushRefusal = { readonly code: 'push-off' } | { readonly code: 'push-service-unknown' };

export function pushRefusalView({ code }: PushRefusal): RefusalView {
  const error =
    code === 'push-off'
      ? 'Push messages are not set up here.'
      : 'We cannot send push messages to this browser. Use Chrome, Edge, Firefox or Safari.';
  return { code, error };
}
