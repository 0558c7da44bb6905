export { GuestOnly, Protected } from './guards.tsx';
export {
  createSession,
  type Session,
  type SessionActor,
  SessionProvider,
  useSession,
  useTellWallet,
  useWallet,
} from './session.tsx';
