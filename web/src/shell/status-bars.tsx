import { msg, t } from '@touchline/core/language';
import { demoNotice } from '@touchline/core/matches';
import { useSelector } from '@xstate/react';
import { CloudOff, Megaphone } from 'lucide-react';
import { useLiveActor, useTrust } from '../live/index.ts';

/** The operator's notice to all users, as written; the demo's in the current language. */
export const NoticeBar = ({ notice }: { readonly notice: string }) => (
  <section aria-label={t('Notice')}>
    <p className="flex items-center justify-center gap-2 bg-pitch-soft px-4 py-1.5 text-center text-small">
      <Megaphone aria-hidden="true" className="size-4 shrink-0 text-pitch" />
      {notice === String(demoNotice) ? t(demoNotice) : notice}
    </p>
  </section>
);

/**
 * Says when and why prices may be old. It overlays the top of the page, so that nothing moves under the user's finger. The live
 * region is always mounted, so that screen readers announce its text.
 */
export function ReconnectingBar() {
  const trust = useTrust();
  const hasNothing = useSelector(
    useLiveActor(),
    ({ context }) => context.epoch === undefined && context.rows.size === 0,
  );
  return (
    <div role="status" className="absolute inset-x-0 top-full">
      {trust !== 'current' && (
        <p className="flex items-center justify-center gap-2 bg-gold-soft px-4 py-1.5 text-center text-small text-gold">
          <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          {t(trust === 'unconfirmed' ? texts.unconfirmed : hasNothing ? texts.unreached : texts.reconnecting)}
        </p>
      )}
    </div>
  );
}

const texts = {
  reconnecting: msg('Reconnecting… prices may be out of date'),
  unconfirmed: msg('The odds provider is not answering… prices may be out of date'),
  /** The page opened from the offline cache, and the server has not answered yet. */
  unreached: msg('Touchline cannot be reached. Check your connection; this page reconnects automatically.'),
};
