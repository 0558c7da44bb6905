import { type BalancesView, eventExportFormats, ledgerEndpoints } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { Lock, LockOpen } from 'lucide-react';
import { pathOf } from '../../api/call.ts';
import { AddToCase } from '../../ledger/add-to-case.tsx';
import { DownloadButton } from '../../ledger/download-button.tsx';
import { ExportList } from '../../ledger/export-list.tsx';
import { HashText } from '../../ledger/hash-text.tsx';
import { exactUtcText } from '../../ledger/moments.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import type { Wallet } from './wallet-timeline.ts';

/** The wallet's player, its balances, and how far its events are in the log. */
export function PlayerCard({ wallet }: { readonly wallet: Wallet }) {
  const { player, seal } = wallet.timeline;
  const Icon = seal ? Lock : LockOpen;
  return (
    <Card aria-label={t('Player')} className="grid gap-4 p-5!">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="truncate text-title font-strong">{player.name}</h2>
          <p className="truncate text-muted">{player.email}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-small text-muted">
            <span>
              {t('Wallet')} <HashText value={player.walletId} what={t("the wallet's id")} />
            </span>
            <span>
              {t('User')} <HashText value={player.userId} what={t("the user's id")} />
            </span>
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-2">
          <AddToCase subjects={[`wallet:${player.walletId}`]} />
          <ExportList
            endpoint={ledgerEndpoints.exportEvents}
            query={{ wallet: player.walletId }}
            name={`wallet-${player.walletId}`}
            formats={eventExportFormats}
          >
            {t('Export events')}
          </ExportList>
          <DownloadButton
            path={pathOf(ledgerEndpoints.proof, { params: { walletId: player.walletId } })}
            fileName={`proof-${player.walletId}.json`}
          >
            {t('Download proof')}
          </DownloadButton>
        </div>
      </header>
      <Balances balances={player.balances} label={t('Balances now')} />
      <p className="flex items-start gap-2 text-small text-muted figures">
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {sealText(wallet)}
      </p>
    </Card>
  );
}

function sealText({ timeline: { seal, player } }: Wallet): string {
  if (!seal) return t('Not covered by a checkpoint yet; {events} so far.', { events: countText(player.version) });
  const since = Math.max(player.version - seal.version, 0);
  const signed = exactUtcText(new Date(seal.signedAt).toISOString().replace('Z', '000Z')).replace(/\.\d+/, '');
  return since === 0
    ? t('Covered by the checkpoint of {signed} up to version {version}; nothing since.', {
        signed,
        version: seal.version,
      })
    : t('Covered by the checkpoint of {signed} up to version {version}; {events} since.', {
        signed,
        version: seal.version,
        events: countText(since),
      });
}

const countText = (count: number): string => t('{events, plural, one {# event} other {# events}}', { events: count });

const accounts = [
  { name: 'cash', title: msg('Cash') },
  { name: 'staked', title: msg('In open bets') },
  { name: 'held', title: msg('Held for withdrawal') },
  { name: 'bonus', title: msg('Bonus') },
] as const;

/** The four accounts of a wallet. */
export const Balances = ({ balances, label }: { readonly balances: BalancesView; readonly label: string }) => (
  <dl
    aria-label={label}
    className="grid grid-cols-2 gap-px overflow-hidden rounded-small border border-line bg-line sm:grid-cols-4"
  >
    {accounts.map(({ name, title }) => (
      <div key={name} className="bg-surface px-3 py-2">
        <dt className="text-small text-muted">{t(title)}</dt>
        <dd className="text-figure font-strong">
          <Money amount={balances[name]} />
        </dd>
      </div>
    ))}
  </dl>
);
