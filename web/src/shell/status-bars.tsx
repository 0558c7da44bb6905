import { CloudOff, Megaphone } from 'lucide-react';
import { useTrust } from '../live/index.ts';

/** A sentence of the operator for everyone. */
export const NoticeBar = ({ notice }: { readonly notice: string }) => (
  <p className="flex items-center justify-center gap-2 bg-pitch-soft px-4 py-1.5 text-center text-small">
    <Megaphone aria-hidden="true" className="size-4 shrink-0 text-pitch" />
    {notice}
  </p>
);

/** Says when prices are not to be trusted, and why. The live region is always there so that the words are read out. */
export function ReconnectingBar() {
  const trust = useTrust();
  return (
    <div role="status">
      {trust !== 'current' && (
        <p className="flex items-center justify-center gap-2 bg-gold-soft px-4 py-1.5 text-center text-small text-gold">
          <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          {trust === 'reconnecting'
            ? 'Reconnecting… prices may be out of date'
            : 'The odds provider is not answering… prices may be out of date'}
        </p>
      )}
    </div>
  );
}
