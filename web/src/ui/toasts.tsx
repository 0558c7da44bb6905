import { Toaster } from 'react-hot-toast';

export { toast } from 'react-hot-toast';

/**
 * Bottom right, at most twenty (the library's own limit), for 4 s unless a duration is given, a success for 2 s.
 * Beside the open slip, or above its sheet on a narrow screen, so that none covers the Place bet button.
 */
export const Toasts = () => (
  <Toaster
    position="bottom-right"
    gutter={8}
    containerStyle={{
      right: 'calc(var(--slip-aside, 0rem) + 1rem)',
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
