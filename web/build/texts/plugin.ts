import { createHash } from 'node:crypto';
import { catalogues, compiledTranslations } from '@touchline/core/catalogues';
import { compile } from '@touchline/core/compile';
import type { Plugin, Rolldown } from 'vite';
import type { TextFiles, TextPart } from '../../src/language/text-files.ts';
import { firstLoadFiles } from '../first-load.ts';
import { findTexts } from './find-texts.ts';

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

/**
 * Compiles the messages in a build's code, so that screens need no parser, and writes the translations of each language in three
 * files: those of Home, of the other screens, and of staff's screens. The page names them in a meta element.
 */
export function texts(): Plugin {
  const messagesOf = new Map<string, readonly string[]>();
  let files: TextFiles | undefined;
  return {
    name: 'touchline:texts',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (/[\\/]core[\\/]src[\\/]language[\\/]compile\.ts$/.test(id))
        return 'export const compile = (message) => message;';
      if (!/[\\/](core|web)[\\/]src[\\/]/.test(id) || !/\b(t|msg|rich|richText|schemaText)\(/.test(code))
        return undefined;
      const { messages } = findTexts(code, 'script.js');
      messagesOf.set(
        id,
        messages.map(({ text }) => text),
      );
      let rest = code;
      for (const { text, start, end } of messages.toReversed())
        rest = rest.slice(0, start) + JSON.stringify(compile(text)) + rest.slice(end);
      return rest;
    },
    generateBundle: {
      // Before the page is written, which names the files.
      order: 'pre',
      handler(_options, bundle) {
        const messagesIn = (chunks: ReadonlySet<string>) =>
          new Set([...chunks].flatMap((name) => modulesOf(bundle[name])).flatMap((id) => messagesOf.get(id) ?? []));
        const home = messagesIn(firstLoadFiles(bundle));
        const others = messagesIn(reachedFrom(bundle, (file) => file.isEntry));
        const all = [...messagesOf.values()].flat();
        const isIn: Readonly<Record<TextPart, (text: string) => boolean>> = {
          home: (text) => home.has(text),
          others: (text) => others.has(text) && !home.has(text),
          staff: (text) => all.includes(text) && !others.has(text) && !home.has(text),
        };
        const emit = (language: string, part: TextPart) => {
          const catalogue = language === 'de' ? catalogues.de : catalogues.es;
          const source = `export default ${JSON.stringify(compiledTranslations(catalogue, isIn[part]))}`;
          const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
          const fileName = `assets/texts-${language}-${part}-${hash}.js`;
          this.emitFile({ type: 'asset', fileName, source });
          return `/${fileName}`;
        };
        const filesOf = (language: string) => ({
          home: emit(language, 'home'),
          others: emit(language, 'others'),
          staff: emit(language, 'staff'),
        });
        files = { de: filesOf('de'), es: filesOf('es') };
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'meta', attrs: { name: 'texts', content: JSON.stringify(files) }, injectTo: 'head-prepend' },
      ],
    },
  };
}

const modulesOf = (file: Bundle[string] | undefined): readonly string[] =>
  file?.type === 'chunk' ? file.moduleIds : [];

/** The chunks that are reached without the entrance to staff's screens. */
function reachedFrom(bundle: Bundle, isStart: (chunk: Rolldown.OutputChunk) => boolean): ReadonlySet<string> {
  const reached = new Set(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' && isStart(file) ? [file.fileName] : [])),
  );
  for (const name of reached) {
    const file = bundle[name];
    if (file?.type !== 'chunk') continue;
    for (const next of [...file.imports, ...file.dynamicImports])
      if (!modulesOf(bundle[next]).some((id) => /[\\/]staff-screens\.tsx$/.test(id))) reached.add(next);
  }
  return reached;
}
