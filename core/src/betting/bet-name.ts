const sizes = ['', 'Single', 'Double', 'Treble'];
const legsNamed = 3;

/** What a bet is on: "Single: Arsenal Win", "Double: Draw + Over 2.5", "Trixie: Draw + Over 2.5 + Arsenal Win". */
export function betName({
  matches,
  system,
}: {
  readonly matches: readonly { readonly betOutcome: string }[];
  readonly system?: { readonly name: string } | undefined;
}): string {
  const named = matches.slice(0, legsNamed).map(({ betOutcome }) => betOutcome);
  const more = matches.length - named.length;
  const size = system?.name ?? sizes[matches.length] ?? `${matches.length}-fold`;
  return `${size}: ${named.join(' + ')}${more > 0 ? ` + ${more} more` : ''}`;
}
