import type { WalletPush } from '@touchline/core/contract';
import { useSelector } from '@xstate/react';
import { Gift, Hourglass, ReceiptText } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useSession, useWallet } from '../../session/index.ts';
import { useSessionActor } from '../../session/session.tsx';
import { reasonText } from '../../shell/balance.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The wallet as the ledger holds it. Its states are the session's: the profile is on its way, known, or failed. */
export function MyWalletScreen() {
  const wallet = useWallet();
  const { refreshProfile } = useSession();
  const hasFailed = useSelector(useSessionActor(), (snapshot) => snapshot.matches({ member: 'unknown' }));
  return (
    <>
      <PageHeading title="My Wallet" />
      {wallet && <Holdings wallet={wallet} />}
      {!wallet && hasFailed && (
        <EmptyState
          title="Your wallet could not be loaded."
          hint="Your money is safe; only its figures could not be shown."
          action={<Button onClick={refreshProfile}>Try Again</Button>}
        />
      )}
      {!wallet && !hasFailed && <Loading />}
    </>
  );
}

const Holdings = ({ wallet }: { readonly wallet: WalletPush }) => (
  <div className="grid gap-4">
    <Card aria-label="Available balance" className="grid gap-1 p-6!">
      <h2 className="text-muted">Available balance</h2>
      <p role="status" className="text-[calc(var(--text-title)*1.75)] leading-tight font-strong tracking-tight">
        <Money amount={wallet.balance} />
      </p>
      <p className="min-h-6 text-small text-muted figures">
        {wallet.reason ? reasonText(wallet.reason) : 'Ready to bet with.'}
      </p>
    </Card>
    <div className="grid gap-4 md:grid-cols-3">
      <Part name="In open bets" amount={wallet.staked} Icon={ReceiptText} look="bg-raised text-ink">
        Staked and not settled yet.
      </Part>
      <Part name="Pending withdrawal" amount={wallet.held} Icon={Hourglass} look="bg-raised text-ink">
        Held until a withdrawal is decided.
      </Part>
      <Part name="Bonus" amount={wallet.bonus} Icon={Gift} look="bg-gold-soft text-gold">
        Bonus money, apart from your balance.
      </Part>
    </div>
    <div className="flex flex-wrap gap-3">
      <ButtonLink href="/history" look="quiet">
        See your betting history
      </ButtonLink>
      <ButtonLink href="/statement" look="quiet">
        See your statement
      </ButtonLink>
    </div>
  </div>
);

type PartProps = {
  readonly name: string;
  readonly amount: number;
  readonly Icon: ComponentType<{ readonly className?: string; readonly 'aria-hidden'?: 'true' }>;
  readonly look: string;
  readonly children: ReactNode;
};

const Part = ({ name, amount, Icon, look, children }: PartProps) => (
  <Card aria-label={name} className="flex items-start gap-3">
    <span className={`inline-flex size-10 shrink-0 items-center justify-center rounded-small ${look}`}>
      <Icon aria-hidden="true" className="size-5" />
    </span>
    <div className="grid gap-0.5">
      <h2 className="text-muted">{name}</h2>
      <p className="text-title font-strong">
        <Money amount={amount} />
      </p>
      <p className="text-small text-muted">{children}</p>
    </div>
  </Card>
);

const Loading = () => (
  <div role="status">
    <p className="sr-only">Loading your wallet...</p>
    <div aria-hidden="true" className="grid gap-4">
      <Skeleton className="h-38 w-full" />
      <div className="grid gap-4 md:grid-cols-3">
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
      </div>
    </div>
  </div>
);
