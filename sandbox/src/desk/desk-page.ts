import { LEAGUES } from '../football/leagues.ts';
import { OUTAGES, type OutageKind } from '../odds-api/outage.ts';
import { page } from '../pages/layout.ts';
import { html, type Markup } from '../pages/markup.ts';
import type { DeskMatch } from './desk-match.ts';

export type Board = {
  readonly now: number;
  readonly pace: string;
  readonly outage: OutageKind;
  readonly wanted: string;
  readonly matches: readonly DeskMatch[];
};

export function deskPage(board: Board): string {
  return page({
    path: '/desk',
    title: 'Match desk',
    live: `/desk/api/board?q=${encodeURIComponent(board.wanted)}`,
    body: html`<p class="dim">What the odds provider says about matches, and the hand that can change it.</p>
<form method="get" action="/desk"><label>Find a match<input type="search" name="q" value="${board.wanted}" placeholder="team, league or id"></label><button>Find</button></form>
<details class="card"><summary>New match, run by hand</summary>${newFixture()}</details>
<details class="card"><summary>Break the feed</summary>${breakFeed()}</details>
<div id="live">${{ markup: deskBoard(board) }}</div>`,
  });
}

/** The part of the page that refreshes. */
export function deskBoard(board: Board): string {
  const of = (phase: DeskMatch['phase']) =>
    board.matches.filter((match) => match.phase === phase).map((match) => card(match, board.now));
  const part = (title: string, cards: readonly Markup[]) =>
    cards.length > 0 ? html`<h2>${title}</h2>${cards}` : html``;
  const outage = board.outage === 'none' ? html`` : html` <span class="tag suspended">feed: ${board.outage}</span>`;
  return html`<p class="dim">${board.pace} · ${new Date(board.now).toISOString().slice(11, 19)} UTC${outage}</p>
${part('Live', of('live'))}${part('Next', of('upcoming'))}${part('Ended', of('finished'))}`.markup;
}

function card(match: DeskMatch, now: number): Markup {
  const score = match.score ? `${match.score.home}–${match.score.away}` : 'vs';
  const prices = match.prices
    ? html`<span class="prices">1 ${match.prices.home} · X ${match.prices.draw} · 2 ${match.prices.away}${match.totals ? html` · over ${match.totals.point} ${match.totals.over}` : null}</span>`
    : html`<span class="prices">${match.phase === 'finished' ? '' : 'no prices'}</span>`;
  const state =
    match.phase === 'live' ? match.clock : match.phase === 'upcoming' ? inWords(match.kickoffAt, now) : 'ended';
  return html`<section class="card" data-match="${match.id}"><div class="row">
<span class="tag ${match.phase}">${state}</span>
<span class="grow"><strong>${match.homeTeam}</strong> <span class="score">${score}</span> <strong>${match.awayTeam}</strong><br><small class="dim">${match.league}${match.endsBy === 'hand' ? ' · by hand' : match.touched ? ' · touched' : ''}</small></span>
${match.market === 'suspended' && match.phase !== 'finished' ? html`<span class="tag suspended">suspended</span>` : null}${prices}</div>
${match.phase === 'finished' ? null : controls(match, now)}</section>`;
}

function controls(match: DeskMatch, now: number): Markup {
  const call = (what: string) => `/desk/api/matches/${match.id}/${what}`;
  const button = (what: string, body: object, name: string) =>
    html`<form data-call="${call(what)}" data-body="${JSON.stringify(body)}"><button data-key="${match.id} ${name}">${name}</button></form>`;
  const goals =
    match.phase === 'live'
      ? html`${button('goal', { side: 'home' }, `Goal ${match.homeTeam}`)}${button('goal', { side: 'away' }, `Goal ${match.awayTeam}`)}`
      : button('kickoff', { kickoffAt: now }, 'Kick off now');
  const market =
    match.market === 'suspended'
      ? button('market', { market: 'open' }, 'Reopen')
      : button('market', { market: 'suspended' }, 'Suspend');
  return html`<details id="c${match.id}"><summary>Change</summary><div class="row">${goals}${market}</div>
<form data-call="${call('finish')}"><label>Home<input type="number" name="home" min="0" value="${match.score?.home ?? 0}"></label><label>Away<input type="number" name="away" min="0" value="${match.score?.away ?? 0}"></label><button class="stop">Finish now</button></form>
<form data-call="${call('kickoff')}"><label>Kick-off<input type="datetime-local" name="kickoffAt" required></label><button>Move kick-off</button></form>
<form data-call="${call('prices')}"><label>1<input type="number" name="prices.home" step="0.01" min="1.01" value="${match.prices?.home ?? 2.5}"></label><label>X<input type="number" name="prices.draw" step="0.01" min="1.01" value="${match.prices?.draw ?? 3.2}"></label><label>2<input type="number" name="prices.away" step="0.01" min="1.01" value="${match.prices?.away ?? 2.9}"></label><button>Fix prices</button></form>
${button('prices', { prices: null }, 'Free prices')}<small class="dim">${match.id}</small></details>`;
}

function newFixture(): Markup {
  const leagues = LEAGUES.map((league) => html`<option value="${league.key}">${league.title}</option>`);
  return html`<form data-call="/desk/api/fixtures"><label>League<select name="sportKey">${leagues}</select></label>
<label>Home<input name="homeTeam" required></label><label>Away<input name="awayTeam" required></label>
<label>Kick-off<input type="datetime-local" name="kickoffAt" required></label>
<label>1<input type="number" step="0.01" min="1.01" name="prices.home" value="2.50"></label><label>X<input type="number" step="0.01" min="1.01" name="prices.draw" value="3.20"></label><label>2<input type="number" step="0.01" min="1.01" name="prices.away" value="2.90"></label><button class="go">Create</button></form>`;
}

function breakFeed(): Markup {
  const kinds = OUTAGES.map((kind) => html`<option>${kind}</option>`);
  return html`<form data-call="/desk/api/outage"><label>Outage<select name="kind">${kinds}</select></label><label>Seconds<input type="number" name="seconds" min="1" placeholder="until changed"></label><button class="stop">Apply</button></form>`;
}

function inWords(kickoffAt: string, now: number): string {
  const ahead = Date.parse(kickoffAt) - now;
  if (ahead < 3_600_000)
    return `in ${Math.floor(ahead / 60_000)}:${String(Math.floor((ahead / 1000) % 60)).padStart(2, '0')}`;
  return `${kickoffAt.slice(0, 10)} ${kickoffAt.slice(11, 16)} UTC`;
}
