import { t } from '@touchline/core/language';
import { Copy } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { toastError, toastSuccess } from '../ui/toast.ts';

/** A hash or id shortened for display: "3f2a9c1e…b04d". */
export const shortHash = (hash: string): string => (hash.length > 16 ? `${hash.slice(0, 8)}…${hash.slice(-4)}` : hash);

/** A shortened hash or id, with a button that copies it in full. */
export const HashText = ({ value, what }: { readonly value: string; readonly what: string }) => (
  <span className="inline-flex items-center gap-1">
    <span title={value} className="font-mono">
      {shortHash(value)}
    </span>
    <CopyButton value={value} what={what} />
  </span>
);

export const CopyButton = ({ value, what }: { readonly value: string; readonly what: string }) => (
  <IconButton
    label={t('Copy {what}', { what })}
    className="-my-3"
    icon={<Copy aria-hidden="true" className="size-4" />}
    onClick={() => void copyText(value, what)}
  />
);

/** Copies a text and says so. */
export async function copyText(value: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    toastSuccess(t('Copied {what}', { what }));
  } catch {
    toastError(t('Your browser did not let us copy {what}.', { what }));
  }
}
