export {
  createLive,
  type LiveActor,
  LiveProvider,
  onJoined,
  serverTime,
  type Trust,
  useIsStale,
  useLiveActor,
  useMatchRow,
  useOnLive,
  useTrust,
} from './live.tsx';
export type { Urgency } from './paced-rows.ts';
export { usePacedRow } from './use-paced-row.ts';
