import { LEAGUES } from '../football/leagues.ts';
import { OUTAGE_KINDS, OUTAGE_SCOPES, OUTAGES } from '../odds-api/outage.ts';
import { page } from '../pages/layout.ts';
import { html, type Markup } from '../pages/markup.ts';
import type { ConsoleMatch } from './console-match.ts';
import { controls } from './controls.ts';
import type { FeedState } from './feed-calls.ts';

export type Board = {
  readonly now: number;
  readonly pace: string;
  readonly feed: FeedState;
  readonly wanted: string;
  readonly matches: readonly ConsoleMatch[];
  readonly calls: readonly { readonly call: string; readonly body: string; readonly does: string }[];
};

export function consolePage(board: Board): string {
  return page({
    path: '/desk',
    title: 'Match console',
    live: `/desk/api/board?q=${encodeURIComponent(board.wanted)}`,
    body: html`<p class="dim">View and change what the odds provider reports about matches.</p>
<form method="get" action="/desk"><label>Find a match<input type="search" name="q" value="${board.wanted}" placeholder="team, league or id"></label><button>Find</button></form>
<details class="card"><summary>New match, run by hand</summary>${newFixture()}</details>
<details class="card"><summary>Break the feed</summary>${breakFeed()}</details>
<details class="card"><summary>The same by HTTP</summary>${byHttp(board)}</details>
<div id="live">${{ markup: consoleBoard(board) }}</div>`,
  });
}

/** The part of the page that refreshes. */
export function consoleBoard(board: Board): string {
  const of = (...phases: ConsoleMatch['phase'][]) =>
    board.matches.filter((match) => phases.includes(match.phase)).map((match) => card(match, board.now));
  const part = (title: string, cards: readonly Markup[]) =>
    cards.length > 0 ? html`<h2>${title}</h2>${cards}` : html``;
  return html`<p class="dim">${board.pace} · ${new Date(board.now).toISOString().slice(11, 19)} UTC · ${feedText(board.feed)}</p>
${part('Live', of('live'))}${part('Next', of('upcoming'))}${part('Off the list', of('postponed', 'cancelled', 'abandoned'))}${part('Ended', of('finished'))}`
    .markup;
}

function feedText({ outage, only, seconds, credits }: FeedState): Markup {
  const left = html`${credits.toLocaleString('en')} credits left`;
  if (outage === 'none') return html`feed: healthy · ${left}`;
  const about = only === 'all' ? '' : ` (${only} only)`;
  const lasts = seconds === null ? ' until changed' : ` for another ${seconds} s`;
  return html`<span class="tag suspended">feed: ${OUTAGES[outage]}${about}${lasts}</span> · ${left}`;
}

function card(match: ConsoleMatch, now: number): Markup {
  const score = match.score ? `${match.score.home}–${match.score.away}` : 'vs';
  const prices = match.prices
    ? html`<span class="prices">1 ${match.prices.home} · X ${match.prices.draw} · 2 ${match.prices.away}${match.totals ? html` · over ${match.totals.point} ${match.totals.over}` : null}</span>`
    : html`<span class="prices">${match.phase === 'finished' ? '' : 'no prices'}</span>`;
  return html`<section class="card" data-match="${match.id}"><div class="row">
<span class="tag ${match.phase}">${stateOf(match, now)}</span>
<span class="grow"><strong>${match.homeTeam}</strong>${reds(match.reds.home)} <span class="score">${score}</span> <strong>${match.awayTeam}</strong>${reds(match.reds.away)}<br><small class="dim">${match.league}${match.endsBy === 'hand' ? ' · by hand' : match.touched ? ' · touched' : ''}${match.corrected ? ' · result corrected' : ''}${relistedText(match)}</small></span>
${match.market === 'suspended' && match.phase === 'live' ? html`<span class="tag suspended">suspended</span>` : null}${prices}</div>
${controls(match, now)}</section>`;
}

const reds = (count: number): Markup =>
  count === 0 ? html`` : html` <small class="reds">${count} red${count > 1 ? 's' : ''}</small>`;

const relistedText = ({ back }: ConsoleMatch): string =>
  back
    ? ` · listed again at ${back.listedAt?.slice(11, 19)} UTC, kick-off ${back.kickoffAt?.slice(0, 16).replace('T', ' ')}`
    : '';

function stateOf(match: ConsoleMatch, now: number): string {
  if (match.phase === 'live') return match.clock ?? 'live';
  if (match.phase === 'upcoming') return kickoffText(match.kickoffAt, now);
  return match.phase === 'finished' ? 'ended' : match.phase;
}

function newFixture(): Markup {
  const leagues = LEAGUES.map((league) => html`<option value="${league.key}">${league.title}</option>`);
  return html`<form data-call="/desk/api/fixtures"><label>League<select name="sportKey">${leagues}</select></label>
<label>Home<input name="homeTeam" required></label><label>Away<input name="awayTeam" required></label>
<label>Kick-off<input type="datetime-local" name="kickoffAt" required></label>
<label>1<input type="number" step="0.01" min="1.01" name="prices.home" value="2.50"></label><label>X<input type="number" step="0.01" min="1.01" name="prices.draw" value="3.20"></label><label>2<input type="number" step="0.01" min="1.01" name="prices.away" value="2.90"></label><label>Prices<select name="pricing"><option value="fixed">as given</option><option value="model">by the model</option></select></label><button class="go">Create</button></form>`;
}

function breakFeed(): Markup {
  const kinds = OUTAGE_KINDS.map((kind) => html`<option value="${kind}">${kind}: ${OUTAGES[kind]}</option>`);
  const scopes = OUTAGE_SCOPES.map((scope) => html`<option>${scope}</option>`);
  return html`<form data-call="/desk/api/outage"><label>Outage<select name="kind">${kinds}</select></label><label>Of<select name="only">${scopes}</select></label><label>Seconds<input type="number" name="seconds" min="1" placeholder="until changed"></label><button class="stop">Apply</button></form>
<form data-call="/desk/api/outage" data-body='{"kind":"none"}'><button class="go">Restore the feed</button></form>
<form data-call="/desk/api/credits"><label>Credits left<input type="number" name="remaining" min="0" value="10"></label><button class="stop">Set credits</button></form>`;
}

function byHttp({ calls }: Board): Markup {
  const rows = calls.map(
    ({ call, body, does }) =>
      html`<tr><td><code>${call}</code><br><code class="dim">${body}</code></td><td>${does}</td></tr>`,
  );
  return html`<p class="dim">As JSON; ID is a match’s id. A refusal is 404, 409 or 422 with a sentence as <code>message</code>.</p><table>${rows}</table>`;
}

function kickoffText(kickoffAt: string, now: number): string {
  const ahead = Date.parse(kickoffAt) - now;
  if (ahead < 3_600_000)
    return `in ${Math.floor(ahead / 60_000)}:${String(Math.floor((ahead / 1000) % 60)).padStart(2, '0')}`;
  return `${kickoffAt.slice(0, 10)} ${kickoffAt.slice(11, 16)} UTC`;
}
