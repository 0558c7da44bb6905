import { emailProblem } from '@touchline/core/account';
import {
  messageLength,
  type SupportRequest,
  supportEndpoints,
  supportProblems,
  supportTopics,
} from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { CircleCheck } from 'lucide-react';
import { call } from '../../api/call.ts';
import { useSave } from '../../api/use-save.ts';
import { EntryForm } from '../../forms/entry-form.tsx';
import { TextInput } from '../../forms/inputs.tsx';
import { useSession } from '../../session/index.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Answers } from './answers.tsx';
import { TextAreaInput, TopicInput } from './support-inputs.tsx';

/** Frequent questions, then a form. */
export const SupportScreen = () => (
  <>
    <PageHeading title={t('Support')}>
      <a
        href="#write-to-us"
        className="inline-flex min-h-11 items-center rounded-small px-3 font-strong text-pitch hover:bg-raised lg:hidden"
      >
        {t('Write to us')}
      </a>
    </PageHeading>
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Answers />
      <div id="write-to-us" className="min-w-0 scroll-mt-4">
        <SupportForm />
      </div>
    </div>
  </>
);

/** A message to support. Logged-in users need not enter name and email. */
export function SupportForm() {
  const { user } = useSession();
  const { state, message, request, value, submit, reset } = useSave({
    save: (message: SupportRequest) => call(supportEndpoints.send, { body: message }),
    fallback: t('Your message could not be sent. Please try again.'),
  });
  if (state === 'saved') {
    return (
      <Card aria-label={t('Message sent')} className="grid justify-items-center gap-3 p-6! text-center">
        <CircleCheck aria-hidden="true" className="size-10 text-pitch" />
        <div role="status" className="grid gap-1">
          <h2 className="text-figure font-strong">{t('Message sent')}</h2>
          <p className="wrap-anywhere text-muted">{value?.message}</p>
        </div>
        <Button look="quiet" onClick={reset}>
          {t('Write another message')}
        </Button>
      </Card>
    );
  }
  const isSending = state === 'saving';
  const { name = user?.name ?? '', email = user?.email ?? '', topic = 'other', message: text = '' } = request ?? {};
  return (
    <Card aria-labelledby="message-title" className="grid gap-4 sm:p-5!">
      <header className="grid gap-1">
        <h2 id="message-title" className="text-figure font-strong">
          {t('Write to us')}
        </h2>
        <p className="text-muted">{t('We answer by email. Never send us a password or a card number.')}</p>
      </header>
      {state === 'refused' && <Banner tone="error">{message}</Banner>}
      <EntryForm
        key={user?.id ?? 'guest'}
        initial={{ name, email, topic, message: text }}
        check={problemsOf}
        onSend={(values) => submit({ ...values, topic: topicFrom(values.topic) })}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput name="name" label={t('Name')} autoComplete="name" maxLength={60} />
          <TextInput name="email" label={t('Email')} type="email" autoComplete="email" inputMode="email" />
        </div>
        <TopicInput />
        <TextAreaInput
          name="message"
          label={t('Message')}
          rows={6}
          placeholder={t('What happened, and when? For a bet, its id helps.')}
        />
        <Button type="submit" isBusy={isSending}>
          {isSending ? t('Sending...') : t('Send message')}
        </Button>
      </EntryForm>
    </Card>
  );
}

const topicFrom = (text: string) => supportTopics.find((topic) => topic === text) ?? 'other';

type Values = { readonly name: string; readonly email: string; readonly topic: string; readonly message: string };

const problemsOf = ({ name, email, message }: Values) => ({
  name: name.trim() === '' ? t(supportProblems.nameMissing) : undefined,
  email: emailProblem(email),
  message: messageProblem(message.trim().length),
});

function messageProblem(length: number): string | undefined {
  if (length < messageLength.min) return t(supportProblems.messageTooShort);
  return length > messageLength.max ? t(supportProblems.messageTooLong) : undefined;
}
