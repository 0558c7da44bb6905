import type { PlayerSheet } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { Link } from 'wouter';
import { localText } from '../../ledger/moments.ts';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { dollarsText, Money } from '../../ui/money.tsx';
import { PartCard } from './part-card.tsx';

type Props = { readonly sheet: PlayerSheet; readonly role: 'admin' | 'auditor' };

/** The player's wallet. */
export const WalletCard = ({ sheet: { wallet, bonus, lifetime, user }, role }: Props) => (
  <PartCard
    title={t('Balance')}
    more={role === 'auditor' ? { href: `/ledger/wallets/${user.walletId}`, text: t('Open wallet') } : undefined}
  >
    <Money amount={wallet.balance} className="text-title font-strong" />
    <FactsList>
      <Fact name={t('Bonus')}>
        <span className="text-gold">{dollarsText(wallet.bonus)}</span>
      </Fact>
      <Fact name={t('Held')}>{t('{amount} for withdrawals', { amount: dollarsText(wallet.held) })}</Fact>
      <Fact name={t('Staked')}>{t('{amount} on open bets', { amount: dollarsText(wallet.staked) })}</Fact>
      <Fact name={t('Deposited')}>{t('{amount} in all', { amount: dollarsText(lifetime.deposited) })}</Fact>
      {lifetime.refunded !== 0 && <Fact name={t('Refunded')}>{dollarsText(lifetime.refunded)}</Fact>}
      <Fact name={t('Withdrawn')}>{t('{amount} in all', { amount: dollarsText(lifetime.withdrawn) })}</Fact>
      <Fact name={t('Net deposits')}>{dollarsText(lifetime.net)}</Fact>
      <Fact name={t('Version')}>{wallet.version}</Fact>
      {bonus && (
        <>
          <Fact name={t('Welcome bonus')}>{t(bonusTexts[bonus.status], { amount: dollarsText(bonus.granted) })}</Fact>
          {bonus.status === 'active' && (
            <Fact name={t('Wagered')}>
              {t('{amount} of {total}, until {time}', {
                amount: dollarsText(bonus.wagered),
                total: dollarsText(bonus.toWager),
                time: localText(bonus.expiresAt),
              })}
            </Fact>
          )}
        </>
      )}
    </FactsList>
    <Link
      href={`/adjustments?user=${user.id}`}
      className="inline-flex min-h-11 items-center font-strong text-pitch hover:underline"
    >
      {t('Adjustments')}
    </Link>
  </PartCard>
);

const bonusTexts: Record<NonNullable<PlayerSheet['bonus']>['status'], Message> = {
  active: msg('{amount}, active'),
  converted: msg('{amount}, became cash'),
  forfeited: msg('{amount}, lost'),
  expired: msg('{amount}, ran out'),
};
