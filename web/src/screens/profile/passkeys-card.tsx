import { credentialEndpoints, type OwnerProof, type PasskeysView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useSave } from '../../api/use-save.ts';
import { EntryForm, FormButtons, type Problems } from '../../forms/entry-form.tsx';
import { PasswordInput, TextInput } from '../../forms/inputs.tsx';
import { rich } from '../../language/rich.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { minuteTime } from '../../ui/moment-text.ts';
import { takeLostFocus } from '../../ui/take-lost-focus.ts';
import { useLoaded } from './use-loaded.tsx';

type Passkey = PasskeysView['passkeys'][number];
type Change = OwnerProof & ({ readonly name: string } | { readonly id: string });

/** The passkeys that log in to the account without a password. */
export function PasskeysCard() {
  const { value, placeholder, refresh } = useLoaded(
    () => call(credentialEndpoints.passkeys),
    { loading: t('Loading your passkeys...'), failed: t('Your passkeys could not be loaded.') },
    'h-11 w-full',
  );
  return (
    <Card aria-labelledby="passkeys" className="grid gap-4 p-5!">
      <header>
        <h2 id="passkeys" className="text-figure font-strong">
          {t('Passkeys')}
        </h2>
        <p className="text-small text-muted">
          {t('Log in with your fingerprint, face or screen lock instead of your password.')}
        </p>
      </header>
      {value && <Passkeys passkeys={value.passkeys} onChanged={refresh} />}
      {placeholder}
    </Card>
  );
}

type Form = 'untouched' | 'closed' | 'adding' | Passkey;

function Passkeys({ passkeys, onChanged }: { readonly passkeys: readonly Passkey[]; readonly onChanged: () => void }) {
  const [form, setForm] = useState<Form>('untouched');
  const { state, message, submit, reset } = useSave({
    save: async (change: Change) => {
      if ('name' in change) return (await import('../../api/passkeys.ts')).addPasskey(change);
      const { id, ...body } = change;
      return call(credentialEndpoints.removePasskey, { params: { id }, body });
    },
    fallback: t('That did not work. Please try again.'),
    onSaved: () => {
      setForm('closed');
      onChanged();
    },
  });
  const show = (next: Form) => {
    reset();
    setForm(next);
  };
  const props = { isBusy: state === 'saving', onCancel: () => show('closed') };
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="grid divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex min-h-14 items-center gap-3 py-2">
              <KeyRound aria-hidden="true" className="size-5 shrink-0 text-muted" />
              <div className="min-w-0 flex-1">
                <p className="font-strong wrap-anywhere">{passkey.name}</p>
                <p className="text-small text-muted figures">
                  {t('added {time}', { time: minuteTime(passkey.createdAt) })} ·{' '}
                  {passkey.usedAt === null
                    ? t('never used')
                    : t('last used {time}', { time: minuteTime(passkey.usedAt) })}
                </p>
              </div>
              <Button
                look="quiet"
                aria-label={t('Remove {name}', { name: passkey.name })}
                disabled={props.isBusy}
                onClick={() => show(passkey)}
              >
                {t('Remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {(form === 'untouched' || form === 'closed') && (
        <Button
          ref={form === 'closed' ? takeLostFocus : null}
          look="quiet"
          className="justify-self-start"
          onClick={() => show('adding')}
        >
          {t('Add a passkey')}
        </Button>
      )}
      {state === 'refused' && <Banner tone="error">{message}</Banner>}
      {form === 'adding' && <ProofForm button={t('Add passkey')} hasName onProof={submit} {...props} />}
      {typeof form === 'object' && (
        <>
          <p>
            {rich('Remove <passkey>{name}</passkey>? It can no longer log in.', {
              name: form.name,
              passkey: (text) => <span className="font-strong wrap-anywhere">{text}</span>,
            })}
          </p>
          <ProofForm
            key={form.id}
            button={t('Remove passkey')}
            onProof={({ name: _name, ...proof }) => submit({ ...proof, id: form.id })}
            {...props}
          />
        </>
      )}
    </>
  );
}

type Entries = { readonly name: string; readonly password: string; readonly code: string };
type ProofFormProps = {
  readonly button: string;
  readonly hasName?: boolean;
  readonly isBusy: boolean;
  readonly onProof: (proof: { readonly name: string; readonly password: string; readonly code?: string }) => void;
  readonly onCancel: () => void;
};

/** The password, a code if two-factor login is on, and the name of a new passkey. */
const ProofForm = ({ button, hasName = false, isBusy, onProof, onCancel }: ProofFormProps) => (
  <EntryForm<Entries>
    initial={{ name: '', password: '', code: '' }}
    check={({ name, password }): Problems<Entries> => ({
      name: hasName && name.trim() === '' ? t('Please name the passkey') : undefined,
      password: password === '' ? t('Please enter your password') : undefined,
    })}
    onSend={({ name, password, code }) => onProof({ name, password, ...(code.trim() && { code: code.trim() }) })}
  >
    {hasName && (
      <TextInput name="name" label={t('Name of the passkey')} placeholder={t('My phone')} maxLength={60} autoFocus />
    )}
    <PasswordInput name="password" label={t('Your password')} autoComplete="current-password" autoFocus={!hasName} />
    <TextInput
      name="code"
      label={t('Code from your authentication app, if you use one')}
      autoComplete="one-time-code"
      maxLength={40}
    />
    <FormButtons button={button} isBusy={isBusy} onCancel={onCancel} />
  </EntryForm>
);
