import type { FindingView } from '@touchline/core/contract';
import { formatNumber, t } from '@touchline/core/language';
import { NameOf } from '../../ledger/player-names.tsx';
import { ButtonLink } from '../../ui/button.tsx';

type Props = { readonly findings: readonly FindingView[]; readonly found: number };

/** The findings of a verification, each with its place. `found`: how many there are, as only the first are listed. */
export const FindingList = ({ findings, found }: Props) => (
  <ul aria-label={t('Findings')} className="grid gap-2">
    {findings.map((finding) => (
      <li key={finding.key} className="grid gap-2 rounded-small border border-live/60 bg-live-soft p-3">
        <strong className="font-strong">{kindText(finding.kind)}</strong>
        <p className="break-words">{finding.sentence}</p>
        {finding.place.wallet && <NameOf id={finding.place.wallet} />}
        <div className="flex flex-wrap gap-2">
          {finding.place.wallet && (
            <ButtonLink look="quiet" href={walletHref(finding.place.wallet, finding.place.seq)}>
              {finding.place.version === undefined
                ? t('Open wallet')
                : t('Open version {version}', { version: finding.place.version })}
            </ButtonLink>
          )}
        </div>
      </li>
    ))}
    <li>
      <ButtonLink look="quiet" href="/cases?kind=verification">
        {t('Open cases')}
      </ButtonLink>
    </li>
    {found > findings.length && (
      <li className="text-muted">{t('And {count} more.', { count: formatNumber(found - findings.length) })}</li>
    )}
  </ul>
);

const walletHref = (wallet: string, seq: number | undefined): string =>
  `/ledger/wallets/${wallet}${seq === undefined ? '' : `?event=${seq}`}`;

/** Formats a kind: "chain-broken" → "Chain broken". */
const kindText = (kind: string): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('-', ' ')}`;
