/** Builds markup with every inserted value escaped, except nested markup and lists of it. */
export type Markup = { readonly markup: string };
type Insert = Markup | readonly Markup[] | string | number | null | undefined;

export function html(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Markup {
  return {
    markup: parts.reduce(
      (text, part, index) => text + part + (index < inserts.length ? inserted(inserts[index]) : ''),
      '',
    ),
  };
}

function inserted(value: Insert): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return 'markup' in value ? value.markup : value.map((each) => each.markup).join('');
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
