import { useMachine } from '@xstate/react';
import { Download as DownloadIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { fromCallback } from 'xstate';
import { download } from '../api/download.ts';
import { Button, type ButtonLook } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { type DownloadInput, downloadMachine } from './download-machine.ts';

type Props = DownloadInput & { readonly look?: ButtonLook; readonly children: ReactNode };

/** Saves a file of the server's to the reader's disk, however large, and says how far it is. */
export function DownloadButton({ path, fileName, look = 'quiet', children }: Props) {
  const [machine] = useState(() => downloadMachine.provide({ actors: { save: saving } }));
  const [snapshot, send] = useMachine(machine, { input: { path, fileName } });
  const { bytes, message } = snapshot.context;
  const isRunning = snapshot.matches('running');
  const isFailed = snapshot.matches('failed');
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <Button look={look} isBusy={isRunning} onClick={() => send({ type: 'download pressed' })}>
          {!isRunning && <DownloadIcon aria-hidden="true" className="size-4" />}
          {children}
        </Button>
        {isRunning && (
          <Button look="bare" onClick={() => send({ type: 'cancel pressed' })}>
            Cancel
          </Button>
        )}
      </div>
      <p role="status" className={classes('text-small figures empty:hidden', isFailed ? 'text-live' : 'text-muted')}>
        {isRunning && bytes > 0 && `${sizeText(bytes)} so far`}
        {snapshot.matches('saved') && `Saved ${fileName} (${sizeText(bytes)}).`}
        {isFailed && `Not saved. ${message} Press again to retry.`}
      </p>
    </div>
  );
}

const saving = fromCallback<{ type: never }, DownloadInput>(({ input, sendBack }) => {
  const stop = new AbortController();
  const onBytes = (bytes: number) => sendBack({ type: 'bytes arrived', bytes });
  void download({ ...input, signal: stop.signal, onBytes }).then((outcome) => sendBack({ type: 'ended', outcome }));
  return () => stop.abort();
});

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** 1536 → "1.5 kB". */
export function sizeText(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const amount = bytes / 1_000 ** power;
  return `${power === 0 ? amount : amount.toFixed(1)} ${units[power]}`;
}
