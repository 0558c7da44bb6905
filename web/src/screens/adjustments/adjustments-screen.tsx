import {
  type AdjustmentState,
  type AdjustmentView,
  adjustmentCauseTexts,
  adjustmentEndpoints,
} from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { useActorRef } from '@xstate/react';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { call, unlessRefused } from '../../api/call.ts';
import { loadMachine } from '../../api/load-machine.ts';
import { useSave } from '../../api/use-save.ts';
import { localText } from '../../ledger/moments.ts';
import { useSession } from '../../session/index.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { signedDollarsText } from '../../ui/money.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';
import { capitalized } from '../cases/case-texts.ts';
import { type LoadActor, LoadedPart, RefreshButton } from '../markets/loaded-part.tsx';
import { useAutoRefresh } from '../markets/use-auto-refresh.ts';
import { StaffOnly } from '../staff-only.tsx';

/** Adjustments of balances, for admins and auditors; `?user=<id>` shows those of one player. */
export function AdjustmentsScreen() {
  const { user } = useSession();
  const player = new URLSearchParams(useSearch()).get('user') ?? undefined;
  if (user?.role !== 'admin' && user?.role !== 'auditor') return <StaffOnly title={t('Adjustments')} />;
  return <Adjustments key={player ?? ''} player={player} deciderId={user.role === 'admin' ? user.id : undefined} />;
}

type Decider = { readonly deciderId: string | undefined };

function Adjustments({ player, deciderId }: Decider & { readonly player: string | undefined }) {
  const [machine] = useState(() =>
    loadMachine<AdjustmentView[]>(
      () => call(adjustmentEndpoints.list, { query: { user: player } }),
      msg('The adjustments could not be loaded.'),
    ),
  );
  const actor = useActorRef(machine);
  return (
    <>
      {deciderId !== undefined && <AutoRefresh actor={actor} />}
      <PageHeading title={t('Adjustments')}>
        <div className="flex flex-wrap gap-2">
          {player !== undefined && (
            <ButtonLink href="/adjustments" look="quiet">
              {t('All players')}
            </ButtonLink>
          )}
          <RefreshButton actor={actor} />
        </div>
      </PageHeading>
      <LoadedPart actor={actor} loading={t('Loading adjustments...')}>
        {(adjustments) =>
          adjustments.length === 0 ? (
            <EmptyState
              title={t('No adjustments yet')}
              hint={t(
                'An admin asks for one on the page of a player. Another admin approves it, and the operator posts it.',
              )}
            />
          ) : (
            <ul aria-label={t('Adjustments')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
              {adjustments.map((one) => (
                <AdjustmentCard
                  key={one.id}
                  adjustment={one}
                  deciderId={deciderId}
                  onDecided={() => actor.send({ type: 'refresh' })}
                />
              ))}
            </ul>
          )
        }
      </LoadedPart>
    </>
  );
}

/** Only admins may join the room that it listens to. */
function AutoRefresh({ actor }: { readonly actor: LoadActor<AdjustmentView[]> }) {
  useAutoRefresh(actor);
  return null;
}

const stateTexts: Readonly<Record<AdjustmentState, { readonly text: Message; readonly tone: BadgeTone }>> = {
  requested: { text: msg('Waits for approval'), tone: 'gold' },
  approved: { text: msg('Approved, not posted'), tone: 'gold' },
  declined: { text: msg('Declined'), tone: 'neutral' },
  posted: { text: msg('Posted'), tone: 'won' },
};

type CardProps = Decider & { readonly adjustment: AdjustmentView; readonly onDecided: () => void };

function AdjustmentCard({ adjustment, deciderId, onDecided }: CardProps) {
  const { user, amount, cause, reason, state, requested, decided, postedAt } = adjustment;
  const { text, tone } = stateTexts[state];
  return (
    <li>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            href={`/players/${user.id}`}
            className="inline-flex min-h-11 items-center font-strong wrap-anywhere text-pitch underline"
          >
            {user.name}
          </Link>
          <span className="text-figure font-strong figures">{signedDollarsText(amount)}</span>
          <Badge tone={tone}>{t(text)}</Badge>
        </header>
        <p className="wrap-anywhere">
          {capitalized(t(adjustmentCauseTexts[cause]))}
          {reason && `: ${reason}`}
        </p>
        <p className="text-small text-muted figures">
          {t('Requested by {name}, {time}', { name: requested.by.name, time: localText(requested.at) })}
        </p>
        {decided && (
          <p className="text-small text-muted figures">
            {t(state === 'declined' ? 'Declined by {name}, {time}' : 'Approved by {name}, {time}', {
              name: decided.by.name,
              time: localText(decided.at),
            })}
          </p>
        )}
        {state === 'approved' && (
          <p className="text-small wrap-anywhere">
            {t('The operator posts it with npm run ledger -- post-adjustments.')}
          </p>
        )}
        {postedAt && (
          <p className="text-small text-muted figures">
            {t('In the ledger since {time}', { time: localText(postedAt) })}
          </p>
        )}
        {state === 'requested' && deciderId !== undefined && (
          <Decide adjustment={adjustment} isOwn={requested.by.id === deciderId} onDecided={onDecided} />
        )}
      </Card>
    </li>
  );
}

type DecideProps = Pick<CardProps, 'adjustment' | 'onDecided'> & { readonly isOwn: boolean };

function Decide({ adjustment: { id }, isOwn, onDecided }: DecideProps) {
  const saving = useSave({
    save: (how: 'approved' | 'declined') => call(adjustmentEndpoints.decide, { params: { id }, body: { how } }),
    fallback: unlessRefused(t("We don't know whether this worked. Refresh before you try again.")),
    onSaved: ({ state }) => {
      toastSuccess(state === 'declined' ? t('Adjustment declined') : t('Adjustment approved'), toastMs.usual);
      onDecided();
    },
  });
  const isBusy = saving.state === 'saving';
  return (
    <div className="grid gap-2">
      {saving.state === 'refused' && <Banner tone="error">{saving.message}</Banner>}
      {isOwn && <p className="text-small text-muted">{t('You requested it, so another admin has to approve it.')}</p>}
      <div className="flex flex-wrap gap-2">
        {!isOwn && (
          <Button isBusy={isBusy} onClick={() => saving.submit('approved')}>
            {t('Approve the adjustment')}
          </Button>
        )}
        <Button look="quiet" disabled={isBusy} onClick={() => saving.submit('declined')}>
          {isOwn ? t('Withdraw the request') : t('Decline the adjustment')}
        </Button>
      </div>
    </div>
  );
}
