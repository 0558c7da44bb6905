import type { PlayerSheet } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { actionText } from '../../ledger/audit-texts.ts';
import { localText } from '../../ledger/moments.ts';
import { PartCard } from './part-card.tsx';

/** Admin decisions about this player, from the audit log. */
export const DecisionsCard = ({ sheet: { actions, user } }: { readonly sheet: PlayerSheet }) => (
  <PartCard
    title={t('Admin decisions')}
    more={{ href: `/audit?subject=${encodeURIComponent(`user:${user.id}`)}`, text: t('View in audit log') }}
  >
    {actions.length === 0 ? (
      <p className="text-muted">{t('No decisions yet.')}</p>
    ) : (
      <ul className="divide-y divide-line">
        {actions.map(({ id, action, reason, actor, at }) => (
          <li key={id} className="grid gap-0.5 py-2">
            <strong className="font-strong">{actionText(action)}</strong>
            {reason && <p className="wrap-anywhere">{reason}</p>}
            <p className="text-small text-muted figures">
              {actor.name}, <time dateTime={at}>{localText(at)}</time>
            </p>
          </li>
        ))}
      </ul>
    )}
  </PartCard>
);
