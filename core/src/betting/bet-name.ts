import { inEnglish, msg, t } from '../language/index.ts';
import { selectionText } from '../markets/index.ts';
import { type System, systemText } from './system.ts';

const sizes = [undefined, msg('Single'), msg('Double'), msg('Treble')];
const legsNamed = 3;

type Named = {
  readonly matches: readonly { readonly betOutcome: string; readonly matchName: string }[];
  readonly system?: System | undefined;
};

/** What a bet is on, in English: "Single: Arsenal Win", "Double: Draw + Over 2.5", "Trixie: Draw + Over 2.5 + Arsenal Win". */
export const betName = (bet: Named): string => inEnglish(() => betText(bet));

/** The same in the current language, for the screen. */
export function betText({ matches, system }: Named): string {
  const named = matches.slice(0, legsNamed).map(selectionText).join(' + ');
  const more = matches.length - legsNamed;
  const size = sizes[matches.length];
  const kind = system
    ? systemText(matches.length, system)
    : size
      ? t(size)
      : t('{count}-fold', { count: matches.length });
  return more > 0 ? t('{kind}: {selections} + {more} more', { kind, selections: named, more }) : `${kind}: ${named}`;
}
