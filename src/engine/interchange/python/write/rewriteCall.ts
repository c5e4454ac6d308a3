import { treeOf } from '../../../code/python/read/pythonTree.ts';
import { childrenOf, type PyNode } from '../../../code/python/read/syntax.ts';
import { applyEdits } from '../../../core/applyEdits.ts';
import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import type { Edit, Span } from '../../../core/span.ts';
import { readDefinitions } from '../../../definition/index.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { ExportFormat, Imported } from '../../../parsers/interchange.ts';
import { toDefinitionText, toJsonText } from '../../../python/index.ts';
import { readPython } from '../read/pythonImport.ts';
import { argumentEdits, type CallInText } from './argumentEdits.ts';

/** The edits of a Python text that bring a call up to date, none where it says the same already; or why there cannot be any. */
export type RewrittenCall =
  | { readonly ok: true; readonly edits: readonly Edit[] }
  | { readonly ok: false; readonly reason: string };

/** Keys that Python has no arguments for. */
const beside: ReadonlySet<string> = new Set(['$schema', 'description', 'samples']);

/**
 * The edits of the call in a Python text that a definition was once read from, under `name`, after which it makes the
 * parser that the definition is now. Only what changed is written anew: names, comments and the layout of all else stay. The
 * edited text is read again, and refused where it says anything else. Never throws; linear in the text.
 */
export function rewriteCall(text: string, name: string, definition: Definition, form: ExportFormat): RewrittenCall {
  const all = readPython(text, '').definitions;
  const found = all.find(one => one.name === name);
  if (!found) return refused(`It has no \`${name}\` any more.`);
  const node = callAt(text, found.span);
  if (!node) return refused(`\`${name}\` is made by a class there, not by a call.`);
  const before = written(form, name, found.config);
  const after = written(form, name, definition.source.config);
  if (!before || !after) return refused('The definition is no single call in Python.');
  if (before.rest !== after.rest)
    return refused('More changed than the arguments of the call: its class, or a class that it names.');
  const edits = argumentEdits({ text, node }, before, after);
  if (!edits) return refused('What changed does not stand in the call itself.');
  const missing = calledNames(after).find(called => isNewIn(called, edits) && !isImported(called, text));
  if (missing !== undefined) return refused(`It does not import \`${missing}\`, which the call needs now.`);
  const isSame = reads(applyEdits(text, edits), all, found, config => written(form, name, config)?.text === after.text);
  return isSame ? { ok: true, edits: inLinesOf(text, edits) } : refused('The call would be read as something else.');
}

function refused(reason: string): RewrittenCall {
  return { ok: false, reason };
}

/** The call that covers exactly a span. */
function callAt(text: string, { start, end }: Span): PyNode | undefined {
  let node: PyNode | null | undefined = treeOf(text)?.resolveInner(start, 1);
  while (node && (node.name !== 'CallExpression' || node.to < end)) node = node.parent;
  return node?.name === 'CallExpression' && node.from === start && node.to === end ? node : undefined;
}

/** A definition as the form writes it: the call, and what stands around it. */
function written(
  form: ExportFormat,
  name: string,
  config: PyDict,
): (CallInText & { readonly rest: string }) | undefined {
  const own = new Map<string, PyValue>([...config].filter(([key]) => !beside.has(key)));
  const source = toDefinitionText(new Map([['parsers', new Map([[name, own]])]]));
  const [definition] = readDefinitions(source, 'written.parser.json').definitions;
  if (!definition || form.refuses(definition) !== undefined) return undefined;
  const { text } = form.write([definition]);
  const [read, ...others] = readPython(text, '').definitions;
  const node = read && others.length === 0 ? callAt(text, read.span) : undefined;
  return node && { text, node, rest: `${text.slice(0, node.from)}…${text.slice(node.to)}` };
}

/** The names that are called within a call. */
function calledNames({ text, node }: CallInText): readonly string[] {
  const names = new Set<string>();
  node.cursor().iterate(({ node: { name, firstChild: callee }, from }) => {
    if (name === 'CallExpression' && from !== node.from && callee?.name === 'VariableName')
      names.add(text.slice(callee.from, callee.to));
  });
  return [...names];
}

/** Whether edits put in a call of a bare name. */
function isNewIn(name: string, edits: readonly Edit[]): boolean {
  return edits.some(({ text }) => {
    const before = text.split(`${name}(`).slice(0, -1);
    return before.some(part => !part.endsWith('.'));
  });
}

/** Whether a Python text imports a name, under this name. */
function isImported(name: string, text: string): boolean {
  let isFound = false;
  treeOf(text)?.iterate({
    enter(node) {
      if (node.name !== 'ImportStatement') return !isFound;
      const last = childrenOf(node.node).filter(child => child.name === 'VariableName');
      isFound ||= last.some(child => text.slice(child.from, child.to) === name && child.nextSibling?.name !== 'as');
      return false;
    },
  });
  return isFound;
}

/** Whether a text gives what it gave, and at the place of `changed` something that `is` what is wanted. */
function reads(text: string, before: readonly Imported[], changed: Imported, is: (config: PyDict) => boolean): boolean {
  const again = readPython(text, '').definitions;
  return (
    again.length === before.length &&
    again.every((one, i) =>
      before[i] === changed ? is(one.config) : toJsonText(one.config) === toJsonText(before[i]!.config),
    )
  );
}

/** Edits with the line ends of the text. */
function inLinesOf(text: string, edits: readonly Edit[]): readonly Edit[] {
  if (!text.includes('\r\n')) return edits;
  return edits.map(edit => ({ ...edit, text: edit.text.replaceAll('\n', '\r\n') }));
}
