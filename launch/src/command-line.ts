import { parseArgs } from 'node:util';
import { spokenError } from './ledger/connection.ts';
import { type ProgramInput, runAsProgram } from './program.ts';
import { createUndo, type Undo } from './undo.ts';

/** What a verb takes: its operands by name, in order, and its options. */
export type VerbShape = {
  readonly operands?: readonly string[];
  /** Options with a value. */
  readonly options?: readonly string[];
  /** Options without a value. */
  readonly flags?: readonly string[];
};
export type CommandLine<Verb extends string> = {
  readonly verb: Verb;
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly flags: ReadonlySet<string>;
};
export type CommandLineAnswer<Verb extends string> =
  | { readonly ok: true; readonly value: CommandLine<Verb> | 'help' }
  | { readonly ok: false; readonly problem: string };

/** Parses `VERB OPERAND… --option VALUE`. The problem is a sentence that names what is wrong. */
export function readCommandLine<Verb extends string>(
  args: readonly string[],
  verbs: Readonly<Record<Verb, VerbShape>>,
): CommandLineAnswer<Verb> {
  const shapes: readonly VerbShape[] = Object.values(verbs);
  const named = (names: readonly string[], type: 'string' | 'boolean') =>
    Object.fromEntries(names.map((name) => [name, { type }]));
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...named(
          shapes.flatMap(({ options = [] }) => options),
          'string',
        ),
        ...named(
          shapes.flatMap(({ flags = [] }) => flags),
          'boolean',
        ),
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  const { help, ...given } = parsed.values;
  const [word, ...operands] = parsed.positionals;
  if (help || word === 'help') return { ok: true, value: 'help' };
  if (word === undefined) return wrong(`Name one of: ${Object.keys(verbs).join(', ')}.`);
  if (!isVerb(word, verbs)) return wrong(`There is no "${word}". Name one of: ${Object.keys(verbs).join(', ')}.`);
  const { operands: needed = [], options = [], flags = [] } = verbs[word];
  const missing = needed[operands.length];
  const strange = Object.keys(given).find((name) => !options.includes(name) && !flags.includes(name));
  if (missing !== undefined) return wrong(`${word} needs ${missing}.`);
  const more = operands.slice(needed.length);
  if (more.length > 0) return wrong(`${word} does not take "${more.join(' ')}".`);
  if (strange !== undefined) return wrong(`--${strange} does not belong to ${word}.`);
  const texts = Object.entries(given).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  return {
    ok: true,
    value: {
      verb: word,
      operands,
      options: Object.fromEntries(texts),
      flags: new Set(Object.keys(given).filter((name) => flags.includes(name))),
    },
  };
}

const isVerb = <Verb extends string>(word: string, verbs: Readonly<Record<Verb, unknown>>): word is Verb =>
  Object.hasOwn(verbs, word);
const wrong = (problem: string) => ({ ok: false, problem }) as const;

export type CommandSurroundings = {
  /** Writes the result to stdout. */
  readonly print: (line: string) => void;
  /** Writes everything else to stderr. */
  readonly report: (line: string) => void;
  readonly undo: Undo;
};

type Command<Asked> = {
  readonly help: string;
  readonly read: (input: Pick<ProgramInput, 'args' | 'callerFolder'>) => ReadAnswer<Asked>;
  readonly run: (asked: Asked, around: CommandSurroundings) => Promise<number>;
};
type ReadAnswer<Asked> =
  | { readonly ok: true; readonly value: Asked | 'help' }
  | { readonly ok: false; readonly problem: string };

/** Runs an operator's command and exits with its code. Wrong usage prints the problem and the help, and exits with 2. */
export function runCommand<Asked>({ help, read, run }: Command<Asked>): void {
  runAsProgram(async (input) => {
    const print = (line: string): void => void process.stdout.write(`${line}\n`);
    const report = (line: string): void => void process.stderr.write(`${line}\n`);
    const asked = read(input);
    if (!asked.ok) {
      report(`${asked.problem}\n\n${help}`);
      return 2;
    }
    if (asked.value === 'help') {
      print(help);
      return 0;
    }
    const undo = createUndo();
    try {
      const outcome = await Promise.race([run(asked.value, { print, report, undo }), input.stopRequested]);
      return outcome === 'stop' ? 130 : outcome;
    } catch (error) {
      report(spokenError(error));
      return 2;
    } finally {
      await undo.run();
    }
  });
}
