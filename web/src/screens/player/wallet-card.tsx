import type { PlayerSheet } from '@touchline/core/contract';
import { localText } from '../../ledger/moments.ts';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { dollarsText, Money } from '../../ui/money.tsx';
import { PartCard } from './part-card.tsx';

type Props = { readonly sheet: PlayerSheet; readonly role: 'admin' | 'auditor' };

/** The player's wallet. */
export const WalletCard = ({ sheet: { wallet, bonus, lifetime, user }, role }: Props) => (
  <PartCard
    title="Balance"
    more={role === 'auditor' ? { href: `/ledger/wallets/${user.walletId}`, text: 'Open wallet' } : undefined}
  >
    <Money amount={wallet.balance} className="text-title font-strong" />
    <FactsList>
      <Fact name="Bonus">
        <span className="text-gold">{dollarsText(wallet.bonus)}</span>
      </Fact>
      <Fact name="Held">{dollarsText(wallet.held)} for withdrawals</Fact>
      <Fact name="Staked">{dollarsText(wallet.staked)} on open bets</Fact>
      <Fact name="Deposited">{dollarsText(lifetime.deposited)} in all</Fact>
      {lifetime.refunded !== 0 && <Fact name="Refunded">{dollarsText(lifetime.refunded)}</Fact>}
      <Fact name="Withdrawn">{dollarsText(lifetime.withdrawn)} in all</Fact>
      <Fact name="Net deposits">{dollarsText(lifetime.net)}</Fact>
      <Fact name="Version">{wallet.version}</Fact>
      {bonus && (
        <>
          <Fact name="Welcome bonus">
            {dollarsText(bonus.granted)}, {bonusWords[bonus.status]}
          </Fact>
          {bonus.status === 'active' && (
            <Fact name="Wagered">
              {dollarsText(bonus.wagered)} of {dollarsText(bonus.toWager)}, until {localText(bonus.expiresAt)}
            </Fact>
          )}
        </>
      )}
    </FactsList>
  </PartCard>
);

const bonusWords: Record<NonNullable<PlayerSheet['bonus']>['status'], string> = {
  active: 'active',
  converted: 'became cash',
  forfeited: 'lost',
  expired: 'ran out',
};
