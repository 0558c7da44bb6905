import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { registerServiceWorker } from './offline/register-service-worker.ts';
import { startPage } from './page.ts';
import { UnexpectedErrorScreen } from './screens/not-found/unexpected-error-screen.tsx';
import './styles.css';

const host = document.createElement('div');
document.body.append(host);

createRoot(host, {
  onUncaughtError: (error) => {
    console.error(error);
    const rest = document.createElement('div');
    host.replaceWith(rest);
    createRoot(rest).render(<UnexpectedErrorScreen />);
  },
}).render(
  <StrictMode>
    <App page={startPage()} />
  </StrictMode>,
);

if (import.meta.env.PROD) registerServiceWorker();
