import { Secret, TOTP } from 'otpauth';
import { html as htmlAnswer, json, type Route } from '../http/answer.ts';
import { page } from '../pages/layout.ts';
import { html, type Markup } from '../pages/markup.ts';

/** The base32 secret of an account's authentication app. */
export type AuthenticatorAccount = { readonly account: string; readonly secret: string };

/** Stands in for the authenticator app on a phone: shows the accounts' current codes. JSON under /authenticator/api/codes. */
export function authenticatorRoutes(accounts: readonly AuthenticatorAccount[], now: () => number): Route[] {
  const codes = () =>
    accounts.map(({ account, secret }) => ({
      account,
      code: new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() }),
      secondsLeft: Math.ceil((30_000 - (now() % 30_000)) / 1000),
    }));
  const board = (): Markup =>
    accounts.length === 0
      ? html`<p class="card dim">No accounts. Only the demo accounts of npm start have their codes here.</p>`
      : html`<section class="card"><table>${codes().map(
          ({ account, code, secondsLeft }) =>
            html`<tr><td class="dim">${account}</td><td><code style="font-size:1.5rem">${code.slice(0, 3)} ${code.slice(3)}</code></td><td class="dim">${secondsLeft} s left</td></tr>`,
        )}</table></section>`;
  return [
    {
      method: 'GET',
      path: '/authenticator',
      run: () =>
        htmlAnswer(
          page({
            path: '/authenticator',
            title: 'Authenticator',
            live: '/authenticator/api/board',
            body: html`<p class="dim">Stands in for the app on a phone. Each code works once; the next one comes within 30 seconds.</p><div id="live">${board()}</div>`,
          }),
        ),
    },
    { method: 'GET', path: '/authenticator/api/board', run: () => json(200, { html: board().markup }) },
    { method: 'GET', path: '/authenticator/api/codes', run: () => json(200, { codes: codes() }) },
  ];
}
