import type { PlayerSheet } from '@touchline/core/contract';
import { BadgeCheck, MailQuestion } from 'lucide-react';
import { CopyButton } from '../../ledger/hash-text.tsx';
import { localText } from '../../ledger/moments.ts';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { PartCard } from './part-card.tsx';

/** The player's account. */
export const AccountCard = ({ user }: { readonly user: PlayerSheet['user'] }) => (
  <PartCard title="Account">
    <FactsList>
      <Fact name="Name">{user.name}</Fact>
      <Fact name="Email">
        <span className="mr-2">{user.email}</span>
        {user.isVerified ? (
          <Badge tone="won">
            <BadgeCheck aria-hidden="true" className="size-3.5" />
            Verified
          </Badge>
        ) : (
          <Badge tone="gold">
            <MailQuestion aria-hidden="true" className="size-3.5" />
            Not verified
          </Badge>
        )}
      </Fact>
      <Fact name="Role">
        <span className="capitalize">{user.role}</span>
      </Fact>
      <Fact name="Since">
        <time dateTime={user.createdAt}>{localText(user.createdAt)}</time>
      </Fact>
      <Fact name="Logged in">{user.openSessions === 1 ? 'on 1 device' : `on ${user.openSessions} devices`}</Fact>
      <Fact name="User ID">
        <span className="inline-flex items-center gap-1">
          <span className="font-mono wrap-anywhere">{user.id}</span>
          <CopyButton value={user.id} what="the user ID" />
        </span>
      </Fact>
    </FactsList>
  </PartCard>
);
