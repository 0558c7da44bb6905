import { CircleAlert, CircleCheck, MailCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { classes } from '../ui/classes.ts';

const icons = {
  done: { Icon: CircleCheck, look: 'bg-pitch-soft text-pitch' },
  mail: { Icon: MailCheck, look: 'bg-pitch-soft text-pitch' },
  failed: { Icon: CircleAlert, look: 'bg-live-soft text-live' },
} as const;

type Props = {
  readonly kind: keyof typeof icons;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
};

/** An outcome in one sentence, with the next steps. */
export function OutcomeCard({ kind, title, children, actions }: Props) {
  const { Icon, look } = icons[kind];
  return (
    <div className="mx-auto w-full max-w-md py-4 sm:py-10">
      <Card className="grid justify-items-center gap-4 p-5! text-center sm:p-8!">
        <span className={classes('inline-flex size-14 items-center justify-center rounded-round', look)}>
          <Icon aria-hidden="true" className="size-7" />
        </span>
        <div role={kind === 'failed' ? 'alert' : 'status'} className="grid gap-1">
          <h1 className="text-title font-strong">{title}</h1>
          <div className="text-muted">{children}</div>
        </div>
        <div className="grid w-full gap-2">{actions}</div>
      </Card>
    </div>
  );
}
