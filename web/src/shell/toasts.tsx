import { Toaster } from 'react-hot-toast';

/**
 * Spec §9: bottom-right, at most twenty (which is this library's limit), 4 s unless told otherwise, a success 2 s.
 * They stand beside the open slip, and above its sheet on a narrow screen: none lies on the button that places the bet.
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
