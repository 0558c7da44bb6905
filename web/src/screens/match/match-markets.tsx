import { type MatchMarkets as Listed, type MatchBook, type MatchRow, matchEndpoints } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { currentLanguage, formatNumber, type Message, msg, t } from '@touchline/core/language';
import { labelText, type MarketGroup, marketGroups, marketTitles, rowMarkets } from '@touchline/core/markets';
import { useMachine } from '@xstate/react';
import { ChevronRight, Pin } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { loadMachine } from '../../api/load-machine.ts';
import { useIsStale, useOnLive } from '../../live/index.ts';
import { Prices, useStaleMarkets } from '../../matches/match-parts.tsx';
import { ageLabel, quotedByText } from '../../matches/match-texts.ts';
import { type Offer, slipMatchId } from '../../matches/offers.ts';
import { useMoment } from '../../matches/use-moment.ts';
import { useHasSlip, useSlip } from '../../slip/index.ts';
import { percentText } from '../../ui/amount-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { applyBook } from './apply-pushes.ts';
import { Builder } from './builder.tsx';
import { CorrectScores } from './correct-scores.tsx';
import { usePinnedMarkets } from './pinned-markets.ts';

type Market = Listed['markets'][number];
// Not translated: keys of `groupTexts`.
const [own, usual] = ['Pinned', 'Popular'] as const;
type Group = MarketGroup | typeof own;
const groupTexts: Readonly<Record<Group, Message>> = {
  Pinned: msg('Pinned'),
  Popular: msg('Popular'),
  Goals: msg('Goals'),
  Handicap: msg('Handicap'),
  Halves: msg('Halves'),
  Scores: msg('Scores'),
};

/** Returns the title of a market in the language of the screen; the server sends it in English. */
function titleOf({ key, title }: Pick<Market, 'key' | 'title'>): string {
  const known = marketTitles[key];
  return known ? t(known) : title;
}

type Props = {
  readonly row: MatchRow;
  /** Content below the markets. It renders once the markets have their height, so that it does not move. */
  readonly children: ReactNode;
};

/** The markets of a match that its row does not have, by group. The search covers all of them. */
export function MatchMarkets({ row, children }: Props) {
  const { all, error, isLoading, retry } = useMarkets(row);
  if (!all && error === undefined) return <Skeleton className="h-120 w-full rounded-card max-lg:h-160" />;
  const title = t(failedText);
  return (
    <>
      {all ? (
        <Markets row={row} all={all} />
      ) : (
        <EmptyState
          title={title}
          {...(error !== undefined && error !== title && { hint: error })}
          action={
            <Button isBusy={isLoading} onClick={retry}>
              {t('Try Again')}
            </Button>
          }
        />
      )}
      {children}
    </>
  );
}

function Markets({ row, all }: { readonly row: MatchRow; readonly all: readonly Market[] }) {
  const [combined, setCombined] = useState<readonly string[]>();
  const markets = combined ? all : all.filter(({ key }) => !rowMarkets.some((ofRow) => ofRow === key));
  const canBet = useHasSlip();
  const [pinned, togglePinned] = usePinnedMarkets();
  const [chosen, setGroup] = useState<Group>(own);
  const [search, setSearch] = useState('');
  if (markets.length === 0) return null;
  const hasPinned = markets.some(({ key }) => pinned.includes(key));
  const picked = chosen === own && !hasPinned ? usual : chosen;
  const wanted = search.trim().toLowerCase();
  const shown = markets.filter(({ key, title, group, selections }) =>
    wanted === ''
      ? picked === own
        ? pinned.includes(key)
        : group === picked
      : [titleOf({ key, title }), ...selections.map(({ label }) => labelText(row.match, label))].some((text) =>
          text.toLowerCase().includes(wanted),
        ),
  );
  const byKey = [...Map.groupBy(shown, ({ key }) => key).values()];
  return (
    <Card aria-labelledby="more-markets" className="grid min-w-0 gap-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="more-markets" className="font-strong">
          {combined ? t('Bet builder') : t('More markets')}
        </h2>
        {canBet && (
          <Button look="quiet" onClick={() => setCombined(combined ? undefined : [])}>
            {combined ? t('Leave the bet builder') : t('Build a bet')}
          </Button>
        )}
      </header>
      {/* A child of the card, so that it stays in view along all markets. */}
      {combined && (
        <Builder row={row} labels={combined} onChange={setCombined} onAdded={() => setCombined(undefined)} />
      )}
      <div className="grid gap-3">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t('Which group')}</legend>
          {[...(hasPinned ? [own] : []), ...marketGroups].map((group) => (
            <button
              key={group}
              type="button"
              aria-pressed={wanted === '' && group === picked}
              onClick={() => {
                setGroup(group);
                setSearch('');
              }}
              className="min-h-11 rounded-round border border-edge/35 px-4 text-small font-strong text-muted hover:text-ink aria-pressed:border-pitch aria-pressed:bg-pitch-soft aria-pressed:text-pitch"
            >
              {t(groupTexts[group])}
            </button>
          ))}
        </fieldset>
        <Field
          label={t('Search markets')}
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          placeholder={t('Over {line}', { line: formatNumber(3.5) })}
        />
      </div>
      {byKey.length === 0 && <p className="text-muted">{t('No markets found.')}</p>}
      {byKey.map((lines) => (
        <MarketLines
          key={lines[0]?.key}
          lines={lines}
          row={row}
          combined={combined}
          onCombine={setCombined}
          isWhole={wanted !== ''}
          isPinned={pinned.includes(lines[0]?.key ?? '')}
          onPin={() => lines[0] && togglePinned(lines[0].key)}
        />
      ))}
    </Card>
  );
}

async function fetchMarkets(id: string) {
  const askedAt = performance.now();
  const answer = await call(matchEndpoints.markets, { params: { matchId: id as MatchId } });
  return answer.ok ? { ...answer, value: { ...answer.value, askedAt } } : answer;
}

const failedText = msg('The markets could not be loaded.');

/** How long to wait for a pushed book after its match has changed. */
const bookMs = 1_500;

type Loading = {
  readonly all: readonly Market[] | undefined;
  /** Why the last request failed, until one succeeds. */
  readonly error: string | undefined;
  readonly isLoading: boolean;
  readonly retry: () => void;
};

/**
 * Loads the markets and applies pushed books; loads them again if the book of a change does not arrive, and when the connection is back:
 * prices change with time alone, too. `all` is undefined until they are loaded.
 */
function useMarkets({ id, s }: MatchRow): Loading {
  const newest = useRef(s);
  /** The version of the match that the markets are at least as new as. */
  const [shown, setShown] = useState(s);
  const [machine] = useState(() => {
    const fetchNewest = () => {
      setShown((known) => Math.max(known, newest.current));
      return fetchMarkets(id);
    };
    return loadMachine(fetchNewest, failedText);
  });
  const [snapshot, send] = useMachine(machine);
  const [pushed, setPushed] = useState<{ readonly book: MatchBook; readonly at: number }>();
  const loaded = snapshot.context.value;
  // While later changes follow, the book of the first one that is not shown yet is awaited.
  const [awaited, setAwaited] = useState(s);
  if (shown >= awaited && awaited < s) setAwaited(s);
  useOnLive('joined', () => send({ type: 'outdated' }));
  useOnLive('book', ({ book }) => {
    if (book.id !== id || book.s < (pushed?.book.s ?? 0) || !loaded) return;
    setShown((known) => Math.max(known, book.s));
    setPushed({ book, at: performance.now() });
    if (!applyBook(loaded.markets, book).isComplete) send({ type: 'outdated' });
  });
  useEffect(() => {
    newest.current = s;
  }, [s]);
  useEffect(() => {
    if (shown >= awaited) return;
    const timer = setTimeout(() => send({ type: 'outdated' }), bookMs);
    return () => clearTimeout(timer);
  }, [shown, awaited, send]);
  // The answer to a request that was sent after the book arrived is newer than the book.
  const isNewer = loaded && pushed && pushed.at >= loaded.askedAt;
  return {
    all: isNewer ? applyBook(loaded.markets, pushed.book).markets : loaded?.markets,
    error: snapshot.context.error,
    isLoading: snapshot.hasTag('loading'),
    retry: () => send({ type: 'refresh' }),
  };
}

type Combining = {
  /** The selections of the bet builder, while it is open. */
  readonly combined: readonly string[] | undefined;
  readonly onCombine: (labels: readonly string[]) => void;
};

type LinesProps = Combining & {
  readonly lines: readonly Market[];
  readonly row: MatchRow;
  readonly isWhole: boolean;
  readonly isPinned: boolean;
  readonly onPin: () => void;
};

/** A market: its most even goal line, and the others on request. */
function MarketLines({ lines, row, combined, onCombine, isWhole, isPinned, onPin }: LinesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { prepare } = useSlip();
  const [first] = lines;
  const main = lines.toSorted((a, b) => unevenness(a) - unevenness(b))[0];
  if (!first || !main) return null;
  const shown = isOpen || isWhole ? lines : [main];
  const id = `market-${first.key}`;
  return (
    <fieldset
      aria-labelledby={id}
      onPointerOver={prepare}
      onFocus={prepare}
      className="grid min-w-0 gap-2 border-t border-line pt-3"
    >
      <div className="flex items-center justify-between gap-2">
        <h3 id={id} className="text-small text-muted">
          {titleOf(first)}
        </h3>
        <IconButton
          label={t('Pin {market}', { market: titleOf(first) })}
          aria-pressed={isPinned}
          onClick={onPin}
          className="aria-pressed:text-pitch"
          icon={<Pin aria-hidden="true" className={classes('size-4', isPinned && 'fill-current')} />}
        />
      </div>
      {shown.map((market) => (
        <Selections key={market.line ?? ''} market={market} row={row} combined={combined} onCombine={onCombine} />
      ))}
      {lines.length > 1 && !isWhole && (
        <Button look="quiet" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('Main line only') : t('More lines ({count})', { count: lines.length - 1 })}
        </Button>
      )}
      <PriceOrigin market={main} match={row.match} />
    </fieldset>
  );
}

/** Returns how far the probability of the first selection is from one half. */
const unevenness = ({ selections }: Market): number => Math.abs((selections[0]?.fair ?? 1) - 0.5);

type SelectionsProps = Combining & { readonly market: Market; readonly row: MatchRow };

function Selections({ market, row, combined, onCombine }: SelectionsProps) {
  const { entries, pick, remove } = useSlip();
  const stale = useStaleMarkets(row, useIsStale(row.league.key));
  // The row is pushed before the markets are loaded again.
  const isOpen = market.state === 'open' && rowMarkets.every((key) => row.markets[key] === 'open');
  const offers = market.selections.map(
    ({ label, odds }): Offer => ({
      label: shortText(labelText(row.match, label)),
      outcome: label,
      text: labelText(row.match, label),
      price: odds,
      state: row.status !== 'open' ? 'closed' : isOpen ? 'open' : 'suspended',
    }),
  );
  const render = (of: readonly Offer[]) => (
    <Prices
      offers={of}
      picked={combined ?? entries.find((entry) => entry.matchId === row.id)?.betOutcome}
      isStale={stale.length > 0}
      onTake={(offer) => (combined ? onCombine([...combined, offer.outcome]) : pick(row, offer))}
      onDrop={({ outcome }) =>
        combined ? onCombine(combined.filter((label) => label !== outcome)) : remove(slipMatchId(row))
      }
    />
  );
  const longest = Math.max(...offers.map(({ label }) => label.length));
  if (market.key === 'correct_score') return <CorrectScores match={row.match} offers={offers} render={render} />;
  return (
    <div
      className={classes(
        'grid gap-2',
        offers.length === 2 ? 'grid-cols-2' : longest > 22 ? 'sm:grid-cols-3' : 'min-[22rem]:grid-cols-3',
      )}
    >
      {render(offers)}
    </div>
  );
}

/** Returns a label without the name of its market, which is shown above it. */
const shortText = (label: string): string => label.replace(/^.*?: /, '');

/** Returns the name of a market as part of a sentence, and who quotes it. */
function quotedTitle(market: Market): string {
  const title = currentLanguage() === 'de' ? titleOf(market) : titleOf(market).toLowerCase();
  return market.quotedBy ? `${title} (${quotedByText(market.quotedBy)})` : title;
}

/** Where the prices of a market come from: their sources, age, fair probabilities and margin. */
function PriceOrigin({ market, match }: { readonly market: Market; readonly match: MatchRow['match'] }) {
  const age = useMoment((now) => ageLabel(market.quotedAt, now));
  const implied = market.selections.reduce((sum, { odds }) => sum + 1 / odds, 0);
  const fair = market.selections.reduce((sum, { fair: p }) => sum + p, 0);
  return (
    <details className="group">
      <summary className="flex min-h-11 items-center gap-2 text-small font-strong text-muted hover:text-ink">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        {t('How this price is made')}
      </summary>
      <p className="text-small text-muted">
        {t(
          market.source === 'derived'
            ? 'Computed from the bookmakers’ prices for the match winner and total goals, {age}. Our margin is {margin}. Without it, the chances are:'
            : 'The bookmakers’ prices for {market}, {age}. Our margin is {margin}. Without it, the chances are:',
          {
            age,
            margin: percentText(implied / fair - 1),
            ...(market.source !== 'derived' && { market: quotedTitle(market) }),
          },
        )}
      </p>
      <ul className="grid gap-x-6 text-small text-muted figures sm:grid-cols-2">
        {market.selections.map(({ label, fair: p }) => (
          <li key={label}>
            {shortText(labelText(match, label))}: {percentText(p)}
          </li>
        ))}
      </ul>
    </details>
  );
}
