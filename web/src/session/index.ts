export { GuestOnly, Protected, RoleOnly } from './guards.tsx';
export {
  createSession,
  type SessionActor,
  SessionProvider,
  useSession,
  useTellWallet,
  useWallet,
} from './session.tsx';
