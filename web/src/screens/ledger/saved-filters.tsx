import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { savedFiltersMachine } from './saved-filters-machine.ts';

type Props = {
  /** The query of the address with the current filter; empty without one. */
  readonly search: string;
  readonly onChoose: (search: string) => void;
};

/** Opens, saves and deletes the auditor's own filters. */
export function SavedFilters({ search, onChoose }: Props) {
  const [snapshot, send] = useMachine(savedFiltersMachine);
  const { filters, message } = snapshot.context;
  const current = filters.find((filter) => filter.search === search);
  if (snapshot.matches('loading')) return null;
  if (snapshot.matches('failed')) {
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-2 text-small text-muted">
        {message}
        <Button look="bare" onClick={() => send({ type: 'retry' })}>
          {t('Try Again')}
        </Button>
      </p>
    );
  }
  return (
    <>
      {filters.length > 0 && (
        <Select
          label={t('Saved filters')}
          className="w-52 max-sm:w-full"
          value={current?.id ?? ''}
          options={[
            { value: '', label: t('Saved filters') },
            ...filters.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onPick={(id) => onChoose(filters.find((filter) => filter.id === id)?.search ?? '')}
        />
      )}
      {current && (
        <IconButton
          label={t('Delete the filter {name}', { name: current.name })}
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          disabled={snapshot.matches('deleting')}
          onClick={() => send({ type: 'delete', id: current.id })}
        />
      )}
      {snapshot.matches('naming') || snapshot.matches('saving') ? (
        <NameForm
          isSaving={snapshot.matches('saving')}
          problem={message}
          onSave={(name) => send({ type: 'save', name, search })}
          onCancel={() => send({ type: 'cancel' })}
        />
      ) : (
        search !== '' &&
        !current && (
          <Button look="bare" onClick={() => send({ type: 'begin' })}>
            <Bookmark aria-hidden="true" className="size-4" />
            {t('Save filter')}
          </Button>
        )
      )}
      {snapshot.matches('shown') && message && (
        <p role="alert" className="text-small text-live">
          {message}
        </p>
      )}
    </>
  );
}

type FormProps = {
  readonly isSaving: boolean;
  readonly problem: string;
  readonly onSave: (name: string) => void;
  readonly onCancel: () => void;
};

function NameForm({ isSaving, problem, onSave, onCancel }: FormProps) {
  const [name, setName] = useState('');
  return (
    <form
      className="flex w-full flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(name.trim());
      }}
    >
      <Field
        label={t('Name of the filter')}
        className="min-w-40 flex-1 sm:max-w-72"
        maxLength={60}
        autoFocus
        value={name}
        error={problem === '' ? undefined : problem}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={name.trim() === ''} isBusy={isSaving}>
        {t('Save filter')}
      </Button>
      <Button look="bare" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </form>
  );
}
