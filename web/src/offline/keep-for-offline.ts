/** Lets a built page be opened when the server is away. The page is drawn first; a browser that cannot keep it goes on without. */
export function keepForOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => navigator.serviceWorker.register('/service-worker.js').catch(() => {});
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}
