import { meetsAllRequirements } from '@touchline/core/account';
import { type ChangePasswordRequest, ownAccountEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useSave } from '../../api/use-save.ts';
import { EntryForm, FormButtons, type Problems } from '../../forms/entry-form.tsx';
import { PasswordInput } from '../../forms/inputs.tsx';
import { PasswordChecklist } from '../../forms/password-checklist.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { takeLostFocus } from '../../ui/take-lost-focus.ts';

type Passwords = { readonly current: string; readonly password: string; readonly confirm: string };

/** Changes the password, which ends every other session. */
export function PasswordCard({ onChanged }: { readonly onChanged: () => void }) {
  const [form, setForm] = useState<'untouched' | 'open' | 'closed'>('untouched');
  const isOpen = form === 'open';
  const close = () => setForm('closed');
  const { state, message, submit, reset } = useSave({
    save: (body: ChangePasswordRequest) => call(ownAccountEndpoints.changePassword, { body }),
    fallback: t('The password could not be changed. Please try again.'),
    onSaved: () => {
      close();
      onChanged();
    },
  });
  return (
    <Card aria-labelledby="password" className="grid gap-4 p-5!">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="password" className="text-figure font-strong">
            {t('Password')}
          </h2>
          <p className="text-small text-muted">{t('A new one signs you out everywhere else.')}</p>
        </div>
        {!isOpen && (
          <Button
            ref={form === 'closed' ? takeLostFocus : null}
            look="quiet"
            onClick={() => {
              reset();
              setForm('open');
            }}
          >
            {t('Change password')}
          </Button>
        )}
      </header>
      {state === 'saved' && (
        <Banner tone="success">{t('Your password is changed. All other sessions have been signed out.')}</Banner>
      )}
      {isOpen && (
        <EntryForm<Passwords>
          initial={{ current: '', password: '', confirm: '' }}
          check={problemsOf}
          onSend={({ current, password }) => submit({ currentPassword: current, newPassword: password })}
        >
          {state === 'refused' && <Banner tone="error">{message}</Banner>}
          <PasswordInput name="current" label={t('Current Password')} autoComplete="current-password" autoFocus />
          <PasswordInput name="password" label={t('New Password')} autoComplete="new-password" />
          <PasswordChecklist name="password" />
          <PasswordInput name="confirm" label={t('Confirm Password')} autoComplete="new-password" />
          <FormButtons button={t('Save new password')} isBusy={state === 'saving'} onCancel={close} />
        </EntryForm>
      )}
    </Card>
  );
}

const problemsOf = ({ current, password, confirm }: Passwords): Problems<Passwords> => ({
  current: current === '' ? t('Please enter your current password') : undefined,
  password: meetsAllRequirements(password) ? undefined : t('Please ensure your password meets all requirements'),
  confirm: confirm === password ? undefined : t('Passwords do not match'),
});
