// @vitest-environment node
import { expect, test } from 'vitest';
import { findTexts } from '../../build/texts/find-texts.ts';

const textsOf = (code: string) => findTexts(code, 'screen.tsx').untranslated.map(({ text }) => text);
const messagesOf = (code: string) =>
  findTexts(code, 'screen.tsx').messages.map(({ text, values }) => [text, values?.join()]);

test.each([
  ['<p>Hello</p>', 'Hello'],
  ['<p>won</p>', 'won'],
  ['<img alt="A crest" />', 'A crest'],
  ['<Field label="Stake" />', 'Stake'],
  ['<p>{isOpen ? "Open now" : x}</p>', 'Open now'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
  ['<p>{`${count} bets`}</p>', '… bets'],
  ['toastError("It failed.")', 'It failed.'],
  ['const on = { done: { actions: assign({ message: "It failed." }) } }', 'It failed.'],
  ['provide({ actions: { welcome: () => toastSuccess("Welcome back") } })', 'Welcome back'],
  ['t(known ?? "Not known")', 'Not known'],
  ['const texts = { title: "My wallet" }', 'My wallet'],
])('%s shows a text that is not translated', (code, text) => expect(textsOf(code)).toEqual([text]));

test.each([
  '<p>{t("Hello")}</p>',
  '<p className="Flex gap-2">·</p>',
  '<Button look="quiet" href="/games" />',
  'event.key === "Escape"',
  'throw new Error("Not possible.")',
  'send({ type: "log in" })',
  'const on = { done: { target: isNew ? "First shown" : "Shown", actions: ["Show page", "Forget draft"] } }',
  'import { a } from "A module.ts"',
  'const header = "Idempotency-Key";',
  'const word = "Monsieur"; // Not translated: a name.',
])('%s shows none', (code) => expect(textsOf(code)).toEqual([]));

test('finds the messages with the values that their calls give', () =>
  expect(
    messagesOf('t(isNew ? "New {name}" : "Old {name}", { name }); msg("Bet"); rich("<b>x</b>", { b: bold }); t(known)'),
  ).toEqual([
    ['New {name}', 'name'],
    ['Old {name}', 'name'],
    ['Bet', undefined],
    ['<b>x</b>', 'b'],
  ]));

test('finds a message inside the argument of `t`', () =>
  expect(messagesOf('t(known ?? msg("Unknown"))')).toEqual([['Unknown', undefined]]));
