import type { TransactionView } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { storedText } from '@touchline/core/payments';
import { dollarsText } from '../ui/money.tsx';
import { Fact } from './facts-list.tsx';
import { methodTitle } from './transaction-texts.ts';

type Part = NonNullable<TransactionView['returns']>[number] & {
  /** Of admins only. */
  readonly reason?: string | undefined;
};

/** What of a withdrawal goes back to the deposits it came from, and how far that has come. */
export const Returns = ({ returns }: { readonly returns: readonly Part[] }) =>
  returns.length === 0 ? null : (
    <Fact name={t('Goes back to')}>
      <ul>
        {returns.map(({ method, amount, state, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts never change their places.
          <li key={at} className="figures">
            {dollarsText(amount)} {methodTitle(method)} <span className="text-muted">({t(stateText[state])})</span>
            {reason !== undefined && <span className="block text-muted">{storedText(reason)}</span>}
          </li>
        ))}
      </ul>
    </Fact>
  );

const stateText: Record<Part['state'], Message> = {
  planned: msg('after approval'),
  waiting: msg('being sent'),
  asked: msg('on its way'),
  returned: msg('done'),
  failed: msg('failed, still to be paid'),
  paid: msg('failed, paid in another way'),
};
