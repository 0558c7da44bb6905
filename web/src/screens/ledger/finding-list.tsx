import type { FindingView } from '@touchline/core/contract';
import { type Message, msg, t, textIn } from '@touchline/core/language';
import { NameOf } from '../../ledger/player-names.tsx';
import { titleOf } from '../../payments/transaction-texts.ts';
import { ButtonLink } from '../../ui/button.tsx';

type Props = { readonly findings: readonly FindingView[]; readonly found: number };

/** The findings of a verification, each with its place. `found`: how many there are, as only the first are listed. */
export const FindingList = ({ findings, found }: Props) => (
  <ul aria-label={t('Findings')} className="grid gap-2">
    {findings.map((finding) => (
      <li key={finding.key} className="grid gap-2 rounded-small border border-live/60 bg-live-soft p-3">
        <strong className="font-strong">{textIn(kindTexts, finding.kind) ?? titleOf(finding.kind)}</strong>
        <p className="break-words" lang="en">
          {finding.sentence}
        </p>
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
      <li className="text-muted">{t('{count, plural, other {And # more.}}', { count: found - findings.length })}</li>
    )}
  </ul>
);

const walletHref = (wallet: string, seq: number | undefined): string =>
  `/ledger/wallets/${wallet}${seq === undefined ? '' : `?event=${seq}`}`;

/** The titles of kinds; one that this page does not know yet is shown by its own name: "chain-broken" → "Chain broken". */
const kindTexts: Readonly<Record<string, Message>> = {
  unreadable: msg('Data unreadable'),
  'event-altered': msg('Event altered'),
  'chain-broken': msg('Chain broken'),
  'version-missing': msg('Version missing'),
  'event-unknown': msg('Event unknown'),
  'time-backwards': msg('Time backwards'),
  'balance-negative': msg('Balance negative'),
  'amount-wrong': msg('Amount wrong'),
  'entries-differ': msg('Entries differ'),
  'entries-orphaned': msg('Entries orphaned'),
  'wallet-missing': msg('Wallet missing'),
  'wallet-differs': msg('Wallet differs'),
  'record-altered': msg('Record altered'),
  'record-missing': msg('Record missing'),
  'record-inserted': msg('Record inserted'),
  'log-differs': msg('Log differs'),
  'log-cut': msg('Log cut'),
  'checkpoint-forged': msg('Checkpoint forged'),
  'seal-differs': msg('Seal differs'),
  'bet-missing': msg('Bet missing'),
  'bet-differs': msg('Bet differs'),
  'payout-wrong': msg('Payout wrong'),
  'verdict-wrong': msg('Verdict wrong'),
  'payment-differs': msg('Payment differs'),
  'bonus-differs': msg('Bonus differs'),
  'adjustment-unapproved': msg('Adjustment unapproved'),
  'owner-differs': msg('Owner differs'),
  'book-differs': msg('Book differs'),
  'play-differs': msg('Play differs'),
};
