import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'wouter';

/** Loads what waits for the verification of a new account, in a browser that has opened one. */
export function RegistrationGate() {
  // A registration ends by leaving its screen.
  useLocation();
  const isPending = localStorage.getItem('touchline:pending-registration') !== null;
  const [Await, setAwait] = useState<ComponentType>();
  useEffect(() => {
    if (!isPending) return;
    // If the code does not load, the user logs in with the password.
    import('./await-verification.tsx').then(
      ({ AwaitVerification }) => setAwait(() => AwaitVerification),
      () => {},
    );
  }, [isPending]);
  return Await && isPending && <Await />;
}
