import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startLanguage } from './language/show-language.ts';
import { registerServiceWorker } from './offline/register-service-worker.ts';
import { startPage } from './page.ts';
import { UnexpectedErrorScreen } from './screens/not-found/unexpected-error-screen.tsx';
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
