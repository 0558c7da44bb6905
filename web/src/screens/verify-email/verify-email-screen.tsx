import { accountEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { fromPromise } from 'xstate';
import { call, orThrow } from '../../api/call.ts';
import { FailedLinkCard } from '../../forms/failed-link-card.tsx';
import { linkMachine } from '../../forms/link-machine.ts';
import { OutcomeCard } from '../../forms/outcome-card.tsx';
import { readPendingRegistration } from '../../registration/pending-registration.ts';
import { useSession } from '../../session/index.ts';
import { ButtonLink, Spinner } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';

const texts = () => ({
  missing: t('Verification token is missing'),
  failed: t('The email could not be verified. Please request a new link.'),
});

export function VerifyEmailScreen() {
  const [search] = useSearchParams();
  const { isAuthenticated, login, refreshProfile } = useSession();
  const [machine] = useState(() =>
    linkMachine.provide({
      actors: {
        open: fromPromise(async ({ input }) => {
          const answer = await orThrow(call(accountEndpoints.verifyEmail, { query: input }));
          refreshProfile();
          if (readPendingRegistration()) {
            const session = await call(accountEndpoints.logInAfterRegistration, {});
            if (session.ok) login(session.value);
          }
          return answer;
        }),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine, { input: { token: search.get('token') ?? '', texts: texts() } });
  const { message, canRetry } = snapshot.context;
  if (isAuthenticated && snapshot.matches('opened'))
    return <HomeWithToast show={() => toastSuccess(t('Email Verified!'))} />;
  if (isAuthenticated && snapshot.matches('failed')) return <HomeWithToast show={() => toastError(message)} />;
  if (snapshot.matches('opened')) {
    return (
      <OutcomeCard
        kind="done"
        title={t('Email Verified!')}
        actions={
          <>
            <ButtonLink href="/login">{t('Log in')}</ButtonLink>
            <ButtonLink href="/" look="quiet">
              {t('Back to Home')}
            </ButtonLink>
          </>
        }
      >
        {t('Your email address is confirmed.')}
      </OutcomeCard>
    );
  }
  if (snapshot.matches('failed')) {
    return (
      <FailedLinkCard
        title={t('Verification Failed')}
        onRetry={canRetry ? () => send({ type: 'retry' }) : undefined}
        newLink={{ href: '/resend-verification', label: t('Send a new link') }}
      >
        {message}
      </FailedLinkCard>
    );
  }
  return (
    <div className="mx-auto w-full max-w-md py-4 sm:py-10">
      <Card className="grid min-h-64 place-content-center justify-items-center gap-4 p-8! text-center" role="status">
        <Spinner />
        <h1 className="text-figure font-strong">{t('Verifying your email...')}</h1>
      </Card>
    </div>
  );
}

/** A logged-in user reads the outcome in a toast on Home: this screen is for guests. */
function HomeWithToast({ show }: { readonly show: () => void }) {
  const onOpen = useEffectEvent(show);
  useEffect(() => {
    onOpen();
  }, []);
  return <Redirect to="/" replace />;
}
