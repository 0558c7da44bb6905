import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { ShellFiles } from '../src/offline/caching.ts';

const worker = 'service-worker.js';
/** The files of `public` that Home needs. */
const pictures = /^(leagues[\\/].*|placeholder-league\.jpg|favicon\.svg|theme\.js)$/;

/**
 * Writes a build's service worker with the list of files that Home needs, and preloads the font. The development server has neither.
 */
export function offlineShell(root: string): Plugin {
  return {
    name: 'touchline:offline-shell',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_page, { bundle = {} }) =>
        filesIn(bundle, isFont).map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          injectTo: 'head-prepend',
        })),
    },
    generateBundle: {
      order: 'post',
      handler: async function (_options, bundle) {
        const shell = shellOf(bundle, join(root, 'public'));
        this.emitFile({ type: 'asset', fileName: worker, source: await compiled(root, shell) });
      },
    },
  };
}

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

function shellOf(bundle: Bundle, publicFolder: string): ShellFiles {
  const [entry] = filesIn(bundle, (file) => file.type === 'chunk' && file.isEntry);
  if (entry === undefined) throw new Error('the build has no first script');
  const assets = filesIn(bundle, (file) => isFirst(bundle, file) || isStyle(file) || isFont(file));
  const files = readdirSync(publicFolder, { recursive: true, encoding: 'utf8' }).filter((file) => pictures.test(file));
  const all = [...assets, ...files.map((file) => file.replaceAll('\\', '/'))].map((file) => `/${file}`).sort();
  const hash = createHash('sha256').update(all.join());
  for (const file of files) hash.update(readFileSync(join(publicFolder, file)));
  const build = hash.digest('hex').slice(0, 12);
  return { build, entry: `/${entry}`, files: all };
}

type OutputFile = Bundle[string];
const isFont = (file: OutputFile): boolean => /inter-latin-wght-normal.*\.woff2$/.test(file.fileName);
const isStyle = (file: OutputFile): boolean => file.fileName.endsWith('.css');

function isFirst(bundle: Bundle, file: OutputFile): boolean {
  if (file.type !== 'chunk') return false;
  return (
    file.isEntry ||
    Object.values(bundle).some(
      (other) => other.type === 'chunk' && other.isEntry && other.imports.includes(file.fileName),
    )
  );
}

const filesIn = (bundle: Bundle, isWanted: (file: OutputFile) => boolean): readonly string[] =>
  Object.values(bundle)
    .filter(isWanted)
    .map((file) => file.fileName);

/** Bundles the service worker as one classic script. */
async function compiled(root: string, shell: ShellFiles): Promise<string> {
  const answer = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { __SHELL__: JSON.stringify(shell) },
    build: {
      write: false,
      rolldownOptions: { input: join(root, 'src', 'offline', 'service-worker.ts'), output: { format: 'iife' } },
    },
  });
  const [output] = [answer].flat();
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (!chunk) throw new Error('the service worker was not compiled');
  return chunk.code;
}
