import { cents, formatDollars } from '@touchline/core/money';
import { type DepositMethod, paidOutOf, returnsByMethod, type Transaction } from '@touchline/core/payments';
import { buttonStyle, escaped, type Letter, page } from './letter.ts';

/** How a withdrawal was decided, with no more of the account it goes to than its mask. `undefined` while it waits. */
export function writeWithdrawalLetter(
  withdrawal: Transaction,
  to: { readonly id: string; readonly name: string },
  publicUrl: string,
): Letter | undefined {
  const amount = formatDollars(withdrawal.amount);
  const said = sayingOf(withdrawal, amount, to.id);
  if (!said) return undefined;
  const facts = [
    ['Amount', amount],
    ...(withdrawal.payout ? [['Paid to', withdrawal.payout.mask] as const] : []),
    ...said.facts,
    ['Transaction', withdrawal.id],
  ] as const;
  return written({ ...said, facts }, to, publicUrl);
}

/** What an admin decided about money that could not go back to its deposits. */
export function writeReturnEmail(
  kind: 'withdrawal-return-retried' | 'withdrawal-return-paid',
  withdrawal: Transaction,
  to: { readonly name: string },
  publicUrl: string,
): Letter {
  const amount = formatDollars(withdrawal.amount);
  const paid = withdrawal.metadata['Paid instead'];
  const said =
    kind === 'withdrawal-return-retried'
      ? {
          subject: `We are returning your withdrawal of ${amount} again`,
          what: 'Part of your withdrawal could not go back to where you paid from. We are sending it there again.',
        }
      : {
          subject: `Your withdrawal of ${amount} was paid in another way`,
          what: 'Part of your withdrawal could not go back to where you paid from. We paid it in another way.',
        };
  const facts = [
    ['Withdrawal', amount],
    ...(kind === 'withdrawal-return-paid' && paid !== undefined ? [['Paid instead', paid] as const] : []),
    ['Transaction', withdrawal.id],
  ] as const;
  return written({ ...said, facts }, to, publicUrl);
}

function written({ subject, what, facts }: Saying, to: { readonly name: string }, publicUrl: string): Letter {
  const link = `${publicUrl}/my-wallet`;
  return {
    subject,
    text: [
      `Hello ${to.name},`,
      what,
      facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
      `Your wallet: ${link}`,
      'Touchline',
    ].join('\n\n'),
    html: page(escaped(subject), [
      `<p>Hello ${escaped(to.name)},</p>`,
      `<p>${escaped(what)}</p>`,
      `<p style="color:#5b6472">${facts.map(([name, value]) => `${name}: ${escaped(value)}`).join('<br>')}</p>`,
      `<p>Your wallet: <a href="${escaped(link)}">${escaped(link)}</a></p>`,
    ]),
  };
}

/** That a withdrawal was requested, and a link that cancels it for as long as it waits. */
export function writeRequestedEmail(
  withdrawal: Transaction,
  to: { readonly name: string },
  publicUrl: string,
  secret: string,
): Letter {
  const amount = formatDollars(withdrawal.amount);
  const link = `${publicUrl}/cancel-withdrawal?token=${encodeURIComponent(secret)}`;
  const subject = `You requested a withdrawal of ${amount}`;
  const otherwise = 'If this was not you, cancel it now. You can sign out all devices in the same step.';
  const until = 'The link works until the withdrawal is approved or rejected.';
  const { route = [] } = withdrawal.payoutPlan ?? {};
  const facts = [
    ['Amount', amount],
    ...returnsByMethod(route).map((part) => [backTo[part.method], formatDollars(cents(part.amount))] as const),
    ...(withdrawal.payout && paidOutOf(withdrawal.amount, route) > 0
      ? [['Paid to', withdrawal.payout.mask] as const]
      : []),
    ['Transaction', withdrawal.id],
  ] as const;
  return {
    subject,
    text: [
      `Hello ${to.name},`,
      `We received your request to withdraw ${amount}. You don't need to do anything.`,
      facts.map(([what, is]) => `${what}: ${is}`).join('\n'),
      otherwise,
      link,
      until,
      'Touchline',
    ].join('\n\n'),
    html: page(escaped(subject), [
      `<p>Hello ${escaped(to.name)},</p>`,
      `<p>We received your request to withdraw ${escaped(amount)}. You don't need to do anything.</p>`,
      `<p style="color:#5b6472">${facts.map(([what, is]) => `${what}: ${escaped(is)}`).join('<br>')}</p>`,
      `<p>${otherwise}</p>`,
      `<p><a href="${escaped(link)}" style="${buttonStyle}">Cancel this withdrawal</a></p>`,
      `<p style="color:#5b6472">Or open this address: <br>${escaped(link)}</p>`,
      `<p style="color:#5b6472">${until}</p>`,
    ]),
  };
}

const backTo: Record<DepositMethod, string> = {
  creditcard: 'Back to your card',
  paypal: 'Back to your PayPal account',
  ideal: 'Back to the bank account you paid from with iDEAL',
  bancontact: 'Back to the bank account you paid from with Bancontact',
};

type Saying = {
  readonly subject: string;
  readonly what: string;
  readonly facts: readonly (readonly [string, string])[];
};

function sayingOf(
  { status, reference, reason, payout, decision }: Transaction,
  amount: string,
  owner: string,
): Saying | undefined {
  if (status === 'completed') {
    return {
      subject: `Your withdrawal of ${amount} was paid`,
      what: payout ? 'Your withdrawal was approved, and the money is on its way.' : 'Your withdrawal was approved.',
      facts: reference === null ? [] : [['Reference', reference]],
    };
  }
  if (status !== 'canceled') return undefined;
  if (decision !== null && decision.by === owner) {
    return {
      subject: `Your withdrawal of ${amount} was canceled`,
      what: 'You canceled your withdrawal. The money is back in your balance.',
      facts: [],
    };
  }
  return {
    subject: `Your withdrawal of ${amount} was rejected`,
    what: 'Your withdrawal was rejected. The money is back in your wallet.',
    facts: reason === null ? [] : [['Reason', reason]],
  };
}
