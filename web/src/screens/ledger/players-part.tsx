import { useLocation } from 'wouter';
import { FindPlayer } from '../../ledger/find-player.tsx';
import { Card } from '../../ui/card.tsx';

/** The way to one player's wallet. */
export function PlayersPart() {
  const [, navigate] = useLocation();
  return (
    <Card className="grid max-w-2xl gap-4 p-5!">
      <div className="grid gap-1">
        <h2 className="text-figure font-strong">Open a player's wallet</h2>
        <p className="text-muted">
          See what it held at every moment, event by event, and take its proof with you. Every look at a player is
          itself recorded.
        </p>
      </div>
      <FindPlayer label="Player" onPick={({ walletId }) => navigate(`/ledger/wallets/${walletId}`)} />
    </Card>
  );
}
