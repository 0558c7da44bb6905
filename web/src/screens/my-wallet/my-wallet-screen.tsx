import {
  type BonusView,
  type DepositAnswer,
  type DepositRequest,
  type PaymentMethodsView,
  paymentEndpoints,
  type TransactionView,
  type WalletPush,
  type WithdrawAnswer,
  type WithdrawOptionsView,
  type WithdrawRequest,
} from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { depositMethods, isFinal } from '@touchline/core/payments';
import { useActorRef, useMachine, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { fromPromise } from 'xstate';
import { call } from '../../api/call.ts';
import type { ApiFailure } from '../../api/client.ts';
import { loadMachine } from '../../api/load-machine.ts';
import { attemptMachine } from '../../attempt/attempt-machine.ts';
import { TextLink } from '../../forms/account-frame.tsx';
import { ExclusionNotice } from '../../limits/exclusion-notice.tsx';
import { useExclusion, useLearnExclusion } from '../../limits/use-exclusion.ts';
import { useOnLive } from '../../live/index.ts';
import { tieSlipReturn } from '../../payments/slip-return.ts';
import { sendWithStoredKey } from '../../payments/stored-key.ts';
import { TransactionHistory } from '../../payments/transaction-history.tsx';
import { transactionListMachine } from '../../payments/transaction-list-machine.ts';
import { useSession, useUpdateWallet, useWallet } from '../../session/index.ts';
import { VerifyBalance } from '../../transparency/verify-balance.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Placeholder, Skeleton } from '../../ui/skeleton.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';
import { BalanceOverTime } from './balance-over-time.tsx';
import { BonusCard } from './bonus-card.tsx';
import { DepositForm, type Methods } from './deposit-form.tsx';
import { Holdings } from './holdings.tsx';
import { type WalletTab, WalletTabs } from './wallet-tabs.tsx';
import { WithdrawForm } from './withdraw-form.tsx';

type Props = {
  /** Opens the payment page. */
  readonly onCheckout?: (checkoutUrl: string) => void;
};

/** The wallet. Its state is the session's: profile loading, loaded or failed. */
export function MyWalletScreen({ onCheckout = goTo }: Props) {
  const wallet = useWallet();
  const { refreshProfile, hasProfileFailed } = useSession();
  return (
    <>
      <PageHeading title={t('My Wallet')}>
        <ButtonLink href="/history" look="onward">
          {t('See your betting history')}
        </ButtonLink>
      </PageHeading>
      {wallet && <OpenWallet wallet={wallet} onCheckout={onCheckout} />}
      {!wallet && hasProfileFailed && (
        <EmptyState
          title={t('Your wallet could not be loaded.')}
          hint={t('Your money is safe; only its figures could not be shown.')}
          action={<Button onClick={refreshProfile}>{t('Try Again')}</Button>}
        />
      )}
      {!wallet && !hasProfileFailed && <Loading />}
    </>
  );
}

const goTo = (checkoutUrl: string): void => window.location.assign(checkoutUrl);

type OpenProps = { readonly wallet: WalletPush; readonly onCheckout: (checkoutUrl: string) => void };

function OpenWallet({ wallet, onCheckout }: OpenProps) {
  const [tab, setTab] = useTab();
  const exclusion = useExclusion();
  const [methods, onMethodsAgain] = useMethods();
  const [bonus, isBonusSettled] = useBonus(wallet.version);
  const [options] = useWithdrawOptions(wallet.version);
  const history = useHistory();
  const transactions = useSelector(history, ({ context }) => context.transactions);
  const isHistoryLoading = useSelector(history, (snapshot) => snapshot.matches('loading'));
  // What is below the bonus and the history is drawn once both have their height, so that it does not move.
  const isPlaceKnown = isBonusSettled && !isHistoryLoading;
  const depositing = useDepositing(onCheckout);
  const withdrawing = useWithdrawing((answer) =>
    history.send({ type: 'transaction changed', transaction: answer.transaction }),
  );
  const isOffered =
    bonus !== undefined && bonus.bonus === null && bonus.offer.percent > 0 && !hasDeposited(transactions);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Holdings wallet={wallet} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Card aria-label={t('Deposit or withdraw')}>
            <WalletTabs
              tab={tab}
              onTab={setTab}
              panels={{
                deposit: exclusion ? (
                  <ExclusionNotice exclusion={exclusion}>
                    <TextLink href="/profile">{t('See your limits')}</TextLink>
                  </ExclusionNotice>
                ) : (
                  <DepositForm
                    actor={depositing}
                    methods={methods}
                    onMethodsAgain={onMethodsAgain}
                    offer={isOffered ? bonus.offer : undefined}
                    transactions={transactions}
                  />
                ),
                withdraw: (
                  <WithdrawForm
                    actor={withdrawing}
                    balance={wallet.balance}
                    methods={methods}
                    bonus={bonus?.bonus ?? null}
                    isBonusActive={isBonusSettled ? bonus?.bonus?.status === 'active' : wallet.bonus > 0}
                    options={options}
                  />
                ),
              }}
            />
          </Card>
          {/* Below the form, which must not move when the bonus arrives. */}
          {bonus && (bonus.bonus || isOffered) && <BonusCard view={bonus} held={wallet.bonus} />}
        </div>
        <div className={classes('min-w-0', !isPlaceKnown && 'max-xl:hidden')}>
          <TransactionHistory actor={history} />
        </div>
      </div>
      {isPlaceKnown && (
        <>
          <BalanceOverTime version={wallet.version} />
          <VerifyBalance wallet={wallet} />
        </>
      )}
    </div>
  );
}

/** Returns whether a deposit by the bettor has arrived. Money credited by the operator, as in the demo, does not count. */
const hasDeposited = (transactions: readonly TransactionView[]): boolean =>
  transactions.some(
    ({ type, status, paymentMethod }) =>
      type === 'deposit' && status === 'completed' && depositMethods.some((method) => method === paymentMethod),
  );

/** Returns the tab in the URL: /deposit and /my-wallet are for deposits, /my-wallet?tab=withdraw for withdrawals. */
function useTab(): readonly [WalletTab, (tab: WalletTab) => void] {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const isOut = path !== '/deposit' && new URLSearchParams(search).get('tab') === 'withdraw';
  const choose = (tab: WalletTab) =>
    navigate(tab === 'withdraw' ? '/my-wallet?tab=withdraw' : '/my-wallet', { replace: true });
  return [isOut ? 'withdraw' : 'deposit', choose];
}

const methodsMachine = loadMachine<PaymentMethodsView>(
  () => call(paymentEndpoints.methods),
  msg('The payment methods could not be loaded.'),
);

function useMethods(): readonly [Methods, () => void] {
  const [snapshot, send] = useMachine(methodsMachine);
  const { value } = snapshot.context;
  return [value ?? (snapshot.matches('failed') ? 'failed' : 'loading'), () => send({ type: 'refresh' })];
}

const bonusMachine = loadMachine<BonusView>(() => call(paymentEndpoints.bonus), msg('The bonus could not be loaded.'));

/** The bonus changes with the wallet: by stakes, results and deposits. */
const useBonus = (walletVersion: number) => useFollowing(bonusMachine, walletVersion);

const optionsMachine = loadMachine<WithdrawOptionsView>(
  () => call(paymentEndpoints.withdrawOptions),
  msg('The withdrawal options could not be loaded.'),
);

const useWithdrawOptions = (walletVersion: number) => useFollowing(optionsMachine, walletVersion);

/** Loads a value again whenever the wallet changes. Returns it, and whether it has been loaded or could not be. */
function useFollowing<Value>(machine: ReturnType<typeof loadMachine<Value>>, walletVersion: number) {
  const [snapshot, send] = useMachine(machine);
  const [seen, setSeen] = useState(walletVersion);
  useEffect(() => {
    if (seen === walletVersion) return;
    setSeen(walletVersion);
    send({ type: 'refresh' });
  }, [seen, walletVersion, send]);
  const { value } = snapshot.context;
  return [value, value !== undefined || snapshot.matches('failed')] as const;
}

function useHistory() {
  const actor = useActorRef(transactionListMachine);
  useOnLive('transaction', ({ transaction }) => actor.send({ type: 'transaction changed', transaction }));
  useOnLive('joined', () => actor.send({ type: 'reconnected' }));
  return actor;
}

const depositMachine = attemptMachine<DepositRequest, DepositAnswer>(msg('An error occurred. Please try again later.'));

function useDepositing(onCheckout: (checkoutUrl: string) => void) {
  // Only a link that knows what is missing, such as the slip's, has the amount.
  const isForSlip = new URLSearchParams(useSearch()).has('amount');
  const leave = useEffectEvent(({ transactionId, checkoutUrl }: DepositAnswer) => {
    if (isForSlip) tieSlipReturn(transactionId);
    onCheckout(checkoutUrl);
  });
  const learnExclusion = useLearnExclusion();
  const [machine] = useState(() =>
    depositMachine.provide({
      actors: {
        send: fromPromise(({ input }) =>
          sendWithStoredKey(
            'deposit',
            input,
            (body, key) => call(paymentEndpoints.deposit, { body, key }),
            // It can no longer be paid: it is paid, has expired, or was closed before it had a payment page.
            (sent) => (sent.ok ? sent.value.transaction.checkoutUrl === undefined : isClosed(sent.refusal)),
          ),
        ),
      },
      actions: {
        succeed: ({ context: { answer } }) => answer && leave(answer),
        refuse: ({ context: { failure } }) => learnExclusion(failure),
      },
    }),
  );
  const actor = useActorRef(machine);
  // The browser's Back button may restore the page with a submitted form.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && actor.send({ type: 'reset' });
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [actor]);
  return actor;
}

/** Whether a deposit was closed before there was a page to pay it on, by a request whose answer was lost. */
const isClosed = (failure: ApiFailure): boolean =>
  failure.kind === 'refused' &&
  ['deposit-closed', 'provider-refused', 'provider-unavailable'].includes(failure.view.code);

const withdrawMachine = attemptMachine<WithdrawRequest, WithdrawAnswer>(msg('Error processing withdrawal'));

function useWithdrawing(onRequested: (answer: WithdrawAnswer) => void) {
  const updateWallet = useUpdateWallet();
  const [machine] = useState(() =>
    withdrawMachine.provide({
      actors: {
        send: fromPromise(({ input }) =>
          sendWithStoredKey(
            'withdrawal',
            input,
            (body, key) => call(paymentEndpoints.withdraw, { body, key }),
            (sent) => sent.ok && isFinal(sent.value.transaction.status),
          ),
        ),
      },
      actions: {
        succeed: ({ context: { answer } }) => {
          if (!answer) return;
          if (!isFinal(answer.transaction.status)) {
            toastSuccess(
              t('Withdrawal request submitted successfully! Transaction ID: {id}', { id: answer.transactionId }),
              toastMs.usual,
            );
          }
          updateWallet(answer.wallet);
          onRequested(answer);
        },
      },
    }),
  );
  return useActorRef(machine);
}

const Loading = () => (
  <Placeholder text={t('Loading your wallet...')} className="grid gap-4">
    <div className="grid gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Skeleton className="h-36 w-full" />
      <Skeleton className="h-36 w-full" />
    </div>
    <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_25rem]">
      <Skeleton className="h-120 w-full" />
      <Skeleton className="h-120 w-full" />
    </div>
  </Placeholder>
);
