export {
  createLive,
  type LiveActor,
  LiveProvider,
  onBet,
  onWallet,
  type Trust,
  useIsStale,
  useLiveActor,
  useMatchRow,
  useOnBet,
  useOnWallet,
  useTrust,
} from './live.tsx';
