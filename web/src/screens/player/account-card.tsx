import type { PlayerSheet } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { BadgeCheck, MailQuestion } from 'lucide-react';
import { roleText } from '../../ledger/audit-texts.ts';
import { CopyButton } from '../../ledger/hash-text.tsx';
import { localText } from '../../ledger/moments.ts';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { PartCard } from './part-card.tsx';

/** The player's account. */
export const AccountCard = ({ user }: { readonly user: PlayerSheet['user'] }) => (
  <PartCard title={t('Account')}>
    <FactsList>
      <Fact name={t('Name')}>{user.name}</Fact>
      <Fact name={t('Email')}>
        <span className="mr-2">{user.email}</span>
        {user.isVerified ? (
          <Badge tone="won">
            <BadgeCheck aria-hidden="true" className="size-3.5" />
            {t('Verified')}
          </Badge>
        ) : (
          <Badge tone="gold">
            <MailQuestion aria-hidden="true" className="size-3.5" />
            {t('Not verified')}
          </Badge>
        )}
      </Fact>
      <Fact name={t('Role')}>{roleText(user.role)}</Fact>
      <Fact name={t('Since')}>
        <time dateTime={user.createdAt}>{localText(user.createdAt)}</time>
      </Fact>
      <Fact name={t('Logged in')}>
        {t('on {count, plural, one {# device} other {# devices}}', { count: user.openSessions })}
      </Fact>
      <Fact name={t('User ID')}>
        <span className="inline-flex items-center gap-1">
          <span className="font-mono wrap-anywhere">{user.id}</span>
          <CopyButton value={user.id} what={t('the user ID')} />
        </span>
      </Fact>
    </FactsList>
  </PartCard>
);
