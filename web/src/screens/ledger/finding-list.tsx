import type { FindingView } from '@touchline/core/contract';
import { ButtonLink } from '../../ui/button.tsx';

/** The findings of a verification: each kind once, with its first location. */
export const FindingList = ({ findings }: { readonly findings: readonly FindingView[] }) => (
  <ul aria-label="Findings" className="grid gap-2">
    {findings.map((finding) => (
      <li key={finding.kind} className="grid gap-2 rounded-small border border-live/60 bg-live-soft p-3">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <strong className="font-strong">{kindText(finding.kind)}</strong>
          <span className="text-small text-muted figures">
            {finding.count === 1 ? 'once' : `${finding.count.toLocaleString('en-US')} times`}
          </span>
        </p>
        <p>{finding.sentence}</p>
        <div className="flex flex-wrap gap-2">
          {finding.first.wallet && (
            <ButtonLink look="quiet" href={walletHref(finding.first.wallet, finding.first.seq)}>
              {finding.first.version === undefined ? 'Open wallet' : `Open version ${finding.first.version}`}
            </ButtonLink>
          )}
        </div>
      </li>
    ))}
  </ul>
);

const walletHref = (wallet: string, seq: number | undefined): string =>
  `/ledger/wallets/${wallet}${seq === undefined ? '' : `?event=${seq}`}`;

/** Formats a kind: "chain-broken" → "Chain broken". */
const kindText = (kind: string): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('-', ' ')}`;
