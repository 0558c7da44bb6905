import { CopyButton } from '../../ledger/hash-text.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { takeLostFocus } from '../../ui/take-lost-focus.ts';

type Props = { readonly codes: readonly string[]; readonly onDone: () => void };

/** Codes that log in without the app, shown once. */
export const RecoveryCodes = ({ codes, onDone }: Props) => (
  <section ref={takeLostFocus} tabIndex={-1} aria-label="Recovery codes" className="grid gap-3">
    <Banner tone="warning">
      <p className="font-strong">Save these recovery codes now. They are not shown again.</p>
      <p className="text-small">Each logs you in once without the app.</p>
    </Banner>
    <ul className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-small border border-line bg-ground p-3 font-strong figures">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={onDone}>I have saved them</Button>
      <span className="inline-flex items-center gap-1 text-small text-muted">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
          download="touchline-recovery-codes.txt"
          className="inline-flex min-h-11 items-center font-strong text-pitch underline underline-offset-4"
        >
          Download
        </a>
        or copy all <CopyButton value={codes.join('\n')} what="the recovery codes" />
      </span>
    </div>
  </section>
);
