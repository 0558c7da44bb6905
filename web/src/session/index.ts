export { forRole, GuestAtFirst, GuestOnly, Protected, RedirectBack, useFrom, withFrom } from './guards.tsx';
export { keepFresh } from './keep-fresh.ts';
export { createRenew, type Renew } from './renew.ts';
export {
  createSession,
  type SessionActor,
  SessionProvider,
  useSession,
  useUpdateWallet,
  useWallet,
} from './session.tsx';
export { onStoredSession } from './storage.ts';
