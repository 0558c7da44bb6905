import { useSelector } from '@xstate/react';
import { CloudOff, Megaphone } from 'lucide-react';
import { useLiveActor, useTrust } from '../live/index.ts';

/** A sentence of the operator for everyone. */
export const NoticeBar = ({ notice }: { readonly notice: string }) => (
  <section aria-label="Notice">
    <p className="flex items-center justify-center gap-2 bg-pitch-soft px-4 py-1.5 text-center text-small">
      <Megaphone aria-hidden="true" className="size-4 shrink-0 text-pitch" />
      {notice}
    </p>
  </section>
);

/**
 * Says when prices are not to be trusted, and why. It lies over the first line of the page: a line that is lost moves nothing that a
 * finger is about to press. The live region is always there so that the words are read out.
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
          {trust === 'unconfirmed' ? words.unconfirmed : hasNothing ? words.unreached : words.reconnecting}
        </p>
      )}
    </div>
  );
}

const words = {
  reconnecting: 'Reconnecting… prices may be out of date',
  unconfirmed: 'The odds provider is not answering… prices may be out of date',
  /** The page opened from what the browser has kept, and nothing has answered since. */
  unreached: 'Touchline cannot be reached. Check your connection; this page goes on by itself as soon as it is back.',
};
