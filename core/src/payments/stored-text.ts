import { currentLanguage, formatNumber, inEnglish, type Message, msg, t, textIn } from '../language/index.ts';

/** A reason, fact or amount that is stored in English: ours in the current language, an admin's as written. */
export function storedText(text: string): string {
  const known = textIn(storedTexts, text);
  if (known !== undefined || currentLanguage() === 'en') return known ?? text;
  return fromTemplate(text, storedTemplates) ?? storedAmount(text);
}

/** How the returns of a withdrawal were paid instead: one stored text, also if they are several. */
export const paidInsteadText = (text: string): string =>
  text
    .split('; ')
    .map((paid) => fromTemplate(paid, paidInstead) ?? paid)
    .join('; ');

const paidInstead: readonly Message[] = [
  msg('{amount} to you in another way ({reference})'),
  msg('{amount} to you in another way'),
  msg('{amount} to {account} ({reference})'),
  msg('{amount} to {account}'),
];

/** Returns a text in the current language if it reads like one of these in English. */
function fromTemplate(text: string, templates: readonly Message[]): string | undefined {
  for (const message of currentLanguage() === 'en' ? [] : templates) {
    const values = valuesIn(text, message);
    if (!values) continue;
    const { amount, detail, account } = values;
    return t(message, {
      ...values,
      ...(amount !== undefined && { amount: storedAmount(amount) }),
      ...(detail !== undefined && { detail: storedText(detail) }),
      ...(account !== undefined && { account: storedText(account) }),
    });
  }
  return undefined;
}

/** Formats how many euros a dollar costs: `0.915` → "$1 = €0.915". */
export const rateText = (rate: `${number}`): string =>
  t('$1 = €{rate}', { rate: formatNumber(rate, { maximumFractionDigits: 6 }) });

/** `€1,250.00` or `1 USD = 0.915 EUR` as the current language writes it. Other texts, such as `GBP 9.20`, stay. */
function storedAmount(text: string): string {
  const [, rate] = /^1 USD = (\d+(?:\.\d+)?) EUR$/.exec(text) ?? [];
  if (rate !== undefined) return rateText(rate as `${number}`);
  const [, sign, amount] = /^([$€])([\d,]+\.\d\d)$/.exec(text) ?? [];
  if (amount === undefined) return text;
  const currency = sign === '€' ? 'EUR' : 'USD';
  const exact = amount.replaceAll(',', '') as `${number}`;
  return formatNumber(exact, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
}

const storedTemplates: readonly Message[] = [
  msg('{amount} is being refunded ({refund}).'),
  msg('{amount} is on its way ({refund}).'),
  msg('{amount} was refunded ({refund}).'),
  msg('{amount} was paid back in another way ({refund}).'),
  msg('{amount} could not be refunded: the refund {refund} failed.'),
  msg('{amount} could not be refunded: the refund {refund} was canceled.'),
  msg('{amount} could not go back and is still to be paid.'),
  msg('The provider does not know the refund {refund}.'),
  msg('The refund {refund} failed at the bank.'),
  msg('The refund {refund} was canceled at the provider.'),
  msg('The provider refused the refund: {detail}'),
  msg('{detail} Requested {count} times within a day.'),
];
const placeholders = {
  amount: '\u0001',
  refund: '\u0002',
  detail: '\u0003',
  count: '\u0004',
  account: '\u0005',
  reference: '\u0006',
} as const;
/** What an admin writes rarely begins with an amount as we write it. */
const patternOf = (placeholder: string): string =>
  placeholder === 'amount' ? '[$€][\\d,]+\\.\\d\\d|[A-Z]{3} [\\d.]+' : '.+';
type Values = Readonly<Partial<Record<keyof typeof placeholders, string>>>;

/** Returns the values with which an English message reads like `text`. */
function valuesIn(text: string, message: Message): Values | undefined {
  const english = inEnglish(() => t(message, placeholders)).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = Object.entries(placeholders).reduce(
    (all, [name, mark]) => all.replace(mark, () => `(?<${name}>${patternOf(name)})`),
    english,
  );
  return new RegExp(`^${pattern}$`).exec(text)?.groups as Values | undefined;
}

const storedTexts: Readonly<Record<string, Message>> = Object.fromEntries(
  [
    msg('The payment was canceled.'),
    msg('The payment expired before it was paid.'),
    msg('The payment failed.'),
    msg('The payment was never begun.'),
    msg('The payment was not confirmed with the bank.'),
    msg('The bank could not confirm that it was you.'),
    msg('The bank requires you to confirm the payment.'),
    msg('The card was declined.'),
    msg('The card has expired.'),
    msg('The card is not active.'),
    msg('The card has insufficient funds.'),
    msg("The card holder's name is incorrect."),
    msg('The card number is incorrect.'),
    msg('This type of card is not accepted.'),
    msg('The security code of the card is incorrect.'),
    msg('The payment was stopped on suspicion of fraud.'),
    msg('The bank refused the payment.'),
    msg(
      'It was paid while you were excluded, so we did not add it to your balance. The money goes back to where it came from.',
    ),
    msg('The refund is being requested.'),
    msg('The provider had refunded all of it already.'),
    msg('Another refund of the payment is under way.'),
    msg('The provider could not be reached.'),
    msg('The provider could not be reached for a day.'),
    msg('The provider returned this money.'),
    msg('Nothing is left of the payment to refund.'),
    msg('The payment provider could not be reached.'),
    msg('The payment provider does not take this amount by this method.'),
    msg('the account given'),
    msg('Rejected by the operator'),
    msg('Canceled by the bettor in the wallet'),
    msg('Canceled with the link in the email'),
    // Why the worker recorded a result.
    msg('the final score of the provider'),
    msg('the final score of both results providers'),
    msg('the final score of the second results provider'),
    msg('the half-time score of both results providers'),
    msg('the half-time score of football-data.org'),
    msg('the match was not played'),
    msg('the kick-off was moved by more than 48 hours'),
  ].map((message) => [String(message), message]),
);
