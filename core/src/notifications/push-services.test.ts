import { describe, expect, test } from 'vitest';
import { isPushEndpoint, knownPushServices, readPushServices } from './push-services.ts';

describe('attack: a subscription names an address inside our network', () => {
  test.each([
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/fcm/send/x',
    'https://fcm.googleapis.com.attacker.example/x',
    'https://attacker.example/fcm.googleapis.com',
    'https://fcm.googleapis.com@127.0.0.1/x',
    'https://name:secret@fcm.googleapis.com/x',
    'https://notpush.apple.com/x',
    'https://push.apple.com.evil/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'http://localhost:4010/push/x',
    'file:///etc/passwd',
    '//fcm.googleapis.com/x',
    'nonsense',
    '',
  ])('refuses %s', (endpoint) => expect(isPushEndpoint(endpoint, knownPushServices)).toBe(false));

  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('accepts %s', (endpoint) => expect(isPushEndpoint(endpoint, knownPushServices)).toBe(true));
});

test('accepts another origin only if it is listed exactly', () => {
  const services = readPushServices('http://localhost:4010, fcm.googleapis.com');
  expect(services).toEqual(['http://localhost:4010', 'fcm.googleapis.com']);
  const accepts = (endpoint: string) => isPushEndpoint(endpoint, services as readonly string[]);
  expect(accepts('http://localhost:4010/push/x')).toBe(true);
  expect(accepts('http://localhost:4011/push/x')).toBe(false);
  expect(accepts('https://web.push.apple.com/x')).toBe(false);
});

test.each(['*', '*.com', 'localhost', 'http://localhost:4010/push', 'FCM.googleapis.com', 'a.example,', '10.0.0.1'])(
  'refuses the list %s',
  (text) => expect(readPushServices(text)).toMatch(/^is not a list of hosts/),
);
