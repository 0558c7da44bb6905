import type { WalletPush } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { Gift, Hourglass, ReceiptText } from 'lucide-react';
import type { ComponentType, CSSProperties } from 'react';
import { useExclusion } from '../../limits/use-exclusion.ts';
import { reasonText } from '../../shell/balance.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { dollarsText, Money } from '../../ui/money.tsx';

/** The available balance, and separately staked, held and bonus money. */
export const Holdings = ({ wallet }: { readonly wallet: WalletPush }) => (
  <div className="grid gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
    <Card aria-label={t('Available balance')} className="grid content-center gap-1 p-5!">
      <h2 className="text-muted">{t('Available balance')}</h2>
      <div className="@container">
        <p role="status" className="leading-tight font-strong tracking-tight" style={asLargeAsFits(wallet.balance)}>
          <Money amount={wallet.balance} />
        </p>
      </div>
      <div className="min-h-5 text-small text-muted figures">
        {wallet.balance < 0 && (
          <p className="text-live">
            {t('A result was corrected or a payment came back. You can bet and withdraw again once this is repaid.')}
          </p>
        )}
        {wallet.reason ? <p>{reasonText(wallet.reason)}</p> : <ReadyToBet balance={wallet.balance} />}
      </div>
    </Card>
    <div className="grid divide-line rounded-card border border-line bg-surface shadow-card max-sm:divide-y sm:grid-cols-3 sm:divide-x">
      <Part name={t('In open bets')} amount={wallet.staked} Icon={ReceiptText}>
        {t('Staked and not settled yet.')}
      </Part>
      <Part name={t('Pending withdrawal')} amount={wallet.held} Icon={Hourglass}>
        {t('Held until it is decided.')}
      </Part>
      <Part name={t('Bonus')} amount={wallet.bonus} Icon={Gift} isGold={wallet.bonus > 0 || undefined}>
        {t('Apart from your balance.')}
      </Part>
    </div>
  </div>
);

function ReadyToBet({ balance }: { readonly balance: number }) {
  const exclusion = useExclusion();
  return balance > 0 && !exclusion && <p>{t('Ready to bet with.')}</p>;
}

/** A tight figure is at most 0.625 em wide, so this size fits the card. */
const asLargeAsFits = (amount: number): CSSProperties => ({
  fontSize: `min(calc(var(--text-title) * 1.75), ${160 / dollarsText(amount).length}cqi)`,
});

type PartProps = {
  readonly name: string;
  readonly amount: number;
  readonly Icon: ComponentType<{ readonly className?: string; readonly 'aria-hidden'?: 'true' }>;
  readonly isGold?: true | undefined;
  readonly children: string;
};

const Part = ({ name, amount, Icon, isGold, children }: PartProps) => (
  <section
    aria-label={name}
    className="grid grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-3 gap-y-1 px-4 py-3 sm:grid-cols-1 sm:p-5"
  >
    <h2 className="flex items-center gap-2 text-muted">
      <Icon aria-hidden="true" className={classes('size-4 shrink-0', isGold && 'text-gold')} />
      {name}
    </h2>
    <p className={classes('text-title font-strong max-sm:row-span-2', isGold && 'text-gold')}>
      <Money amount={amount} />
    </p>
    <span className="text-small text-muted">{children}</span>
  </section>
);
