import { CopyButton } from '../../ledger/hash-text.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { takeLostFocus } from '../../ui/take-lost-focus.ts';

type Props = { readonly codes: readonly string[]; readonly onKept: () => void };

/** The way in without the app, shown once. */
export const RecoveryCodes = ({ codes, onKept }: Props) => (
  <section ref={takeLostFocus} tabIndex={-1} aria-label="Recovery codes" className="grid gap-3">
    <Banner tone="warning">
      <p className="font-strong">Keep these recovery codes now. They are not shown again.</p>
      <p className="text-small">Each lets you in once when the app is not at hand.</p>
    </Banner>
    <ul className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-small border border-line bg-ground p-3 font-strong figures">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={onKept}>I have kept them</Button>
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
