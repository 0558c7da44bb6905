export {
  createLive,
  type LiveActor,
  LiveProvider,
  onJoined,
  onWallet,
  type Trust,
  useIsStale,
  useLedgerRoom,
  useLiveActor,
  useMatchRow,
  useOnBet,
  useTrust,
} from './live.tsx';
