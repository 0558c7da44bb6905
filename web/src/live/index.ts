export {
  createLive,
  type LiveActor,
  LiveProvider,
  onJoined,
  onWallet,
  type Trust,
  useIsStale,
  useLiveActor,
  useMatchRow,
  useOnBet,
  useOnTransaction,
  useTrust,
} from './live.tsx';
export type { Urgency } from './paced-rows.ts';
export { usePacedRow } from './use-paced-row.ts';
