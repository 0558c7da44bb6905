import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { rich } from '../language/rich.tsx';
import { useSession } from '../session/index.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { addToCaseMachine, type CaseTarget } from './add-to-case-machine.ts';
import { LabelledSelect } from './filter-fields.tsx';

type Props = {
  /** Such as `event:12` or `wallet:<id>`. */
  readonly subjects: readonly string[];
  /** The button's text. */
  readonly label?: string;
};

/** Attaches events or a wallet to an open or a new case, for auditors. */
export const AddToCase = (props: Props) =>
  useSession().user?.role === 'auditor' ? <AuditorsAddToCase key={props.subjects.join()} {...props} /> : null;

function AuditorsAddToCase({ subjects, label = t('Add to case') }: Props) {
  const [snapshot, send] = useMachine(addToCaseMachine, { input: { subjects } });
  const { cases, target, message } = snapshot.context;
  if (snapshot.matches('added')) {
    const caseId = target && 'caseId' in target ? target.caseId : 0;
    return (
      <p role="status" className="text-small">
        {rich('Added to <link>case {caseId}</link>.', {
          caseId,
          link: (text) => (
            <Link href={`/cases/${caseId}`} className="text-pitch underline underline-offset-2">
              {text}
            </Link>
          ),
        })}
      </p>
    );
  }
  if (snapshot.matches('unknown') || snapshot.matches('failed')) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-2 text-small text-live">
        {message}
        <Button look="bare" onClick={() => send({ type: 'retry' })}>
          {t('Try Again')}
        </Button>
      </p>
    );
  }
  if (snapshot.matches('choosing') || snapshot.matches('adding')) {
    return (
      <TargetForm
        cases={cases}
        isBusy={snapshot.matches('adding')}
        onAdd={(chosen) => send({ type: 'add', target: chosen })}
        onCancel={() => send({ type: 'cancel' })}
      />
    );
  }
  return (
    <Button look="quiet" isBusy={snapshot.matches('loading')} onClick={() => send({ type: 'open' })}>
      <FolderPlus aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}

type FormProps = {
  readonly cases: readonly { readonly id: number; readonly title: string }[];
  readonly isBusy: boolean;
  readonly onAdd: (target: CaseTarget) => void;
  readonly onCancel: () => void;
};

function TargetForm({ cases, isBusy, onAdd, onCancel }: FormProps) {
  const [chosen, setChosen] = useState('');
  const [title, setTitle] = useState('');
  const isNew = chosen === '';
  return (
    <form
      className="flex w-full flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(isNew ? { title: title.trim() } : { caseId: Number(chosen) });
      }}
    >
      <LabelledSelect
        label={t('Case')}
        className="w-72 max-sm:w-full"
        value={chosen}
        options={[
          { value: '', label: t('New case') },
          ...cases.map((each) => ({ value: String(each.id), label: `${each.id} · ${each.title}` })),
        ]}
        onPick={setChosen}
      />
      {isNew && (
        <Field
          label={t('Title of the new case')}
          className="min-w-0 flex-1 max-sm:basis-full sm:max-w-96"
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      )}
      <Button type="submit" isBusy={isBusy} disabled={isNew && title.trim() === ''}>
        {isNew ? t('Open case') : t('Add to case')}
      </Button>
      <Button look="bare" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </form>
  );
}
