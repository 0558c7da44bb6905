import { marketEndpoints, type OperatedMatchDetail, type ProposalView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { leagueOf } from '@touchline/core/matches';
import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { useParams } from 'wouter';
import { CallFailed, call, isNotFound } from '../../api/call.ts';
import { loadMachine } from '../../api/load-machine.ts';
import { scoreText } from '../../bets/leg-moment.ts';
import { localText } from '../../ledger/moments.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BackLink, PageHeading } from '../../ui/page-heading.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';
import { ActionDialog, type PendingAction } from './action-dialog.tsx';
import { CashOutSwitch } from './betting-switch.tsx';
import { BooksCard } from './books-card.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { type DecisionForm, emptyWindow, formWith } from './decision-form.ts';
import { ownBetText } from './decision-text.ts';
import { LoadedPart, RefreshButton } from './loaded-part.tsx';
import { MarketsCard } from './market-cards.tsx';
import { countBets } from './market-filter.ts';
import { MarketHistory } from './market-history.tsx';
import { MatchBadges } from './market-row.tsx';
import { ConfirmProposal, ProposalCard } from './proposal-card.tsx';
import { ReportsCard } from './reports-card.tsx';
import { ReviewsCard } from './reviews-card.tsx';
import { ScoreExposureCard } from './score-exposure-card.tsx';
import { TicketsCard } from './tickets-card.tsx';
import { useAutoRefresh } from './use-auto-refresh.ts';
import { VoidBetsCard } from './void-bets-card.tsx';

/** One match for admins: its markets, its result, and what needs attention. */
export function MarketScreen() {
  const { matchId = '' } = useParams<{ matchId: string }>();
  const [missing, setMissing] = useState<string>();
  if (missing === matchId) {
    return (
      <>
        <PageHeading title={t('Match')} />
        <EmptyState
          title={t('Match not found.')}
          hint={t('The link may be incomplete.')}
          action={<ButtonLink href="/markets">{t('All matches')}</ButtonLink>}
        />
      </>
    );
  }
  return <Market key={matchId} matchId={matchId.toLowerCase()} onMissing={() => setMissing(matchId)} />;
}

/** The dialog over the page. */
type OpenDialog =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'decision'; readonly form: DecisionForm }
  | { readonly kind: 'action'; readonly action: PendingAction }
  | { readonly kind: 'confirmation'; readonly proposal: ProposalView };

function Market({ matchId, onMissing }: { readonly matchId: string; readonly onMissing: () => void }) {
  const [machine] = useState(() =>
    loadMachine<OperatedMatchDetail>(async () => {
      const answer = await call(marketEndpoints.read, { params: { matchId } });
      if (!answer.ok && isNotFound(new CallFailed(answer.refusal))) onMissing();
      return answer;
    }, t('The match could not be loaded.')),
  );
  const actor = useActorRef(machine);
  const match = useSelector(actor, ({ context }) => context.value);
  useAutoRefresh(actor, { matchId });
  const [dialog, setDialog] = useState<OpenDialog>({ kind: 'nothing' });
  const close = () => setDialog({ kind: 'nothing' });
  const confirm = (action: PendingAction) => setDialog({ kind: 'action', action });
  const decide = (form: DecisionForm) => setDialog({ kind: 'decision', form });
  const closeAndRefresh = () => {
    close();
    actor.send({ type: 'refresh' });
  };
  return (
    <>
      <BackLink href="/markets">{t('All matches')}</BackLink>
      <PageHeading title={match ? `${match.homeTeam} – ${match.awayTeam}` : t('Match')}>
        <RefreshButton actor={actor} />
      </PageHeading>
      <LoadedPart actor={actor} loading={t('Loading the match...')}>
        {(value) => (
          <>
            <Head match={value} onDecide={decide} />
            {value.proposal && (
              <ProposalCard
                proposal={value.proposal}
                hasOwnBet={value.hasOwnBet}
                onAction={confirm}
                onConfirm={(proposal) => setDialog({ kind: 'confirmation', proposal })}
              />
            )}
            <ReviewsCard match={value} onAction={confirm} />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[repeat(auto-fit,minmax(26rem,1fr))]">
              <MarketsCard match={value} onAction={confirm} />
              <ScoreExposureCard match={value} />
            </div>
            {value.status === 'open' && (
              <CashOutSwitch
                matchId={matchId}
                closures={value.closures}
                limits={value.limits}
                onSwitched={() => actor.send({ type: 'refresh' })}
              />
            )}
            <BooksCard match={value} />
            <TicketsCard matchId={matchId} bets={countBets(value)} />
            <VoidBetsCard match={value} onLift={decide} />
            <ReportsCard reports={value.reports} />
            <MarketHistory match={value} />
          </>
        )}
      </LoadedPart>
      {dialog.kind === 'decision' && match && (
        <DecisionDialog
          match={match}
          form={dialog.form}
          onLeave={(outcome) => (outcome === 'changed' ? closeAndRefresh() : close())}
        />
      )}
      {dialog.kind === 'confirmation' && match && (
        <ConfirmProposal proposal={dialog.proposal} match={match} onLeave={closeAndRefresh} />
      )}
      {dialog.kind === 'action' && (
        <ActionDialog
          action={dialog.action}
          onLeave={closeAndRefresh}
          onDone={(success) => {
            toastSuccess(success, toastMs.usual);
            closeAndRefresh();
          }}
        />
      )}
    </>
  );
}

type HeadProps = { readonly match: OperatedMatchDetail; readonly onDecide: (form: DecisionForm) => void };

function Head({ match, onDecide }: HeadProps) {
  return (
    <Card aria-label={t('Result')} className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="grid gap-2">
        <p className="text-muted figures">
          {leagueOf(match.leagueKey)?.title ?? match.leagueKey} ·{' '}
          <time dateTime={match.commenceTime}>{localText(match.commenceTime)}</time>
        </p>
        {match.score && <p className="text-title font-strong figures">{scoreText(match.score)}</p>}
        <MatchBadges match={match} />
      </div>
      {match.proposal || match.hasOwnBet ? (
        <p className="max-w-64 text-small text-muted">
          {match.hasOwnBet
            ? t(ownBetText)
            : t('A decision awaits a second admin. No other result can be entered until then.')}
        </p>
      ) : (
        <div className="grid gap-2 sm:flex sm:flex-wrap sm:justify-end">
          <Button look="quiet" onClick={() => onDecide(formWith(match.rulings.at(-1)?.decision.halfTime))}>
            {match.status === 'open' ? t('Enter result or void') : t('Correct or void result')}
          </Button>
          <Button look="quiet" onClick={() => onDecide(emptyWindow)}>
            {t('Void bets by time')}
          </Button>
        </div>
      )}
    </Card>
  );
}
