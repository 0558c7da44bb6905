import { html as htmlAnswer, type Route } from '../http/answer.ts';
import { page } from './layout.ts';
import { html } from './markup.ts';

/** The first page: the stand-ins and their addresses. */
export function overviewRoute(about: { readonly pace: () => string; readonly smtpUrl: () => string }): Route {
  const place = (path: string, name: string, words: string) =>
    html`<a class="card" style="display:block;text-decoration:none;color:inherit" href="${path}"><strong>${name}</strong><br><span class="dim">${words}</span></a>`;
  return {
    method: 'GET',
    path: '/',
    run: (asked) =>
      htmlAnswer(
        page({
          path: '/',
          title: 'The outside world, on this machine',
          body: html`<p class="dim">${about.pace()}</p>
${place('/desk', 'Match console', 'View and change matches, scores and prices of the odds provider, or break its feed.')}
${place('/payments', 'Payment console', 'View payments of the payment provider: pay, refund, charge back or resend the webhook.')}
${place('/inbox', 'Inbox', 'Every mail the product sent.')}
${place('/authenticator', 'Authenticator', 'The codes that the demo admin and auditor log in with.')}
<h2>Addresses for the product</h2><section class="card"><table>
<tr><td class="dim">Odds</td><td><code>${asked.origin}/v4/sports</code> (The Odds API v4)</td></tr>
<tr><td class="dim">Results</td><td><code>${asked.origin}/v4/competitions</code> (football-data.org v4)</td></tr>
<tr><td class="dim">Payments</td><td><code>${asked.origin}/v2/payments</code> (Mollie v2)</td></tr>
<tr><td class="dim">Push</td><td><code>${asked.origin}/push/api/subscriptions</code> (RFC 8030)</td></tr>
<tr><td class="dim">Time stamps</td><td><code>${asked.origin}/timestamp</code> (RFC 3161)</td></tr>
<tr><td class="dim">Mail</td><td><code>${about.smtpUrl()}</code> (SMTP)</td></tr></table></section>`,
        }),
      ),
  };
}
