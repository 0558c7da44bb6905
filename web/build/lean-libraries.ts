import type { Plugin } from 'vite';

/** The parts of decimal.js beyond arithmetic. Odds and money are only multiplied, compared and rounded. */
const beyondArithmetic = [
  'cosine',
  'cubeRoot',
  'hyperbolicCosine',
  'hyperbolicSine',
  'hyperbolicTangent',
  'inverseCosine',
  'inverseHyperbolicCosine',
  'inverseHyperbolicSine',
  'inverseHyperbolicTangent',
  'inverseSine',
  'inverseTangent',
  'logarithm',
  'naturalExponential',
  'naturalLogarithm',
  'sine',
  'squareRoot',
  'tangent',
  'toBinary',
  'toFraction',
  'toHexadecimal',
  'toOctal',
  'toPower',
];
/** The functions of decimal.js that use those. */
const besideMethods =
  'acos acosh asin asinh atan atanh atan2 cbrt cos cosh exp hypot ln log log10 log2 pow random sin sinh sqrt tan tanh'.split(
    ' ',
  );

/**
 * Removes unused code that no bundler can detect: the methods of decimal.js beyond arithmetic, and the transports of engine.io other
 * than WebSocket, the only one that the server supports. If a new version of either library differs, the build fails. Vite's
 * wrapper around dynamic imports preloads nothing: it only waits for the texts of the language.
 */
export const leanLibraries = (): Plugin => ({
  name: 'touchline:lean-libraries',
  apply: 'build',
  transform(code, id) {
    if (/[\\/]decimal\.js[\\/]decimal\.mjs$/.test(id)) return withoutMethods(code);
    if (/[\\/]engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]index\.js$/.test(id)) return webSocketOnly(code);
    if (/[\\/]engine\.io-parser[\\/].*[\\/]decodePacket\.browser\.js$/.test(id)) return withoutBase64(code);
    if (id === '\0vite/preload-helper.js') return afterTexts;
    return undefined;
  },
});

const afterTexts = 'export const __vitePreload = (load) => Promise.all([load(), window.texts]).then(([code]) => code);';

function withoutMethods(code: string): string {
  const lines = beyondArithmetic.reduce(
    (rest, name) => cut(rest, new RegExp(String.raw`^P\.${name} = [^]*?^\};\r?\n`, 'm')),
    code,
  );
  return besideMethods.reduce(
    (rest, name) => cut(rest, new RegExp(String.raw`^ *Decimal\.${name} = ${name};[^\n]*\n`, 'm')),
    lines,
  );
}

const webSocketOnly = (code: string): string =>
  ['webtransport: WT,', 'polling: XHR,'].reduce((rest, way) => cut(rest, new RegExp(way)), code);

/** Binary messages encoded as text are only for long polling. */
const withoutBase64 = (code: string): string => cut(code, /^ *if \(type === "b"\) \{\n(?:.*\n)*? {4}\}\n/m);

function cut(code: string, part: RegExp): string {
  const rest = code.replace(part, '');
  if (rest === code) throw new Error(`lean-libraries: nothing looks like ${part} in this version any more`);
  return rest;
}
