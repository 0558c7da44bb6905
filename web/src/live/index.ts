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
  useTrust,
} from './live.tsx';
