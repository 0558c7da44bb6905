import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { START, startSandbox } from '../testing/start.ts';
import { openMailbox } from './mailbox.ts';

let world: Awaited<ReturnType<typeof startSandbox>>;
beforeEach(async () => {
  world = await startSandbox();
});
afterEach(() => world.sandbox.close());

const MAIL = [
  'From: Touchline <hello@touchline.test>',
  'To: bettor@touchline.test',
  'Subject: =?utf-8?Q?Best=C3=A4tigen_=3Cbitte=3E?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary="b"',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Confirm at http://localhost:4000/verify?token=abc please.',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Confirm <a href="http://localhost:4000/verify?token=abc">here</a><script>alert(1)</script></p>',
  '--b--',
];

/** Speaks SMTP by hand, one command after the other. */
async function send(lines: readonly string[], login: readonly string[] = [], to = 'bettor@touchline.test') {
  const socket = connect(Number(new URL(world.sandbox.smtpUrl).port), 'localhost');
  const replies: string[] = [];
  const reply = async () => {
    let text = '';
    while (!/^\d{3} .*\r\n$/m.test(text)) text += String((await once(socket, 'data'))[0]);
    replies.push(text.trim().split('\r\n').at(-1)?.slice(0, 3) ?? '');
  };
  await reply();
  const commands = [
    'EHLO test',
    ...login,
    'MAIL FROM:<hello@touchline.test>',
    `RCPT TO:<${to}>`,
    'DATA',
    `${lines.join('\r\n')}\r\n.`,
    'QUIT',
  ];
  for (const command of commands) {
    socket.write(`${command}\r\n`);
    await reply();
  }
  socket.destroy();
  return replies;
}

const inbox = async (query = '') => (await world.call('GET', `/inbox/api/messages${query}`)).value.messages;

test('parses an email sent over SMTP: sender, envelope recipient, subject, text, HTML and links', async () => {
  expect(await send(MAIL)).toEqual(['220', '250', '250', '250', '354', '250', '221']);
  const [mail] = await inbox();
  expect(mail).toEqual({
    id: expect.any(String),
    receivedAt: '2026-11-20T14:00:00.000Z',
    from: 'Touchline <hello@touchline.test>',
    to: ['bettor@touchline.test'],
    subject: 'Bestätigen <bitte>',
    text: 'Confirm at http://localhost:4000/verify?token=abc please.\n',
    html: expect.stringContaining('<p>Confirm'),
    attachments: [],
    links: ['http://localhost:4000/verify?token=abc'],
  });
});

test('accepts but does not require a login', async () => {
  const plain = Buffer.from('\0anybody\0anything').toString('base64');
  expect(await send(MAIL, [`AUTH PLAIN ${plain}`])).toContain('235');
  expect(await inbox()).toHaveLength(1);
});

test('filters the inbox by recipient, newest first', async () => {
  await send(MAIL);
  await send(['Subject: second', '', 'hello'], [], 'other@touchline.test');
  await send(['Subject: third', '', 'hello']);
  expect((await inbox('?to=Bettor@touchline.test')).map((mail: { subject: string }) => mail.subject)).toEqual([
    'third',
    'Bestätigen <bitte>',
  ]);
});

test('shows an email in a frame without scripts, with clickable links', async () => {
  await send(MAIL);
  const [{ id }] = await inbox();
  const { value: page, headers } = await world.call('GET', `/inbox/${id}`);
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).not.toContain('<script>alert');
  expect(page).toContain('<a href="http://localhost:4000/verify?token=abc"');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('keeps the last 200 emails', async () => {
  const mailbox = openMailbox(null);
  const envelope = { from: 'hello@touchline.test', to: ['bettor@touchline.test'] };
  for (let number = 0; number < 203; number += 1)
    await mailbox.receive(Buffer.from(`Subject: ${number}\r\n\r\nx`), envelope, START);
  const subjects = mailbox.all().map((mail) => mail.subject);
  expect([subjects.length, subjects.at(0), subjects.at(-1)]).toEqual([200, '202', '3']);
});
