import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadTranslations } from '@touchline/core/catalogues';
import { setLanguage, t } from '@touchline/core/language';
import { houseRules, houseRulesVersion } from '@touchline/core/rules';
import { expect, onTestFinished, test } from 'vitest';
import { answering, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SupportScreen } from './support-screen.tsx';

const ada = { accessToken: 't', user: { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } } as const;
const write = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function send() {
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Topic' }), 'A deposit');
  await write('Message', 'Where is my deposit?');
  await press('Send message');
}

test('each answer links to the right screen', () => {
  renderScreen(<SupportScreen />);
  expect(screen.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'))).toEqual([
    '#write-to-us',
    '/resend-verification',
    '/forgot-password',
    '/deposit',
    '/my-wallet',
    '/statement',
    '/my-wallet',
    '/history',
    '/profile',
    '/rules',
    '/rules',
    '/rules',
    '/profile',
    '/profile',
  ]);
});
test.each([
  ['en', 'Take a break', /It starts at once/],
  ['de', 'Pause machen', /beginnt sofort/],
  ['es', 'Hacer una pausa', /Empieza de inmediato/],
] as const)('in "%s" who wants to stop reads that a break starts at once, and where', (language, link, text) => {
  loadTranslations(language);
  setLanguage(language);
  onTestFinished(() => setLanguage('en'));
  renderScreen(<SupportScreen />);
  const way = screen.getByText(link, { selector: 'a' });
  expect([way.getAttribute('href'), way.parentElement?.textContent]).toEqual(['/profile', expect.stringMatching(text)]);
});
test.each(['en', 'de', 'es'] as const)(
  'in "%s" abandoned matches and changed bets are answered by the house rules',
  (language) => {
    loadTranslations(language);
    setLanguage(language);
    onTestFinished(() => setLanguage('en'));
    renderScreen(<SupportScreen />);
    const ruleOf = (title: string) =>
      houseRules(houseRulesVersion)?.general.find((rule) => rule.title === title)?.text ?? 'no such rule';
    const answerTo = (question: string) => screen.getByText(question).closest('details')?.textContent ?? '';
    const postponed = answerTo(t('What happens when a match is postponed or abandoned?'));
    expect(postponed).toContain(ruleOf(t('Postponed and void matches')));
    expect(postponed).toContain(ruleOf(t('Abandoned matches')));
    expect(answerTo(t('Can a settled bet change?'))).toContain(ruleOf(t('Selections decided during a match')));
  },
);
test('writing: shows the problems at the fields and sends nothing', async () => {
  const asked = answering({});
  renderScreen(<SupportScreen />);
  await press('Send message');
  expect(screen.getByText('Please enter your name')).toBeTruthy();
  expect(screen.getByText('Invalid email address')).toBeTruthy();
  expect(screen.getByText('Please write at least 10 characters')).toBeTruthy();
  expect(asked).toEqual([]);
});
test('sending: a guest enters name and email, and the button is busy', async () => {
  const asked = answering({});
  renderScreen(<SupportScreen />);
  await write('Name', 'Bea');
  await write('Email', 'bea@fans.test');
  await send();
  expect(screen.getByRole('button', { name: 'Sending...' }).getAttribute('aria-busy')).toBe('true');
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    ['/support', { name: 'Bea', email: 'bea@fans.test', topic: 'deposit', message: 'Where is my deposit?' }],
  ]);
});
test('sent: a logged-in user needs no name or email, and can write again', async () => {
  answering({ '/support': { status: 202, body: { message: 'Your message is on its way.' } } });
  renderScreen(<SupportScreen />, { session: ada });
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@touchline.test');
  await send();
  expect(await screen.findByText('Your message is on its way.')).toBeTruthy();
  await press('Write another message');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('');
});
test('refused: shows the reason and keeps the message', async () => {
  answering({ '/support': refuses(429, 'Rate limit exceeded, retry in 1 hour') });
  renderScreen(<SupportScreen />, { session: ada });
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('Rate limit exceeded, retry in 1 hour');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Where is my deposit?');
});
