import { useResend } from '../../forms/use-resend.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** Sends the verification link again. */
export function ResendLink({ email }: { readonly email: string }) {
  const { state, message, submit } = useResend();
  if (state === 'saved') return <Banner tone="success">A new link is on its way to {email}.</Banner>;
  return (
    <div className="grid gap-2">
      {state === 'refused' && <Banner tone="error">{message}</Banner>}
      <Button isBusy={state === 'saving'} onClick={() => submit({ email })}>
        Send a new verification link
      </Button>
    </div>
  );
}
