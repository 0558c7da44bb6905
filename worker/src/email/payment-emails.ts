import { type Message, msg, t } from '@touchline/core/language';
import { cents, formatDollars } from '@touchline/core/money';
import {
  type DepositMethod,
  paidInsteadText,
  paidOutOf,
  returnsByMethod,
  storedText,
  type Transaction,
} from '@touchline/core/payments';
import { composeEmail, type EmailMessage, type Fact, type Recipient } from './compose-email.ts';

/** `endedBonus`: whether its request ended a bonus. */
export type WithdrawalAndBonus = Transaction & { readonly endedBonus: boolean };

/** Notifies a bettor how their withdrawal was decided. Returns `undefined` while it is pending. */
export function writeDecisionEmail(
  withdrawal: WithdrawalAndBonus,
  to: Recipient & { readonly id: string },
  publicUrl: string,
): EmailMessage | undefined {
  const decided = decisionText(withdrawal, to.id);
  if (!decided) return undefined;
  const facts = [
    [t('Amount'), formatDollars(withdrawal.amount)],
    ...decided.facts,
    [t('Transaction'), withdrawal.id],
  ] as const;
  const bonus =
    withdrawal.status === 'canceled' && withdrawal.endedBonus
      ? [t('Your bonus ended when the withdrawal was requested. It does not come back.')]
      : [];
  return composeEmail(decided.subject, [decided.what, ...bonus, { facts }, walletLink(publicUrl)], to);
}

/** Notifies a bettor of what an admin decided about a part of a withdrawal that could not be refunded to its deposit. */
export function writeReturnEmail(
  kind: 'withdrawal-return-retried' | 'withdrawal-return-paid',
  withdrawal: Transaction,
  to: Recipient,
  publicUrl: string,
): EmailMessage {
  const amount = formatDollars(withdrawal.amount);
  const isRetried = kind === 'withdrawal-return-retried';
  const paidInstead = withdrawal.metadata['Paid instead'];
  const facts = [
    [t('Withdrawal'), amount],
    ...(!isRetried && paidInstead !== undefined ? [[t('Paid instead'), paidInsteadText(paidInstead)] as const] : []),
    [t('Transaction'), withdrawal.id],
  ] as const;
  return composeEmail(
    isRetried
      ? t('We are returning your withdrawal of {amount} again', { amount })
      : t('Your withdrawal of {amount} was paid in another way', { amount }),
    [
      t(
        isRetried
          ? 'Part of your withdrawal could not be returned to the payment method you deposited with. We are sending it there again.'
          : 'Part of your withdrawal could not be returned to the payment method you deposited with. We paid it in another way.',
      ),
      { facts },
      walletLink(publicUrl),
    ],
    to,
  );
}

/** Confirms that a withdrawal was requested, with a link that cancels it while it is pending. */
export function writeRequestedEmail(
  withdrawal: WithdrawalAndBonus,
  to: Recipient,
  publicUrl: string,
  secret: string,
): EmailMessage {
  const amount = formatDollars(withdrawal.amount);
  const facts = [[t('Amount'), amount], ...destinationFacts(withdrawal), [t('Transaction'), withdrawal.id]] as const;
  return composeEmail(
    t('You requested a withdrawal of {amount}', { amount }),
    [
      t("We received your request to withdraw {amount}. You don't need to do anything.", { amount }),
      { facts },
      t('If this was not you, cancel it now. You can sign out all devices in the same step.'),
      ...(withdrawal.endedBonus
        ? [t('This withdrawal ended your bonus. Canceling it does not bring the bonus back.')]
        : []),
      {
        link: `${publicUrl}/cancel-withdrawal?token=${encodeURIComponent(secret)}`,
        button: t('Cancel this withdrawal'),
      },
      { note: t('The link works until the withdrawal is approved or rejected.') },
    ],
    to,
  );
}

/** Where the money goes: back to deposits, and the rest to the bettor's destination, with its reference once it is paid. */
function destinationFacts({ amount, payout, payoutPlan, reference }: Transaction): readonly Fact[] {
  const { route = [] } = payoutPlan ?? {};
  return [
    ...returnsByMethod(route).map((part) => [t(backTo[part.method]), formatDollars(cents(part.amount))] as const),
    ...(paidOutOf(amount, route) > 0
      ? [
          ...(payout ? [[t('Paid to'), payout.mask] as const] : []),
          ...(reference === null ? [] : [[t('Reference'), reference] as const]),
        ]
      : []),
  ];
}

const backTo: Record<DepositMethod, Message> = {
  creditcard: msg('Back to your card'),
  paypal: msg('Back to your PayPal account'),
  ideal: msg('Back to the bank account you paid from with iDEAL'),
  bancontact: msg('Back to the bank account you paid from with Bancontact'),
};

/** Notifies a bettor that a deposit is refunded because it was paid during an exclusion. */
export function writeReturnedDepositEmail(deposit: Transaction, to: Recipient, publicUrl: string): EmailMessage {
  const amount = formatDollars(deposit.amount);
  return composeEmail(
    t('Your deposit of {amount} is being refunded', { amount }),
    [
      t(
        'You paid a deposit of {amount} while your account was excluded. We did not add it to your balance. We asked our payment provider to refund it. This can take a few working days.',
        { amount },
      ),
      { facts: [[t('Transaction'), deposit.id]] },
      walletLink(publicUrl),
    ],
    to,
  );
}

const walletLink = (publicUrl: string) => ({ label: t('Your wallet'), link: `${publicUrl}/my-wallet` });

type DecisionText = { readonly subject: string; readonly what: string; readonly facts: readonly Fact[] };

function decisionText(withdrawal: Transaction, owner: string): DecisionText | undefined {
  const { status, reason, payout, decision } = withdrawal;
  const amount = formatDollars(withdrawal.amount);
  if (status === 'completed') {
    return {
      subject: t('Your withdrawal of {amount} was paid', { amount }),
      what: t(payout ? 'Your withdrawal was approved, and the money is on its way.' : 'Your withdrawal was approved.'),
      facts: destinationFacts(withdrawal),
    };
  }
  if (status !== 'canceled') return undefined;
  if (decision !== null && decision.by === owner) {
    return {
      subject: t('Your withdrawal of {amount} was canceled', { amount }),
      what: t('You canceled your withdrawal. The money is back in your balance.'),
      facts: [],
    };
  }
  return {
    subject: t('Your withdrawal of {amount} was rejected', { amount }),
    what: t('Your withdrawal was rejected. The money is back in your balance.'),
    facts: reason === null ? [] : [[t('Reason'), storedText(reason)]],
  };
}
