export { BackToWhereTheyCameFrom, GuestAtFirst, GuestOnly, Protected, RoleOnly } from './guards.tsx';
export { keepFresh } from './keep-fresh.ts';
export { createRenew, type Renew } from './renew.ts';
export {
  createSession,
  type SessionActor,
  SessionProvider,
  useSession,
  useTellWallet,
  useWallet,
} from './session.tsx';
export { onStoredSession } from './storage.ts';
