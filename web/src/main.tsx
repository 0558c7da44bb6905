import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startLanguage } from './language/show-language.ts';
import { startPage } from './page.ts';
import { UnexpectedErrorScreen } from './screens/error-screens.tsx';
import { preferences } from './settings/preferences.ts';
import './styles.css';

const page = startPage();
const host = document.createElement('div');
document.body.append(host);

const root = createRoot(host, {
  onUncaughtError: (error) => {
    console.error(error);
    const rest = document.createElement('div');
    host.replaceWith(rest);
    createRoot(rest).render(<UnexpectedErrorScreen />);
  },
});

void startLanguage(preferences().language).finally(() =>
  root.render(
    <StrictMode>
      <App page={page} />
    </StrictMode>,
  ),
);

if (import.meta.env.PROD) registerServiceWorker();

/** Registers the service worker after the page has loaded, so that the app opens without the server. Optional: failures are ignored. */
function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => navigator.serviceWorker.register('/service-worker.js').catch(() => {});
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}
