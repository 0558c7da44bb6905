import { type OwnerProof, ownAccountEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useSave } from '../../api/use-save.ts';
import { EntryForm, FormButtons, type Problems } from '../../forms/entry-form.tsx';
import { PasswordInput, TextInput } from '../../forms/inputs.tsx';
import { useLogOut } from '../../shell/use-log-out.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { takeLostFocus } from '../../ui/take-lost-focus.ts';

type Proof = { readonly password: string; readonly code: string };

/** Closes the account for good, with the password, and a code if two-factor login is on. */
export function CloseAccountCard() {
  const [form, setForm] = useState<'untouched' | 'open' | 'closed'>('untouched');
  const logOut = useLogOut();
  const { state, message, submit, reset } = useSave({
    save: (body: OwnerProof) => call(ownAccountEndpoints.closeAccount, { body }),
    fallback: t('The account could not be closed. Please try again.'),
    onSaved: logOut,
  });
  return (
    <Card aria-labelledby="close-account" className="grid gap-4 p-5!">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="close-account" className="text-figure font-strong">
            {t('Close account')}
          </h2>
          <p className="text-small text-muted">
            {t('Withdraw your balance first. Your personal data is erased; what the law requires stays sealed.')}
          </p>
        </div>
        {form !== 'open' && (
          <Button
            ref={form === 'closed' ? takeLostFocus : null}
            look="quiet"
            onClick={() => {
              reset();
              setForm('open');
            }}
          >
            {t('Close account')}
          </Button>
        )}
      </header>
      {form === 'open' && (
        <EntryForm<Proof>
          initial={{ password: '', code: '' }}
          check={problemsOf}
          onSend={({ password, code }) => submit({ password, ...(code && { code }) })}
        >
          <p>{t('Close your account for good? You cannot open it again.')}</p>
          {state === 'refused' && <Banner tone="error">{message}</Banner>}
          <PasswordInput name="password" label={t('Your password')} autoComplete="current-password" autoFocus />
          <TextInput
            name="code"
            label={t('Code from your authentication app, if you use one')}
            autoComplete="one-time-code"
          />
          <FormButtons
            button={t('Close account for good')}
            isBusy={state === 'saving'}
            cancel={t('Keep account')}
            onCancel={() => setForm('closed')}
          />
        </EntryForm>
      )}
    </Card>
  );
}

const problemsOf = ({ password }: Proof): Problems<Proof> => ({
  password: password === '' ? t('Please enter your password') : undefined,
});
