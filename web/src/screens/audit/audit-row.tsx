import type { AuditedAction, RecordedAccess } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { actionInSentence, actionText, inSentence, roleText, subjectKind } from '../../ledger/audit-texts.ts';
import { CopyButton, HashText } from '../../ledger/hash-text.tsx';
import { exactUtcText, localText } from '../../ledger/moments.ts';
import { NameOf } from '../../ledger/player-names.tsx';
import { matchName } from '../../matches/match-texts.ts';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { DetailsToggle, wholeRow } from '../../ui/details-toggle.tsx';
import type { AuditFilter } from './audit-filter.ts';
import { RecordedValues } from './recorded-values.tsx';

type Props = { readonly action: AuditedAction; readonly onNarrow: (change: AuditFilter) => void };
const card = 'rounded-card border border-line bg-surface shadow-card';

/** Who did what to what, when and why; opens to what was recorded before and after. */
export function AuditRow({ action: audited, onNarrow }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const detail = useId();
  const { actor, action, subject, match, reason, at } = audited;
  return (
    <li className={card}>
      <div className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 p-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <strong className="font-strong">{actionText(action)}</strong>
            <span className="min-w-0 truncate text-small text-muted" title={subject}>
              {subjectText(audited)}
            </span>
            <SubjectName subject={subject} />
          </p>
          {reason && <p className="wrap-anywhere">{reason}</p>}
          <p className="flex flex-wrap items-center gap-x-2 text-small text-muted figures">
            <span className="truncate">{actor.name}</span>
            <Badge>{roleText(actor.role)}</Badge>
            <time dateTime={at}>{localText(at)}</time>
          </p>
        </div>
        <DetailsToggle
          of={`${actionInSentence(action)}, ${localText(at)}`}
          isOpen={isOpen}
          detail={detail}
          onToggle={() => setIsOpen(!isOpen)}
          className={wholeRow}
        />
      </div>
      {isOpen && (
        <div id={detail} className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line p-3">
          <RecordedValues before={audited.before} after={audited.after} />
          <FactsList>
            <Fact name={t('Exactly')}>{exactUtcText(at)}</Fact>
            <Fact name={t('By')}>
              {actor.name} <span className="text-muted">{actor.email}</span>{' '}
              {actor.userId && <HashText value={actor.userId} what={t('the user id')} />}
            </Fact>
            <Fact name={t('Subject')}>
              {match && `${subjectText(audited)}, `}
              {subject} <SubjectName subject={subject} />{' '}
              <CopyButton value={subject.slice(subject.indexOf(':') + 1)} what={t("the subject's id")} />
            </Fact>
            <Fact name={t('Request')}>
              <HashText value={audited.requestId} what={t('the request id')} />
            </Fact>
          </FactsList>
          <div className="flex flex-wrap gap-2">
            <Button look="quiet" onClick={() => onNarrow({ actor: actor.userId })}>
              {t('Filter by this person')}
            </Button>
            <Button look="quiet" onClick={() => onNarrow({ subject })}>
              {t('Only this {kind}', { kind: inSentence(subjectKind(subject)) })}
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}

/** The name of a user or of a wallet's owner that an action was about. */
function SubjectName({ subject }: { readonly subject: string }) {
  const [kind = '', id = ''] = subject.split(':');
  return kind === 'user' || kind === 'wallet' ? <NameOf id={id} /> : null;
}

/** "Arsenal vs Chelsea, Nov 20, 2026, 15:00" for a known match, else `match:01937f8a-…` → "match 01937f8a". */
const subjectText = ({ subject, match }: AuditedAction): string =>
  match
    ? `${matchName(match)}, ${localText(match.commenceTime)}`
    : `${inSentence(subjectKind(subject))} ${(subject.split(':')[1] ?? '').slice(0, 8)}`.trim();

const accessLabels: Record<RecordedAccess['action'], Message> = {
  events: msg('Viewed ledger events'),
  export: msg('Exported the ledger'),
  name: msg("Read a player's name"),
  player: msg('Viewed a player'),
  players: msg('Searched for players'),
  proof: msg('Downloaded a proof'),
  wallet: msg('Viewed a wallet'),
};

/** Which staff member viewed which player's data. */
export const AccessRow = ({ access }: { readonly access: RecordedAccess }) => (
  <li className={classes(card, 'grid grid-cols-[minmax(0,1fr)] gap-1 p-3')}>
    <p className="flex flex-wrap items-center gap-x-2">
      <strong className="font-strong">{t(accessLabels[access.action])}</strong>
      {access.walletId && (
        <span className="flex items-center gap-1 text-small">
          <Link href={`/ledger/wallets/${access.walletId}`} className="text-pitch underline">
            {t('Wallet')}
          </Link>
          <NameOf id={access.walletId} />
          <HashText value={access.walletId} what={t('the wallet id')} />
        </span>
      )}
    </p>
    <p className="font-mono text-small wrap-anywhere text-muted">{access.request}</p>
    <p className="flex flex-wrap items-center gap-x-2 text-small text-muted figures">
      {access.name} <Badge>{roleText(access.role)}</Badge> <time dateTime={access.at}>{localText(access.at)}</time>
    </p>
  </li>
);
