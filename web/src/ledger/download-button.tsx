import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { Download as DownloadIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { decimalText } from '../ui/amount-text.ts';
import { Button, type ButtonLook } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { downloadMachine, type FileInput } from './download-machine.ts';

type Props = FileInput & { readonly look?: ButtonLook; readonly children: ReactNode };

/** Saves a file of the server's to the user's disk, however large, and shows the progress. */
export function DownloadButton({ path, fileName, look = 'quiet', children }: Props) {
  const [snapshot, send] = useMachine(downloadMachine, { input: { path, fileName } });
  const { bytes, message } = snapshot.context;
  const isRunning = snapshot.matches('running');
  const isFailed = snapshot.matches('failed');
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <Button look={look} isBusy={isRunning} onClick={() => send({ type: 'start' })}>
          {!isRunning && <DownloadIcon aria-hidden="true" className="size-4" />}
          {children}
        </Button>
        {isRunning && (
          <Button look="bare" onClick={() => send({ type: 'cancel' })}>
            {t('Cancel')}
          </Button>
        )}
      </div>
      <p role="status" className={classes('text-small figures empty:hidden', isFailed ? 'text-live' : 'text-muted')}>
        {isRunning && bytes > 0 && t('{size} so far', { size: sizeText(bytes) })}
        {snapshot.matches('saved') && t('Saved {fileName} ({size}).', { fileName, size: sizeText(bytes) })}
        {isFailed && t('Not saved. {message} Press again to retry.', { message })}
      </p>
    </div>
  );
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats a size: 1536 → "1.5 kB". */
export function sizeText(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const amount = bytes / 1_000 ** power;
  return `${power === 0 ? amount : decimalText(amount, 1)} ${units[power]}`;
}
