/** A skip link: hidden until it has the focus. */
export const skipLink =
  'fixed top-2 left-2 z-50 -translate-y-20 rounded-small bg-pitch px-4 py-3 font-strong text-on-pitch focus:translate-y-0';

/** Joins class names and omits false or missing ones. */
export const classes = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');
