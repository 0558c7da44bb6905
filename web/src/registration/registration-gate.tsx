import { useLocation } from 'wouter';
import { useCode } from '../loading/use-code.ts';

const load = async () => (await import('./await-verification.tsx')).AwaitVerification;

/** Loads what waits for the verification of a new account, in a browser that has opened one. Without it, the password logs in. */
export function RegistrationGate() {
  // A registration ends by leaving its screen.
  useLocation();
  const Await = useCode(localStorage.getItem('touchline:pending-registration') !== null, load);
  return Await && <Await />;
}
