import { parseAst } from 'vite';

/** A message in code: an argument of `t`, `msg`, `rich` or `richText`. */
export type FoundMessage = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The names of the values that the call gives; `undefined` if they are not written out. */
  readonly values: readonly string[] | undefined;
};

/** A text that a user sees and no catalogue knows. */
export type Untranslated = { readonly text: string; readonly start: number };

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>;

const translating = new Set(['t', 'msg', 'rich', 'richText', 'schemaText']);

/** Returns the messages of a file, and the texts on its screens that are not translated. */
export function findTexts(code: string, file: string) {
  const messages: FoundMessage[] = [];
  const untranslated: Untranslated[] = [];
  const translated = new Set<number>();
  const visit = (node: Node, parents: readonly Node[]): void => {
    const call = calledName(node);
    const [first, second] = (node['arguments'] as Node[] | undefined) ?? [];
    if (call !== undefined && translating.has(call) && first) {
      const isMarked = call === 'msg' || call === 'schemaText';
      for (const { text, start, end } of literalsOf(first)) {
        messages.push({ text, start, end, values: isMarked ? undefined : namesIn(second) });
        translated.add(start);
      }
    }
    const text = textOf(node);
    if (
      text !== undefined &&
      !translated.has(node.start) &&
      isShown(text, node, parents) &&
      ![node, ...parents].some(({ start, type }) => type !== 'Program' && isExempt(code, start))
    )
      untranslated.push({ text: text.trim().replace(/\s+/g, ' '), start: node.start });
    for (const child of childrenOf(node)) visit(child, [...parents, node]);
  };
  visit(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file) as unknown as Node, []);
  return { messages, untranslated };
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);

function calledName(node: Node): string | undefined {
  const callee = node['callee'];
  return node.type === 'CallExpression' && isNode(callee) ? (callee['name'] as string | undefined) : undefined;
}

/** The literal texts that an argument may be: itself, or the branches of a condition. */
function literalsOf(node: Node): readonly { readonly text: string; readonly start: number; readonly end: number }[] {
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].filter(isNode).flatMap(literalsOf);
  const text = node.type === 'TemplateLiteral' && (node['expressions'] as Node[]).length > 0 ? undefined : textOf(node);
  return text === undefined ? [] : [{ text, start: node.start, end: node.end }];
}

function namesIn(values: Node | undefined): readonly string[] | undefined {
  if (!values) return [];
  if (values.type !== 'ObjectExpression') return undefined;
  const names = (values['properties'] as Node[]).map(({ key }) =>
    isNode(key) ? (key['name'] ?? key['value']) : undefined,
  );
  return names.some((name) => name === undefined) ? undefined : names.map(String);
}

/** The text of a literal; `…` stands for the expressions in a template. */
function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return node['value'] as string;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node['quasis'] as { readonly value: { readonly cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join('…');
}

const silentAttributes =
  /^(className|class|id|d|points|viewBox|transform|style|href|to|path|type|name|key|rel|src|look|data-.*|aria-(keyshortcuts|live|controls|describedby|labelledby|current)|autoComplete|inputMode|accept|pattern|preserveAspectRatio)$/;
const silentParents =
  /^(Import|Export|TS|BinaryExpression|SwitchCase|MemberExpression|TaggedTemplateExpression|ThrowStatement)/;
const silentCalls = /^(classes|fetch|require)$/;
/** Of the API's description, and of comparisons. */
const silentMethods = /^(describe|startsWith|endsWith|includes)$/;
/** Keys of object literals whose direct values are not on screens: the type of an event, the name of an action, the summary of an endpoint. */
const silentKeys = /^(type|kind|src|target|actions|guard|className|rel|group|summary|description)$/;
/** What a direct value of a key may be inside; a function or a call in it may show texts. */
const transparent = /^(Array|Conditional|Logical)Expression$/;
const style = /\bvar\(|\bsolid\b/;
const headerName = /^[A-Z][a-z]+(-[A-Z][a-z]+)+$/;
const brand = 'Touchline';

function isShown(text: string, node: Node, parents: readonly Node[]): boolean {
  const trimmed = text.trim();
  if (trimmed === brand || headerName.test(trimmed) || style.test(trimmed) || !/\p{L}/u.test(trimmed)) return false;
  if (node.type === 'JSXText') return true;
  const parent = parents.at(-1);
  if (!parent || silentParents.test(parent.type) || (parent.type === 'Property' && parent['key'] === node))
    return false;
  if (parents.some(isSilent) || isDirectValueOf(silentKeys, parents)) return false;
  const isTemplate = trimmed.includes('…');
  if (isTemplate && /(^|[\s(])\p{L}{2,}[,:.]?(\s|$)/u.test(trimmed)) return true;
  return (
    /^\p{Lu}(\p{Ll}|\s\p{L})/u.test(trimmed) ||
    / .*[.?!…]$/u.test(trimmed) ||
    (parents.some(isOfElement) && / /.test(trimmed))
  );
}

function isDirectValueOf(keys: RegExp, parents: readonly Node[]): boolean {
  const holder = parents.findLast(({ type }) => !transparent.test(type));
  return holder?.type === 'Property' && keys.test(String((holder['key'] as Node)['name']));
}

/** Whether what is inside a node is for machines or developers. */
function isSilent(node: Node): boolean {
  if (node.type === 'JSXAttribute') return silentAttributes.test(String((node['name'] as Node)['name']));
  if (node.type === 'NewExpression') return /Error$/.test(String((node['callee'] as Node)['name']));
  return (
    silentCalls.test(calledName(node) ?? '') || silentMethods.test(methodOf(node)) || node.type === 'ThrowStatement'
  );
}

/** The name of the method that is called: `describe` of `z.describe('…')`. */
function methodOf(node: Node): string {
  const callee = node['callee'];
  const property = isNode(callee) ? callee['property'] : undefined;
  return node.type === 'CallExpression' && isNode(property) ? String(property['name']) : '';
}

const isOfElement = ({ type }: Node): boolean => type === 'JSXExpressionContainer' || type === 'JSXAttribute';

/** Whether a comment on the same line or the one before says that what starts there is not translated. */
const isExempt = (code: string, start: number): boolean => {
  const end = code.indexOf('\n', start);
  const lines = code
    .slice(0, end === -1 ? undefined : end)
    .split('\n')
    .slice(-2);
  return lines.some((line) => /(\/\/|\/\*).*not translated/i.test(line));
};
