import { accountEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { fromPromise } from 'xstate';
import { call, orThrow } from '../../api/call.ts';
import { linkMachine } from '../../forms/link-machine.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

const machine = linkMachine.provide({
  actors: { open: fromPromise(({ input }) => orThrow(call(accountEndpoints.confirmBrowser, { body: input }))) },
});

/** Makes this browser known by the link of an email, so that it may log in to an account under attack. */
export function ConfirmBrowser({ token }: { readonly token: string }) {
  const [snapshot, send] = useMachine(machine, {
    input: {
      token,
      texts: {
        missing: t('Confirmation token is missing'),
        failed: t('This browser could not be confirmed. Log in to get a new link.'),
      },
    },
  });
  const { message, canRetry } = snapshot.context;
  if (snapshot.matches('opened')) return <Banner tone="info">{t('This browser is confirmed. Log in now.')}</Banner>;
  if (snapshot.matches('failed')) {
    return (
      <Banner tone="error">
        <p>{message}</p>
        {canRetry && (
          <Button look="bare" onClick={() => send({ type: 'retry' })}>
            {t('Try Again')}
          </Button>
        )}
      </Banner>
    );
  }
  return <Banner tone="info">{t('Confirming this browser...')}</Banner>;
}
