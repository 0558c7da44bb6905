import { currentLanguage, t } from '@touchline/core/language';
export type EmailMessage = { readonly subject: string; readonly text: string; readonly html: string };

/** A plain string is a paragraph. */
type Block =
  | string
  | { readonly facts: readonly Fact[] }
  | { readonly link: string; readonly label?: string }
  | { readonly link: string; readonly button: string }
  | { readonly note: string }
  | { readonly quote: string };
export type Fact = readonly [name: string, value: string];
/** The name is empty if it must not be shown. */
export type Recipient = { readonly name: string };

/**
 * Composes an email as plain text and as HTML, in which every value is escaped. With a recipient it has a greeting and a signature.
 */
export function composeEmail(subject: string, blocks: readonly Block[], to?: Recipient): EmailMessage {
  const all = to ? [greetingOf(to), ...blocks, 'Touchline'] : blocks;
  return {
    subject,
    text: all.map(textOf).join('\n\n'),
    html:
      `<!doctype html><html lang="${currentLanguage()}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>` +
      `<body style="font-family:system-ui,sans-serif;line-height:1.5;color:#16202c;max-width:32rem;margin:2rem auto;padding:0 1rem">` +
      `${all.map(htmlOf).join('')}</body></html>`,
  };
}

const greetingOf = ({ name }: Recipient): string => (name === '' ? t('Hello,') : t('Hello {name},', { name }));

function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  if ('facts' in block) return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  if ('link' in block) return 'label' in block ? `${block.label}: ${block.link}` : block.link;
  return 'note' in block ? block.note : block.quote;
}

function htmlOf(block: Block): string {
  if (typeof block === 'string') return `<p>${escaped(block)}</p>`;
  if ('facts' in block) return `<p${gray}>${block.facts.map((fact) => escaped(fact.join(': '))).join('<br>')}</p>`;
  if ('note' in block) return `<p${gray}>${escaped(block.note)}</p>`;
  if ('quote' in block) return `<p style="white-space:pre-wrap">${escaped(block.quote)}</p>`;
  const link = escaped(block.link);
  if ('button' in block) {
    return (
      `<p><a href="${link}" style="${buttonStyle}">${escaped(block.button)}</a></p>` +
      `<p${gray}>${escaped(t('Or open this address:'))}<br>${link}</p>`
    );
  }
  return `<p>${block.label === undefined ? '' : `${escaped(block.label)}: `}<a href="${link}">${link}</a></p>`;
}

const gray = ' style="color:#5b6472"';
const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6b3a;color:#ffffff;text-decoration:none';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
