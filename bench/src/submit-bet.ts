import type { PlaceBet, WalletWriter } from '@touchline/store/wallet';

/** Places a bet that nothing speaks against. */
export async function submitBet(writer: WalletWriter, bet: PlaceBet): Promise<void> {
  const placed = await writer.submit(bet);
  if (!placed.ok) throw new Error(`a bet was refused: ${JSON.stringify(placed.refusal)}`);
}
