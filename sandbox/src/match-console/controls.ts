import { html, type Markup } from '../pages/markup.ts';
import type { ConsoleMatch } from './console-match.ts';

/** The buttons of a match that apply at its stage. */
export function controls(match: ConsoleMatch, now: number): Markup {
  const parts = partsOf(match, now);
  return html`<details id="c${match.id}"><summary>Change</summary>${parts}<small class="dim">${match.id}</small></details>`;
}

function partsOf(match: ConsoleMatch, now: number): Markup[] {
  switch (match.phase) {
    case 'upcoming':
      return [
        row([
          button(match, 'kickoff', { kickoffAt: now }, 'Kick off now'),
          market(match),
          button(match, 'switch-venue', {}, 'Switch venue'),
          button(match, 'cancel', {}, 'Cancel match'),
        ]),
        move(match),
        postpone(match),
        finish(match),
        prices(match),
        stoppage(match),
      ];
    case 'live':
      return [
        row([
          ...sides(match, 'goal', 'Goal'),
          ...sides(match, 'red-card', 'Red card'),
          ...sides(match, 'withdraw-goal', 'Take goal back'),
        ]),
        row([
          market(match),
          button(match, 'abandon', {}, 'Abandon match'),
          button(match, 'cancel', {}, 'Cancel match'),
        ]),
        finish(match),
        stoppage(match),
        move(match),
        prices(match),
      ];
    case 'finished':
      return [scoreForm(match, 'correct', 'Correct the result')];
    case 'abandoned':
      return [finish(match), move(match)];
    case 'postponed':
    case 'cancelled':
      return [move(match)];
  }
}

const callOf = (match: ConsoleMatch, what: string): string => `/desk/api/matches/${match.id}/${what}`;
const row = (buttons: readonly Markup[]): Markup => html`<div class="row">${buttons}</div>`;

const button = (match: ConsoleMatch, what: string, body: object, name: string): Markup =>
  html`<form data-call="${callOf(match, what)}" data-body="${JSON.stringify(body)}"><button data-key="${match.id} ${name}">${name}</button></form>`;

const sides = (match: ConsoleMatch, what: string, name: string): Markup[] => [
  button(match, what, { side: 'home' }, `${name} ${match.homeTeam}`),
  button(match, what, { side: 'away' }, `${name} ${match.awayTeam}`),
];

const market = (match: ConsoleMatch): Markup =>
  match.suspendedByHand
    ? button(match, 'market', { market: 'open' }, 'Reopen')
    : html`${button(match, 'market', { market: 'suspended' }, 'Suspend')}${button(match, 'market', { market: 'suspended', feed: 'lingers' }, 'Suspend, old price lingers')}`;

const finish = (match: ConsoleMatch): Markup => scoreForm(match, 'finish', 'Finish now');

const scoreForm = (match: ConsoleMatch, what: string, name: string): Markup =>
  html`<form data-call="${callOf(match, what)}"><label>Home<input type="number" name="home" min="0" value="${match.score?.home ?? 0}"></label><label>Away<input type="number" name="away" min="0" value="${match.score?.away ?? 0}"></label><button class="stop">${name}</button></form>`;

const move = (match: ConsoleMatch): Markup =>
  html`<form data-call="${callOf(match, 'kickoff')}"><label>Kick-off<input type="datetime-local" name="kickoffAt" required></label><button>Move kick-off</button></form>`;

const postpone = (match: ConsoleMatch): Markup =>
  html`<form data-call="${callOf(match, 'postpone')}"><label>New kick-off<input type="datetime-local" name="kickoffAt"></label><label>Off the list, seconds<input type="number" name="hiddenSeconds" min="0" value="30"></label><label>Id<select name="id"><option value="keep">the same</option><option value="new">a new one</option></select></label><button class="stop">Postpone</button></form>`;

const stoppage = (match: ConsoleMatch): Markup =>
  html`<form data-call="${callOf(match, 'stoppage')}"><label>Half<select name="half"><option>1</option><option>2</option></select></label><label>Stoppage, minutes<input type="number" name="minutes" min="0" max="30" step="0.5" value="${Math.round(match.stoppage.second)}"></label><button>Set stoppage time</button></form>`;

const prices = (match: ConsoleMatch): Markup =>
  html`<form data-call="${callOf(match, 'prices')}"><label>1<input type="number" name="prices.home" step="0.01" min="1.01" value="${match.prices?.home ?? 2.5}"></label><label>X<input type="number" name="prices.draw" step="0.01" min="1.01" value="${match.prices?.draw ?? 3.2}"></label><label>2<input type="number" name="prices.away" step="0.01" min="1.01" value="${match.prices?.away ?? 2.9}"></label><button>Fix prices</button></form>
${button(match, 'prices', { prices: null }, 'Free prices')}`;
