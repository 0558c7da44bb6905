import type { TotpEnrolment } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { EntryForm, FormButtons } from '../../forms/entry-form.tsx';
import { PasswordInput, TextInput } from '../../forms/inputs.tsx';
import { rich } from '../../language/rich.tsx';
import { CopyButton } from '../../ledger/hash-text.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { takeLostFocus } from '../../ui/take-lost-focus.ts';
import type { Proof } from './second-factor-machine.ts';

type ProofFormProps = {
  readonly button: string;
  readonly look?: 'danger';
  readonly asksForCode: boolean;
  readonly isBusy: boolean;
  readonly onProof: (proof: Proof) => void;
  readonly onCancel: () => void;
};

/** Asks for the password, and for a code if an app is already set up. */
export const ProofForm = ({ button, look, asksForCode, isBusy, onProof, onCancel }: ProofFormProps) => (
  <EntryForm
    initial={{ password: '', code: '' }}
    check={({ password, code }) => ({
      password: password === '' ? t('Please enter your password') : undefined,
      code: asksForCode && code.trim() === '' ? t(codeMissing) : undefined,
    })}
    onSend={({ password, code }) => onProof({ password, code: code.trim() })}
  >
    <PasswordInput name="password" label={t('Password')} autoComplete="current-password" autoFocus />
    {asksForCode && (
      <TextInput
        name="code"
        label={t('Code from the app, or a recovery code')}
        autoComplete="one-time-code"
        maxLength={40}
      />
    )}
    <FormButtons button={button} look={look} isBusy={isBusy} onCancel={onCancel} />
  </EntryForm>
);

const codeMissing = msg('Please enter the code from the app');

type EnrolmentProps = {
  readonly enrolment: TotpEnrolment;
  readonly isBusy: boolean;
  readonly onCode: (code: string) => void;
  readonly onCancel: () => void;
};

/** Shows the secret as QR code and text, and asks for its first code. */
export const EnrolmentForm = ({ enrolment: { qrSvg, secret, url }, isBusy, onCode, onCancel }: EnrolmentProps) => (
  <div className="grid gap-4">
    <ol className="grid list-decimal gap-1 pl-5 text-small text-muted">
      <li>
        {rich('Scan this with your authentication app, or <link>open the app on this device</link>.', {
          link: (text) => (
            <a href={url} className="font-strong text-pitch underline underline-offset-4">
              {text}
            </a>
          ),
        })}
      </li>
      <li>{t('Enter the code it shows.')}</li>
    </ol>
    <div className="flex flex-wrap items-center gap-4">
      {/* Cameras need dark on light in every theme. */}
      <img
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qrSvg)}`}
        alt={t('QR code for the authentication app')}
        width={180}
        height={180}
        className="rounded-small bg-white p-2"
      />
      <div className="min-w-0 flex-1">
        <p className="text-small text-muted">{t('Or enter this key in the app:')}</p>
        <p className="font-strong wrap-anywhere figures">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
      </div>
    </div>
    <EntryForm
      initial={{ code: '' }}
      check={({ code }) => ({ code: code.trim() === '' ? t(codeMissing) : undefined })}
      onSend={({ code }) => onCode(code.trim())}
    >
      <TextInput
        name="code"
        label={t('Code from the app')}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123456"
        autoFocus
        maxLength={40}
      />
      <FormButtons button={t('Confirm')} isBusy={isBusy} onCancel={onCancel} />
    </EntryForm>
  </div>
);

type Props = { readonly codes: readonly string[]; readonly onDone: () => void };

/** Codes that log in without the app, shown once. */
export const RecoveryCodes = ({ codes, onDone }: Props) => (
  <section ref={takeLostFocus} tabIndex={-1} aria-label={t('Recovery codes')} className="grid gap-3">
    <Banner tone="warning">
      <p className="font-strong">{t('Save these recovery codes now. They are not shown again.')}</p>
      <p className="text-small">{t('Each logs you in once without the app.')}</p>
    </Banner>
    <ul className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-small border border-line bg-ground p-3 font-strong figures">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={onDone}>{t('I have saved them')}</Button>
      <span className="inline-flex items-center gap-1 text-small text-muted">
        {rich('<link>Download</link> or copy all', {
          link: (text) => (
            <a
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
              download="touchline-recovery-codes.txt"
              className="inline-flex min-h-11 items-center font-strong text-pitch underline underline-offset-4"
            >
              {text}
            </a>
          ),
        })}{' '}
        <CopyButton value={codes.join('\n')} what={t('the recovery codes')} />
      </span>
    </div>
  </section>
);
