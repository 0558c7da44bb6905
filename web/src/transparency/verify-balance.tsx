import type { ReceiptView, WalletView } from '@touchline/core/contract';
import { formatNumber, type Message, msg, t } from '@touchline/core/language';
import { ok } from '@touchline/core/result';
import { CircleCheck, CircleDashed, Download, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSave } from '../api/use-save.ts';
import { localText } from '../ledger/moments.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { dollarsText } from '../ui/money.tsx';
import { type BalanceProof, checkBalance } from './check-balance.ts';
import type { ProofStep } from './verify-receipt.ts';

/** Lets this browser check that the wallet, as it is shown now, is part of what the operator has sealed as owed. */
export function VerifyBalance({ wallet }: { readonly wallet: WalletView }) {
  const check = useSave({
    save: async (_: null) => ok(await checkBalance()),
    fallback: t('The proof could not be loaded. Please try again.'),
  });
  const proof = check.value;
  const hasFailed = check.state === 'refused';
  const isProved = proof !== undefined && proof.failed === undefined;
  const isShown = proof !== undefined && isAsSealed(wallet, proof.receipt.wallet);
  return (
    <Card aria-label={t('Verify my balance')} className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5!">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 flex-1 basis-72 gap-1">
          <h2 className="text-figure font-strong">{t('Verify my balance')}</h2>
          <p className="text-small text-muted">
            {t(
              'Your browser checks that your balance is part of what we owe all players, in a log that independent witnesses confirm. It proves what we owe you, not what we own.',
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button isBusy={check.state === 'saving'} onClick={() => check.submit(null)}>
            {proof || hasFailed ? t('Verify again') : t('Verify my balance')}
          </Button>
          <ButtonLink href="/transparency" look="onward">
            {t('How it works')}
          </ButtonLink>
        </div>
      </header>
      {hasFailed && <Banner tone="warning">{check.message}</Banner>}
      {proof && !isProved && <Disproved why={whyFailed(proof)} />}
      {isProved && !isShown && <Disproved why={whyShown(wallet, proof)} />}
      {isProved && isShown && <Proved proof={proof} version={wallet.version} />}
      {proof && (
        <div>
          <Button look="quiet" onClick={() => saveReceipt(proof)}>
            <Download aria-hidden="true" className="size-4" />
            {t('Download the proof')}
          </Button>
        </div>
      )}
    </Card>
  );
}

const cents = (amount: number): string => dollarsText(amount / 100);
const ofSeconds = (time: number): string => localText(new Date(time * 1_000).toISOString());

/** Whether a wallet has the sealed amounts, or has changed since. */
const isAsSealed = (shown: WalletView, sealed: ReceiptView['wallet']): boolean =>
  shown.version !== sealed.version ||
  ((['held', 'bonus', 'staked'] as const).every((name) => isAmount(shown[name], sealed[name])) &&
    isAmount(shown.balance, sealed.cash));

const isAmount = (dollars: number, cents: number): boolean => Math.round(dollars * 100) === cents;

const whyShown = (shown: WalletView, { receipt }: BalanceProof): string =>
  t('This page shows {amount} available, but {sealed} was sealed, and no event has changed your wallet since.', {
    amount: dollarsText(shown.balance),
    sealed: cents(receipt.wallet.cash),
  });

function Proved({ proof, version }: { readonly proof: BalanceProof; readonly version: number }) {
  const { receipt, verified, seen } = proof;
  if (!verified) return null;
  const { seal, head, cosigned } = verified;
  const { wallet } = receipt;
  const moved = version - wallet.version;
  const amounts = (
    [
      [msg('{amount} available'), wallet.cash],
      [msg('{amount} in open bets'), wallet.staked],
      [msg('{amount} held for a withdrawal'), wallet.held],
      [msg('{amount} of bonus'), wallet.bonus],
    ] as const
  ).flatMap(([text, amount], index) => (amount > 0 || index === 0 ? [t(text, { amount: cents(amount) })] : []));
  return (
    <>
      <Banner tone="success">
        {t('Proved: {amounts} on {time}.', { amounts: amounts.join(', '), time: localText(seal.takenAt) })}
        {moved > 0 && ' '}
        {moved > 0 &&
          t('Your wallet has changed since; the next seal includes {moved, plural, one {it} other {that}}.', { moved })}
      </Banner>
      <ul className="grid gap-2" aria-label={t('Checks')}>
        <Check>
          {t(
            'Your wallet is one of {wallets, plural, one {# wallet} other {# wallets}} that add up to {amount} owed to players.',
            { wallets: seal.wallets, amount: cents(seal.liabilities) },
          )}
        </Check>
        <Check>
          {t(
            "Seal {number} is entry {index} of a log of {size, plural, one {# record} other {# records}}, signed with the operator's key.",
            { number: seal.number, index: formatNumber(receipt.index), size: head.size },
          )}
        </Check>
        {cosigned.length > 0 ? (
          <Check>
            {t('{count, plural, one {# witness} other {# witnesses}} confirmed the log: {names}.', {
              count: cosigned.length,
              names: cosigned.map(({ name, time }) => `${name} (${ofSeconds(time)})`).join(', '),
            })}
          </Check>
        ) : (
          <Check isOpen>{t('No witness has confirmed this part of the log yet.')}</Check>
        )}
        {seen && seen.origin === head.origin ? (
          <Check>
            {t('Nothing in the log was changed since this browser first saw it on {time}.', {
              time: localText(new Date(seen.at).toISOString()),
            })}
          </Check>
        ) : (
          <Check isOpen>{t('From now on, this browser also checks that nothing in the log is changed.')}</Check>
        )}
      </ul>
    </>
  );
}

const Check = ({ isOpen = false, children }: { readonly isOpen?: boolean; readonly children: ReactNode }) => (
  <li className="flex items-start gap-2">
    {isOpen ? (
      <CircleDashed aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
    ) : (
      <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-pitch" />
    )}
    <span className="min-w-0 break-words">{children}</span>
  </li>
);

const failures: Record<ProofStep, Message> = {
  wallet: msg('The proof does not describe your wallet.'),
  sums: msg('Your balance is not part of the sum that the operator sealed.'),
  log: msg('The sealed sum is not in the signed log.'),
  signature: msg('A signature of the log is invalid.'),
  growth: msg('The log is not the one that this browser saw before: records were changed or removed.'),
};

const whyFailed = ({ failed, seen }: BalanceProof): string => {
  const since =
    failed === 'growth' && seen ? t('First seen on {time}.', { time: localText(new Date(seen.at).toISOString()) }) : '';
  return [failed && t(failures[failed]), since].filter(Boolean).join(' ');
};

const Disproved = ({ why }: { readonly why: string }) => (
  <div role="alert" className="grid gap-2 rounded-small border border-live/60 bg-live-soft p-3">
    <p className="flex items-center gap-2 font-strong">
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-live" />
      {t('Your balance could not be proved.')}
    </p>
    <p>{why}</p>
    <p className="text-small text-muted">{t('Download the proof and keep it: it shows what the operator signed.')}</p>
  </div>
);

function saveReceipt({ receipt }: BalanceProof): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(receipt, undefined, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `touchline-proof-${receipt.index}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
