import { maxNameLength, nameProblem } from '@touchline/core/account';
import { ownAccountEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { call } from '../../api/call.ts';
import { useSave } from '../../api/use-save.ts';
import { EntryForm } from '../../forms/entry-form.tsx';
import { TextInput } from '../../forms/inputs.tsx';
import { useSession } from '../../session/index.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';

/** The name that staff sees. */
export function NameForm({ name }: { readonly name: string }) {
  const { refreshProfile } = useSession();
  const { state, message, submit } = useSave({
    save: (body: { readonly name: string }) => call(ownAccountEndpoints.changeProfile, { body }),
    fallback: t('The name could not be saved. Please try again.'),
    onSaved: () => {
      toastSuccess(t('Name saved'), toastMs.usual);
      refreshProfile();
    },
  });
  return (
    <EntryForm
      initial={{ name }}
      check={(values) => ({ name: nameProblem(values.name.trim()) })}
      onSend={(values) => submit({ name: values.name.trim() })}
    >
      {state === 'refused' && <Banner tone="error">{message}</Banner>}
      <div className="grid grid-cols-[minmax(8rem,1fr)_auto] items-start gap-2">
        <TextInput name="name" label={t('Username')} autoComplete="username" maxLength={maxNameLength} />
        <Button type="submit" look="quiet" className="mt-6 h-11.5" isBusy={state === 'saving'}>
          {t('Save name')}
        </Button>
      </div>
    </EntryForm>
  );
}
