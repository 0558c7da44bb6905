export {
  excludePlayer,
  liftPlayerExclusion,
  type PlayerExclusion,
  readExclusionNotice,
  readPlayerExclusion,
} from './operator-exclusions.ts';
export { limitHistory, readExclusion, readLimits, readPlay, readRestrictions } from './read-limits.ts';
export { withRoomAgain } from './room-again.ts';
export { excludeBettor, setLimit, setRealityCheck } from './set-limits.ts';
