import { childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { formatText, literalEval } from '../../../python/index.ts';
import { callSpecial, numberOfMember, printable, printedByStr, textByRepr } from '../objects/specialMethods.ts';
import type { Run } from '../run/sourceRun.ts';
import type { Environment } from '../values/environment.ts';
import { unknownIn } from '../values/knownValues.ts';
import { as, Instance, Unreadable, type Value, wrap } from '../values/values.ts';

/** The text of a string, an f-string, or several side by side. */
export function formatString(node: PyNode, names: Environment, run: Run): Value {
  const parts = node.name === 'ContinuedString' ? childrenOf(node) : [node];
  const texts: string[] = [];
  let hole: Value | undefined;
  for (const part of parts) {
    const value =
      part.name === 'FormatString'
        ? formatted(part, names, run)
        : literalEval(run.program.text.slice(part.from, part.to));
    if (typeof value === 'string') texts.push(value);
    else if (value !== undefined && value !== null && typeof value === 'object' && unknownIn(value as Value))
      hole ??= value as Value;
    else throw new Unreadable('This text is not read: it is bytes, not closed, or has escapes by name.', spanOf(part));
  }
  if (hole) return hole;
  const text = texts.join('');
  run.spend(text.length);
  return text;
}

/** An f-string: what stands between its placeholders is a string of the same quotes. */
function formatted(node: PyNode, names: Environment, run: Run): Value {
  const source = run.program.text.slice(node.from, node.to);
  const [, prefix = '', quotes = ''] = /^([a-zA-Z]*)('''|"""|'|")/.exec(source) ?? [];
  if (quotes === '' || !source.endsWith(quotes) || source.length < prefix.length + 2 * quotes.length)
    throw new Unreadable('This text is not closed.', spanOf(node));
  const texts: string[] = [];
  let hole: Value | undefined;
  let from = node.from + prefix.length + quotes.length;
  const literal = (to: number): void => {
    const raw = run.program.text.slice(from, to).replaceAll('{{', '{').replaceAll('}}', '}');
    const value = literalEval(`${prefix.replace(/f/i, '')}${quotes}${raw}${quotes}`);
    if (typeof value !== 'string') throw new Unreadable('This text is not read.', spanOf(node));
    texts.push(value);
  };
  for (const placeholder of childrenOf(node).filter(({ name }) => name === 'FormatReplacement')) {
    literal(placeholder.from);
    const value = replaced(placeholder, names, run);
    if (typeof value === 'string') texts.push(value);
    else hole ??= value;
    from = placeholder.to;
  }
  literal(node.to - quotes.length);
  return hole ?? texts.join('');
}

/** What a placeholder prints; an unknown where nobody knows. */
function replaced(node: PyNode, names: Environment, run: Run): Value {
  const children = childrenOf(node);
  const [expression] = children.slice(1);
  if (!expression || children.at(-1)?.name !== '}') throw new Unreadable('Not valid Python.', spanOf(node));
  // `{a, b}` is a tuple, which nobody writes.
  const others = children.slice(2, -1);
  const isKnown = ({ name }: PyNode) => /^Format(?:Conversion|Spec|SelfDoc)$/.test(name);
  if (!others.every(isKnown)) throw new Unreadable('This placeholder is not read.', spanOf(node));
  const { value } = run.evaluate(expression, names);
  const textOf = (name: string) => others.find(each => each.name === name);
  const self = textOf('FormatSelfDoc');
  const conversion = textOf('FormatConversion');
  const spec = textOf('FormatSpec');
  const specText = spec ? specOf(spec, names, run) : '';
  const hole = unknownIn(value);
  if (hole) return wrap(hole);
  if (typeof specText !== 'string') return specText;
  // `{name = }` prints itself with its blanks.
  const behind = others[others.findIndex(each => each === self) + 1] ?? children.at(-1)!;
  const head = self ? run.program.text.slice(children[0]!.to, behind.from) : '';
  const sign = conversion ? run.program.text.slice(conversion.from, conversion.to).trim() : self && !spec ? '!r' : '';
  if (as(value, Instance)) return head + printedObject(value, sign, specText, run);
  const number = sign === '' ? numberOfMember(value) : undefined;
  const printed = number ?? (sign === '' || sign === '!s' ? printedByStr(value, run) : printable(value, run));
  const made = formatText(`{0${sign}:${specText}}`, [printed], new Map(), missing);
  run.spend(made.length);
  return head + (specText === '' ? formatText(`{0${sign}}`, [printed], new Map(), missing) : made);
}

/** What an object prints in a placeholder. */
function printedObject(value: Value, sign: string, spec: string, run: Run): string {
  const own = sign === '' ? callSpecial(value, '__format__', [spec], run) : undefined;
  if (typeof own === 'string') return own;
  if (own !== undefined || sign === '!a' || (sign === '' && spec !== ''))
    throw new Unreadable('What this object prints is not read.');
  const text = sign === '!r' ? textByRepr(value, run) : printedByStr(value, run);
  return formatText(`{0:${spec}}`, [text], new Map(), missing);
}

function specOf(node: PyNode, names: Environment, run: Run): Value {
  let text = '';
  let from = node.from + 1;
  for (const inner of childrenOf(node).filter(({ name }) => name === 'FormatReplacement')) {
    text += run.program.text.slice(from, inner.from);
    const value = replaced(inner, names, run);
    if (typeof value !== 'string') return value;
    text += value;
    from = inner.to;
  }
  const spec = text + run.program.text.slice(from, node.to);
  if (/[{}]/.test(spec)) throw new Unreadable('This format is not read.', spanOf(node));
  return spec;
}

function missing(): never {
  throw new Unreadable('This is not read.');
}
