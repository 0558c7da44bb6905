/**
 * The push services of Chrome, Edge and other browsers on Chromium, of Firefox and of Safari: hosts over HTTPS; `*.` stands for one or more
 * labels.
 */
export const knownPushServices: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/**
 * Parses a list such as `fcm.googleapis.com,*.push.apple.com`. An entry may be a whole origin, such as that of a stand-in on this machine.
 * Returns a text if it is invalid.
 */
export function readPushServices(text: string): readonly string[] | string {
  const entries = text.split(',').map((entry) => entry.trim());
  const wrong = entries.find((entry) => !hostPattern.test(entry) && !isOrigin(entry));
  return wrong === undefined ? entries : `is not a list of hosts such as fcm.googleapis.com,*.push.apple.com: ${wrong}`;
}

const hostPattern = /^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/;
const isOrigin = (entry: string): boolean => URL.canParse(entry) && new URL(entry).origin === entry;

/**
 * Returns whether messages may be sent to an endpoint that a browser named: only to a listed push service. Otherwise a bettor could have
 * us send requests to any address that our servers reach.
 */
export function isPushEndpoint(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, host, origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (services.includes(origin)) return true;
  if (protocol !== 'https:' || host !== hostname) return false;
  return services.some((service) =>
    service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service,
  );
}
