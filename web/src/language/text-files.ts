/** Texts that load together: those of Home, of the other screens, and of staff's screens. */
export type TextPart = 'home' | 'others' | 'staff';

/** The addresses of a build's translations. The page names them in the meta element `texts`; the development server has none. */
export type TextFiles = Readonly<Record<'de' | 'es', Readonly<Record<TextPart, string>>>>;

export function readTextFiles(): TextFiles | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="texts"]')?.content;
  return content === undefined ? undefined : JSON.parse(content);
}
