import { Toaster } from 'react-hot-toast';
import { useSlip } from '../slip/index.ts';
import { useIsWide } from '../slip/use-wide.ts';

/**
 * Spec §9: bottom-right, at most twenty (which is this library's limit), 4 s unless told otherwise, a success 2 s.
 * Over an open bottom sheet they move to the top, so that none lies on the button that places the bet.
 */
export function Toasts() {
  const isWide = useIsWide();
  const { isOpen } = useSlip();
  return (
    <Toaster
      position={isOpen && !isWide ? 'top-right' : 'bottom-right'}
      gutter={8}
      containerStyle={{
        top: 'calc(var(--top-bar) + 0.5rem)',
        bottom: 'calc(var(--bottom-bar) + var(--slip-sheet, 0px) + 1rem)',
      }}
      toastOptions={{
        duration: 4_000,
        success: { duration: 2_000, iconTheme: { primary: 'var(--color-pitch)', secondary: 'var(--color-on-pitch)' } },
        error: { duration: 4_000, iconTheme: { primary: 'var(--color-live)', secondary: 'var(--color-on-live)' } },
        style: {
          background: 'var(--color-raised)',
          color: 'var(--color-ink)',
          border: '1px solid var(--color-edge)',
          borderRadius: 'var(--radius-small)',
          boxShadow: 'var(--shadow-panel)',
        },
      }}
    />
  );
}
