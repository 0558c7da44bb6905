import type { WalletId } from '@touchline/core/ids';
import { type Cents, formatDollars, minus, noMoney } from '@touchline/core/money';
import type { Wallet } from '@touchline/core/wallet';
import type { Store } from '@touchline/store/connect';
import { type ReplayedEvent, readPlayer, replayWallet, walletOfEmail } from '@touchline/store/ledger';
import { StartRefused } from '../refusal.ts';
import type { LedgerOptions } from './options.ts';
import { counted } from './progress.ts';
import type { Voices } from './verify.ts';

/** Prints every event of a wallet with the balances after it, computed from zero by the rules. */
export async function replay(
  store: Store,
  { wallet, time, at }: LedgerOptions & { verb: 'replay' },
  { print, report }: Voices,
): Promise<number> {
  const walletId = await findWallet(store, wallet);
  report(`Wallet ${walletId}, in ${time} time${at === undefined ? '' : ` until ${at}`}`);
  print(columns('version', `${time} at`, 'event', 'cash ±', 'cash', 'held', 'bonus', 'staked', 'key'));
  let cash: Cents = noMoney;
  const replayed = await replayWallet(store.pool, walletId, { time, at: at ?? 'infinity' }, ({ record, after }) => {
    print(lineOf({ record, after }, time === 'recorded' ? record.recorded_at : record.effective_at, cash));
    cash = after.cash;
  });
  report(`After ${counted(replayed.events, 'event')}: ${formatWallet(replayed.wallet)}`);
  if (replayed.agreesWithBooks) return 0;
  report("The ledger's entries sum to something else. Run verify to find the event.");
  return 1;
}

const lineOf = ({ record, after }: ReplayedEvent, when: string, cashBefore: Cents): string =>
  columns(
    String(record.version),
    when,
    record.type,
    signed(minus(after.cash, cashBefore)),
    formatDollars(after.cash),
    formatDollars(after.held),
    formatDollars(after.bonus),
    formatDollars(after.staked),
    record.key,
  );

const columns = (version: string, when: string, event: string, ...rest: readonly string[]): string => {
  const amounts = rest.slice(0, -1).map((text) => text.padStart(12));
  return [version.padStart(7), when.padEnd(27), event.padEnd(20), ...amounts, rest.at(-1) ?? ''].join('  ');
};

const signed = (amount: Cents): string => (amount > 0 ? `+${formatDollars(amount)}` : formatDollars(amount));

const formatWallet = ({ cash, held, bonus, staked }: Wallet): string =>
  `cash ${formatDollars(cash)}, held ${formatDollars(held)}, bonus ${formatDollars(bonus)}, staked ${formatDollars(staked)}`;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Finds a wallet by its id or its player's email address. @throws {StartRefused} if there is none */
export async function findWallet({ db }: Pick<Store, 'db'>, text: string): Promise<WalletId> {
  const sought = text.trim().toLowerCase();
  const found = uuid.test(sought)
    ? (await readPlayer(db, sought as WalletId))?.walletId
    : await walletOfEmail(db, sought);
  if (found === undefined) throw new StartRefused(`There is no wallet "${text}", and no player with that address.`);
  return found as WalletId;
}
