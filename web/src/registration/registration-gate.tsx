import { useState } from 'react';
import { useLocation } from 'wouter';
import { useCode } from '../loading/use-code.ts';

const load = async () => (await import('./await-verification.tsx')).AwaitVerification;

/** Loads what waits for the verification of a new account, in a browser that has opened one. Without it, the password logs in. */
export function RegistrationGate() {
  // A registration ends by leaving its screen.
  useLocation();
  const stored = localStorage.getItem('touchline:pending-registration');
  // Known from the start: another tab forgets it once it is logged in, perhaps before this one has loaded what waits.
  const [known, setKnown] = useState(stored);
  if (stored !== null && stored !== known) setKnown(stored);
  const Await = useCode(known !== null, load);
  return Await && known !== null && <Await key={known} stored={known} onResumed={() => setKnown(null)} />;
}
