import { formatDollars } from '@touchline/core/money';
import type { Transaction } from '@touchline/core/payments';
import { escaped, type Letter, page } from './letter.ts';

/** How a withdrawal was decided, with no more of the account it goes to than its mask. `undefined` while it waits. */
export function writeWithdrawalLetter(
  withdrawal: Transaction,
  to: { readonly name: string },
  publicUrl: string,
): Letter | undefined {
  const amount = formatDollars(withdrawal.amount);
  const said = sayingOf(withdrawal, amount);
  if (!said) return undefined;
  const facts = [
    ['Amount', amount],
    ...(withdrawal.payout ? [['Paid to', withdrawal.payout.mask] as const] : []),
    ...said.facts,
    ['Transaction', withdrawal.id],
  ] as const;
  const link = `${publicUrl}/my-wallet`;
  return {
    subject: said.subject,
    text: [
      `Hello ${to.name},`,
      said.what,
      facts.map(([what, is]) => `${what}: ${is}`).join('\n'),
      `Your wallet: ${link}`,
      'Touchline',
    ].join('\n\n'),
    html: page(escaped(said.subject), [
      `<p>Hello ${escaped(to.name)},</p>`,
      `<p>${escaped(said.what)}</p>`,
      `<p style="color:#5b6472">${facts.map(([what, is]) => `${what}: ${escaped(is)}`).join('<br>')}</p>`,
      `<p>Your wallet: <a href="${escaped(link)}">${escaped(link)}</a></p>`,
    ]),
  };
}

type Saying = {
  readonly subject: string;
  readonly what: string;
  readonly facts: readonly (readonly [string, string])[];
};

function sayingOf({ status, reference, reason, payout }: Transaction, amount: string): Saying | undefined {
  if (status === 'completed') {
    return {
      subject: `Your withdrawal of ${amount} was paid`,
      what: payout ? 'Your withdrawal was approved, and the money is on its way.' : 'Your withdrawal was approved.',
      facts: reference === null ? [] : [['Reference', reference]],
    };
  }
  if (status !== 'canceled') return undefined;
  return {
    subject: `Your withdrawal of ${amount} was rejected`,
    what: 'Your withdrawal was rejected. The money is back in your wallet.',
    facts: reason === null ? [] : [['Reason', reason]],
  };
}
