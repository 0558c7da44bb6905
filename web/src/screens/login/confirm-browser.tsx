import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { confirmBrowser } from '../../api/accounts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { confirmBrowserMachine } from './confirm-browser-machine.ts';

/** What the link of an email leads to: it makes this browser known, so that it may log in to an account that is guessed at. */
export function ConfirmBrowser({ token }: { readonly token: string }) {
  const [machine] = useState(() =>
    confirmBrowserMachine.provide({
      actors: { confirm: fromPromise(({ input }) => confirmBrowser(input)) },
    }),
  );
  const [snapshot, send] = useMachine(machine, { input: { token } });
  const { message, mayTryAgain } = snapshot.context;
  if (snapshot.matches('confirmed')) return <Banner tone="info">This browser is confirmed. Log in now.</Banner>;
  if (snapshot.matches('failed')) {
    return (
      <Banner tone="error">
        <p>{message}</p>
        {mayTryAgain && (
          <Button look="bare" onClick={() => send({ type: 'try again pressed' })}>
            Try Again
          </Button>
        )}
      </Banner>
    );
  }
  return <Banner tone="info">Confirming this browser...</Banner>;
}
