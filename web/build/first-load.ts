import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Chunk = Pick<Rolldown.OutputChunk, 'type' | 'fileName' | 'imports' | 'code' | 'isEntry' | 'isDynamicEntry'>;
type Asset = Pick<Rolldown.OutputAsset, 'type' | 'fileName'>;
type Bundle = Readonly<Record<string, Chunk | Asset>>;

/** The most JavaScript that Home may load, in kB with gzip: 130 less the theme script, which is not bundled (decision 0013). */
const mostKb = 129.5;

/** Fails a build whose Home loads too much code: the first script and its static imports. */
export const firstLoad = (): Plugin => ({
  name: 'touchline:first-load',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const kb = firstLoadKb(bundle);
      if (kb > mostKb)
        this.error(`Home would load ${kb.toFixed(2)} kB of JavaScript with gzip; it may load ${mostKb} kB.`);
    },
  },
});

/** Returns the size of all scripts that Home needs before it renders, in kB with gzip. */
export function firstLoadKb(bundle: Bundle): number {
  const files = [...firstLoadFiles(bundle)].map((name) => bundle[name]);
  const codes = files.map((file) => (file?.type === 'chunk' ? file.code : ''));
  return codes.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0) / 1_000;
}

/** Returns the first script and its static imports. */
export const firstLoadFiles = (bundle: Bundle): ReadonlySet<string> =>
  withImports(bundle, (file) => file.type === 'chunk' && file.isEntry);

/** Lets a browser request all files of a screen at once. */
export const flatImports = (): Plugin => ({
  name: 'touchline:flat-imports',
  apply: 'build',
  generateBundle: { order: 'pre', handler: (_options, bundle) => nameImports(bundle) },
});

/**
 * Names in the first file of each screen all files that it needs, at its end, where no order of execution changes. Otherwise a browser
 * learns of them level by level, each after a round trip.
 */
export function nameImports(bundle: Bundle): void {
  const first = firstLoadFiles(bundle);
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk' || !file.isDynamicEntry) continue;
    const known = new Set([file.fileName, ...file.imports, ...first]);
    const later = [...withImports(bundle, (each) => each === file)].filter((name) => !known.has(name));
    file.code += later.map((name) => `import ${JSON.stringify(`./${basename(name)}`)};`).join('');
  }
}

/** Returns the names of chosen files and of all that they import statically. */
function withImports(bundle: Bundle, isChosen: (file: Bundle[string]) => boolean): ReadonlySet<string> {
  const names = new Set(
    Object.values(bundle)
      .filter(isChosen)
      .map((file) => file.fileName),
  );
  for (const name of names) {
    const file = bundle[name];
    if (file?.type === 'chunk') for (const other of file.imports) names.add(other);
  }
  return names;
}
