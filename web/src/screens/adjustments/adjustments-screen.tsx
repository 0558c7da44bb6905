import {
  type AdjustmentState,
  type AdjustmentView,
  adjustmentCauseTexts,
  adjustmentEndpoints,
} from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { call, unlessRefused } from '../../api/call.ts';
import { loadMachine } from '../../api/load-machine.ts';
import { useSave } from '../../api/use-save.ts';
import { localText } from '../../ledger/moments.ts';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { useSession } from '../../session/index.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog, DialogButtons, DialogNotice } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { signedDollarsText } from '../../ui/money.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';
import { capitalized } from '../cases/case-texts.ts';
import { type LoadActor, LoadedPart, RefreshButton } from '../markets/loaded-part.tsx';
import { usePeriodicRefresh } from '../markets/use-auto-refresh.ts';
import { StaffOnly } from '../staff-only.tsx';

/** Adjustments of balances, for admins and auditors; `?user=<id>` shows those of one player. */
export function AdjustmentsScreen() {
  const { user } = useSession();
  const player = new URLSearchParams(useSearch()).get('user') ?? undefined;
  if (user?.role !== 'admin' && user?.role !== 'auditor') return <StaffOnly title={t('Adjustments')} />;
  return <Adjustments key={player ?? ''} player={player} deciderId={user.role === 'admin' ? user.id : undefined} />;
}

/** A decision that an admin has to confirm. */
type PendingDecision = { readonly adjustment: AdjustmentView; readonly how: 'approved' | 'declined' };
type Decider = { readonly deciderId: string | undefined };

function Adjustments({ player, deciderId }: Decider & { readonly player: string | undefined }) {
  const [machine] = useState(() =>
    loadMachine<AdjustmentView[]>(
      () => call(adjustmentEndpoints.list, { query: { user: player } }),
      msg('The adjustments could not be loaded.'),
    ),
  );
  const actor = useActorRef(machine);
  const adjustments = useSelector(actor, ({ context }) => context.value);
  const [decision, setDecision] = useState<PendingDecision>();
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
                'An admin requests one on the page of a player. Another admin approves it, and the operator posts it.',
              )}
            />
          ) : (
            <ul aria-label={t('Adjustments')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
              {adjustments.map((one) => (
                <AdjustmentCard key={one.id} adjustment={one} deciderId={deciderId} onDecide={setDecision} />
              ))}
            </ul>
          )
        }
      </LoadedPart>
      {decision && (
        <ConfirmDecision
          decision={decision}
          current={adjustments?.find(({ id }) => id === decision.adjustment.id)}
          isOwn={decision.adjustment.requested.by.id === deciderId}
          onLeave={() => {
            setDecision(undefined);
            actor.send({ type: 'refresh' });
          }}
        />
      )}
    </>
  );
}

/** For admins only: each time an auditor reads the list is recorded. */
function AutoRefresh({ actor }: { readonly actor: LoadActor<AdjustmentView[]> }) {
  usePeriodicRefresh(actor);
  return null;
}

const stateTexts: Readonly<Record<AdjustmentState, { readonly text: Message; readonly tone: BadgeTone }>> = {
  requested: { text: msg('Waits for approval'), tone: 'gold' },
  approved: { text: msg('Approved, not posted'), tone: 'gold' },
  declined: { text: msg('Declined'), tone: 'neutral' },
  posted: { text: msg('Posted'), tone: 'won' },
};

type CardProps = Decider & {
  readonly adjustment: AdjustmentView;
  readonly onDecide: (decision: PendingDecision) => void;
};

function AdjustmentCard({ adjustment, deciderId, onDecide }: CardProps) {
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
          <Decide adjustment={adjustment} isOwn={requested.by.id === deciderId} onDecide={onDecide} />
        )}
      </Card>
    </li>
  );
}

type DecideProps = Pick<CardProps, 'adjustment' | 'onDecide'> & { readonly isOwn: boolean };

const Decide = ({ adjustment, isOwn, onDecide }: DecideProps) => (
  <div className="grid gap-2">
    {isOwn && <p className="text-small text-muted">{t('You requested it, so another admin has to approve it.')}</p>}
    <div className="flex flex-wrap gap-2">
      {!isOwn && (
        <Button onClick={() => onDecide({ adjustment, how: 'approved' })}>{t('Approve the adjustment')}</Button>
      )}
      <Button look="quiet" onClick={() => onDecide({ adjustment, how: 'declined' })}>
        {isOwn ? t('Withdraw the request') : t('Decline the adjustment')}
      </Button>
    </div>
  </div>
);

type ConfirmProps = {
  readonly decision: PendingDecision;
  /** The current adjustment: another admin may have decided it. */
  readonly current: AdjustmentView | undefined;
  readonly isOwn: boolean;
  readonly onLeave: () => void;
};

/** Asks an admin to confirm a decision about an adjustment, or says who decided it first. */
function ConfirmDecision({ decision: { adjustment, how }, current, isOwn, onLeave }: ConfirmProps) {
  const saving = useSave({
    save: () => call(adjustmentEndpoints.decide, { params: { id: adjustment.id }, body: { how } }),
    fallback: unlessRefused(t("We don't know whether this worked. Refresh before you try again.")),
    onSaved: ({ state }) => {
      toastSuccess(state === 'declined' ? t('Adjustment declined') : t('Adjustment approved'), toastMs.usual);
      onLeave();
    },
  });
  const isBusy = saving.state === 'saving';
  const { user, amount, cause, reason, requested } = adjustment;
  // The list may show this admin's decision before the request is answered.
  if (!isBusy && saving.state !== 'saved' && current?.decided) {
    return (
      <ConfirmDialog title={t('Already decided')} onLeave={onLeave}>
        <DialogNotice onLeave={onLeave}>
          {t(current.state === 'declined' ? '{name} declined this adjustment.' : '{name} approved this adjustment.', {
            name: current.decided.by.name,
          })}
        </DialogNotice>
      </ConfirmDialog>
    );
  }
  const [title, button] =
    how === 'approved'
      ? [t('Approve this adjustment?'), t('Approve {amount}', { amount: signedDollarsText(amount) })]
      : isOwn
        ? [t('Withdraw your request?'), t('Withdraw the request')]
        : [t('Decline this adjustment?'), t('Decline {amount}', { amount: signedDollarsText(amount) })];
  return (
    <ConfirmDialog title={title} isBusy={isBusy} onLeave={onLeave}>
      <div className="grid gap-4">
        {saving.state === 'refused' && <Banner tone="error">{saving.message}</Banner>}
        <div className="grid gap-3 rounded-small bg-raised p-3">
          <FactsList>
            <Fact name={t('Amount')}>
              <strong className="text-figure figures">{signedDollarsText(amount)}</strong>
            </Fact>
            <Fact name={t('For')}>{user.name}</Fact>
            <Fact name={t('Reason')}>
              {capitalized(t(adjustmentCauseTexts[cause]))}
              {reason && `: ${reason}`}
            </Fact>
            <Fact name={t('Requested by')}>{requested.by.name}</Fact>
          </FactsList>
        </div>
        <p className="text-muted">
          {how === 'approved'
            ? t('The balance changes once the operator posts it.')
            : t('The balance does not change.')}
        </p>
        <DialogButtons
          button={button}
          look={how === 'approved' ? 'primary' : 'danger'}
          isBusy={isBusy}
          onPress={() => saving.submit(how)}
          onLeave={onLeave}
        />
      </div>
    </ConfirmDialog>
  );
}
