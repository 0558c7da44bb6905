import { useLocation } from 'wouter';
import { FindPlayer } from '../../ledger/find-player.tsx';
import { Card } from '../../ui/card.tsx';

/** A search for a player's wallet. */
export function PlayersPart() {
  const [, navigate] = useLocation();
  return (
    <Card className="grid max-w-2xl gap-4 p-5!">
      <div className="grid gap-1">
        <h2 className="text-figure font-strong">Open a player's wallet</h2>
        <p className="text-muted">
          See its balances event by event, and download its proof. Every view of a player is itself recorded.
        </p>
      </div>
      <FindPlayer label="Player" onPick={({ walletId }) => navigate(`/ledger/wallets/${walletId}`)} />
    </Card>
  );
}
