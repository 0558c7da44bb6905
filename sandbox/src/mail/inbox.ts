import { html as htmlAnswer, json, nothing, type Route } from '../http/answer.ts';
import { page } from '../pages/layout.ts';
import { html, type Markup } from '../pages/markup.ts';
import type { Mail, Mailbox } from './mailbox.ts';

/** The inbox page: every email the product sent, to any address. JSON under /inbox/api/messages (`?to=` filters). */
export function inboxRoutes(mailbox: Mailbox): Route[] {
  return [
    { method: 'GET', path: '/inbox', run: () => htmlAnswer(inboxPage(mailbox)) },
    { method: 'GET', path: '/inbox/api/board', run: () => json(200, { html: board(mailbox).markup }) },
    {
      method: 'GET',
      path: '/inbox/api/messages',
      run: (asked) => {
        const to = asked.query.get('to')?.toLowerCase();
        const messages = mailbox.all().filter((mail) => !to || mail.to.some((address) => address.toLowerCase() === to));
        return json(200, { messages: messages.map(wireMail) });
      },
    },
    {
      method: 'GET',
      path: '/inbox/api/messages/:id',
      run: (asked) => {
        const mail = mailbox.find(asked.part('id'));
        return mail ? json(200, wireMail(mail)) : json(404, { message: 'There is no such mail.' });
      },
    },
    {
      method: 'DELETE',
      path: '/inbox/api/messages',
      run: () => {
        mailbox.empty();
        return nothing();
      },
    },
    {
      method: 'GET',
      path: '/inbox/:id',
      run: (asked) => {
        const mail = mailbox.find(asked.part('id'));
        return mail
          ? htmlAnswer(mailPage(mail))
          : htmlAnswer(page({ path: '/inbox', title: 'Inbox', body: html`<p>There is no such mail.</p>` }), 404);
      },
    },
  ];
}

const wireMail = (mail: Mail) => ({
  ...mail,
  receivedAt: new Date(mail.receivedAt).toISOString(),
  links: linksOf(mail),
});

/** Returns the URLs in an email, in order, each once. */
function linksOf(mail: Mail): string[] {
  const found = mail.text === '' ? mail.html.replaceAll('&amp;', '&') : mail.text;
  return [...new Set(found.match(/https?:\/\/[^\s"'<>)]+/g) ?? [])];
}

const inboxPage = (mailbox: Mailbox): string =>
  page({
    path: '/inbox',
    title: 'Inbox',
    live: '/inbox/api/board',
    body: html`<p class="dim">Every email the product sent, to any address. Nothing leaves this machine.</p><div id="live">${board(mailbox)}</div>`,
  });

function board(mailbox: Mailbox): Markup {
  const mails = mailbox.all();
  if (mails.length === 0)
    return html`<p class="card dim">No mail yet. Register in the product, or ask for a new password.</p>`;
  return html`${mails.map(
    (
      mail,
    ) => html`<a class="card" style="display:block;text-decoration:none;color:inherit" href="/inbox/${mail.id}" data-key="${mail.id}"><span class="row"><strong class="grow">${mail.subject}</strong><small class="dim">${clock(mail)}</small></span>
<small class="dim">to ${mail.to.join(', ')} · from ${mail.from}</small></a>`,
  )}`;
}

// The frame may not run scripts and inherits the page's policy, so an email cannot fetch anything either.
function mailPage(mail: Mail): string {
  const framed = `<base target="_blank">${mail.html}`;
  const rich = html`<h2>HTML</h2><iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed}"></iframe>`;
  return page({
    path: '/inbox',
    title: mail.subject,
    body: html`<p><a href="/inbox">All mail</a></p><section class="card"><table><tr><td class="dim">From</td><td>${mail.from}</td></tr><tr><td class="dim">To</td><td>${mail.to.join(', ')}</td></tr><tr><td class="dim">At</td><td>${clock(mail)}</td></tr>${mail.attachments.map((each) => html`<tr><td class="dim">File</td><td>${each.name} (${each.bytes} bytes)</td></tr>`)}</table></section>
${mail.html === '' ? null : rich}${mail.text === '' ? null : html`<h2>Text</h2><section class="card"><pre>${linked(mail.text)}</pre></section>`}`,
  });
}

function linked(text: string): Markup {
  const parts = text.split(/(https?:\/\/[^\s"'<>)]+)/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener">${part}</a>` : html`${part}`))}`;
}

const clock = (mail: Mail): string => `${new Date(mail.receivedAt).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
