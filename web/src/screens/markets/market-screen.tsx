import type { OperatedMatchDetail } from '@touchline/core/contract';
import { leagueOf } from '@touchline/core/matches';
import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { useParams } from 'wouter';
import { loadMachine } from '../../api/load-machine.ts';
import { fetchMarket } from '../../api/markets.ts';
import { localText } from '../../ledger/moments.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';
import { type Asking, AskingDialog } from './asking-dialog.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { type DecisionForm, emptyForm, emptyWindow } from './decision-form.ts';
import { LoadedPart, RefreshButton } from './loaded-part.tsx';
import { MarketHistory } from './market-history.tsx';
import { ExposureCard, MarketsCard } from './market-parts.tsx';
import { MatchBadges } from './market-row.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { ReviewsCard } from './reviews-card.tsx';
import { useFollowing } from './use-following.ts';
import { VoidBetsCard } from './void-bets-card.tsx';

/** One match for operators: its markets, its result, and what waits for a person. */
export function MarketScreen() {
  const { matchId = '' } = useParams<{ matchId: string }>();
  return <Market key={matchId} matchId={matchId} />;
}

/** What stands over the page. */
type Over =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'decision'; readonly form: DecisionForm }
  | { readonly kind: 'reason'; readonly asking: Asking };

function Market({ matchId }: { readonly matchId: string }) {
  const [machine] = useState(() =>
    loadMachine<OperatedMatchDetail>(() => fetchMarket(matchId), 'The match could not be loaded.'),
  );
  const actor = useActorRef(machine);
  const match = useSelector(actor, ({ context }) => context.value);
  useFollowing(actor, { matchId });
  const [over, setOver] = useState<Over>({ kind: 'nothing' });
  const close = () => setOver({ kind: 'nothing' });
  const ask = (asking: Asking) => setOver({ kind: 'reason', asking });
  const decide = (form: DecisionForm) => setOver({ kind: 'decision', form });
  const lookAgain = () => {
    close();
    actor.send({ type: 'refresh' });
  };
  return (
    <>
      <BackLink href="/markets">All matches</BackLink>
      <PageHeading title={match ? `${match.homeTeam} – ${match.awayTeam}` : 'Match'}>
        <RefreshButton actor={actor} />
      </PageHeading>
      <LoadedPart actor={actor} loading="Loading the match...">
        {(value) => (
          <>
            <Head match={value} onDecide={decide} />
            {value.proposal && <ProposalCard proposal={value.proposal} onAsk={ask} onChanged={lookAgain} />}
            <ReviewsCard reviews={value.reviews} onAsk={ask} />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
              <MarketsCard match={value} onAsk={ask} />
              <ExposureCard match={value} />
            </div>
            <VoidBetsCard match={value} onLift={decide} />
            <MarketHistory match={value} />
          </>
        )}
      </LoadedPart>
      {over.kind === 'decision' && match && (
        <DecisionDialog match={match} form={over.form} onLeave={(so) => (so === 'changed' ? lookAgain() : close())} />
      )}
      {over.kind === 'reason' && (
        <AskingDialog
          asking={over.asking}
          onLeave={lookAgain}
          onDone={(said) => {
            toastSuccess(said, toastMs.usual);
            lookAgain();
          }}
        />
      )}
    </>
  );
}

type HeadProps = { readonly match: OperatedMatchDetail; readonly onDecide: (form: DecisionForm) => void };

function Head({ match, onDecide }: HeadProps) {
  return (
    <Card aria-label="Result" className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="grid gap-2">
        <p className="text-muted figures">
          {leagueOf(match.leagueKey)?.title ?? match.leagueKey} ·{' '}
          <time dateTime={match.commenceTime}>{localText(match.commenceTime)}</time>
        </p>
        {match.score && (
          <p className="text-title font-strong figures">
            {match.score.home}–{match.score.away}
          </p>
        )}
        <MatchBadges match={match} />
      </div>
      {match.proposal ? (
        <p className="max-w-64 text-small text-muted">
          A decision waits for a second admin. Nothing else can be entered until then.
        </p>
      ) : (
        <div className="grid gap-2 sm:flex sm:flex-wrap sm:justify-end">
          <Button look="quiet" onClick={() => onDecide(emptyForm)}>
            {match.status === 'open' ? 'Enter result or void' : 'Correct or void result'}
          </Button>
          <Button look="quiet" onClick={() => onDecide(emptyWindow)}>
            Void bets of a time
          </Button>
        </div>
      )}
    </Card>
  );
}
