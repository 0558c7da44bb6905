/** Registers the service worker after the page has loaded, so that the app opens without the server. Optional: failures are ignored. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => navigator.serviceWorker.register('/service-worker.js').catch(() => {});
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}
