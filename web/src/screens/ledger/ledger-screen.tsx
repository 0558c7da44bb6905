import { t } from '@touchline/core/language';
import { useLocation, useSearch } from 'wouter';
import { FindPlayer } from '../../ledger/find-player.tsx';
import { LedgerFrame, type LedgerPart, ledgerPartOf } from '../../ledger/ledger-frame.tsx';
import { Card } from '../../ui/card.tsx';
import { EventsPart } from './events-part.tsx';
import { TrialBalancePart } from './trial-balance-part.tsx';
import { VerificationPart } from './verification-part.tsx';

/** The ledger for auditors: events, players, trial balance and verification. */
export function LedgerScreen() {
  const part = ledgerPartOf(useSearch());
  return (
    <LedgerFrame part={part}>
      <Part part={part} />
    </LedgerFrame>
  );
}

function Part({ part }: { readonly part: LedgerPart }) {
  switch (part) {
    case 'events':
      return <EventsPart />;
    case 'players':
      return <PlayersPart />;
    case 'trial-balance':
      return <TrialBalancePart />;
    case 'verification':
      return <VerificationPart />;
  }
}

/** A search for a player's wallet. */
function PlayersPart() {
  const [, navigate] = useLocation();
  return (
    <Card className="grid max-w-2xl gap-4 p-5!">
      <div className="grid gap-1">
        <h2 className="text-figure font-strong">{t("Open a player's wallet")}</h2>
        <p className="text-muted">
          {t('See its balances event by event, and download its proof. Every view of a player is itself recorded.')}
        </p>
      </div>
      <FindPlayer label={t('Player')} onPick={({ walletId }) => navigate(`/ledger/wallets/${walletId}`)} />
    </Card>
  );
}
