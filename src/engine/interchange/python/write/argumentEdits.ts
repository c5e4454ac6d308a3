import { type Argument, argumentsOf, childOf, type PyNode } from '../../../code/python/read/syntax.ts';
import type { Edit, Span } from '../../../core/span.ts';
import { indentAt } from '../../../json/editItems.ts';
import { pythonClasses } from '../../../systems/registry.ts';

/** A call, in the text that it stands in. */
export interface CallInText {
  readonly text: string;
  readonly node: PyNode;
}

/** One argument of three calls: of the author's, of how it would be written before, and of how it would be written now. */
interface Trio {
  readonly mine?: Argument | undefined;
  readonly was?: Argument | undefined;
  readonly is?: Argument | undefined;
}

/** The arguments of a call in a text: by name, where they have one or the class gives it to their place, and the others. */
class CallArguments {
  readonly text: string;
  readonly named = new Map<string, Argument>();
  readonly unnamed: readonly Argument[];
  /** Whether some are spread, so that nobody sees here which they are. */
  readonly hasSpread: boolean;
  readonly #all: readonly Argument[];
  readonly #list: PyNode | undefined;

  /** `className`: the class that is called, where the call has another name for it. */
  constructor(text: string, call: PyNode, className = calleeOf(text, call)) {
    this.text = text;
    this.#list = childOf(call, 'ArgList');
    this.#all = argumentsOf(this.#list, text);
    const parameters = parametersOf(className);
    const unnamed: Argument[] = [];
    for (const [i, argument] of this.#all.entries()) {
      const name = argument.spread ? undefined : (argument.name ?? parameters[i]);
      if (name !== undefined) this.named.set(name, argument);
      else if (!argument.spread) unnamed.push(argument);
    }
    this.unnamed = unnamed;
    this.hasSpread = this.#all.some(({ spread }) => spread !== undefined);
  }

  /** The edits that take some arguments out, and put others in: those without a name behind the last of theirs, as Python wants it. */
  changed(removed: ReadonlySet<Argument>, added: { unnamed: readonly string[]; named: readonly string[] }): Edit[] {
    const isKept = (argument: Argument) => !removed.has(argument);
    const [list, all] = [this.#list, this.#all];
    if (!list) return [];
    if (!all.some(isKept)) {
      const text = [...added.unnamed, ...added.named].join(', ');
      return removed.size === 0 && text === '' ? [] : [edit(list.from + 1, list.to - 1, text)];
    }
    const first = all.findIndex(isKept);
    const edits = all.flatMap((argument, i) => {
      if (isKept(argument)) return [];
      // With the comma behind it, or the one before it.
      if (i < first) return edit(argument.span.start, all[i + 1]!.span.start, '');
      return edit(all[i - 1]!.span.end, argument.span.end, '');
    });
    const positional = all.findLast(argument => argument.name === undefined);
    if (positional || added.unnamed.length === 0) edits.push(...this.#behind(positional, added.unnamed));
    else edits.push(edit(all[0]!.span.start, all[0]!.span.start, added.unnamed.map(one => `${one}, `).join('')));
    return [...edits, ...this.#behind(all.at(-1), added.named)];
  }

  /** The edit that puts arguments behind one, in lines of their own where it stands in its own. */
  #behind(argument: Argument | undefined, texts: readonly string[]): Edit[] {
    if (!argument || texts.length === 0) return [];
    const { start, end } = argument.span;
    const line = this.text.slice(this.text.lastIndexOf('\n', start - 1) + 1, start);
    const gap = line.trim() === '' ? `\n${line}` : ' ';
    return [edit(end, end, texts.map(text => `,${gap}${text}`).join(''))];
  }
}

/** The last name of what is called. */
function calleeOf(text: string, call: PyNode): string {
  const callee = call.firstChild;
  return callee ? text.slice(callee.from, callee.to).replace(/^.*\./s, '') : '';
}

/** The parameters that positional arguments are for. */
function parametersOf(className: string): readonly string[] {
  for (const { records = {}, byPlace } of pythonClasses()) {
    if (Object.hasOwn(records, className) && byPlace) return records[className]!;
    const found = byPlace?.get(className);
    if (found) return found.positional ? [] : found.parameters;
  }
  return [];
}

function edit(start: number, end: number, text: string): Edit & { readonly span: Span } {
  return { span: { start, end }, text };
}

/**
 * The edits of a call by which its arguments change as they do from `before` to `after`, two ways to write it: what is
 * the same in both stays as its author wrote it. `undefined`: what changed does not stand in the call. Linear in the calls.
 */
export function argumentEdits(source: CallInText, before: CallInText, after: CallInText): readonly Edit[] | undefined {
  const own = new CallArguments(source.text, source.node, calleeOf(before.text, before.node));
  const old = new CallArguments(before.text, before.node);
  const next = new CallArguments(after.text, after.node);
  const edits: Edit[] = [];
  const removed = new Set<Argument>();
  const added = { unnamed: [] as string[], named: [] as string[] };
  for (const { mine, was, is } of trios(own, old, next)) {
    if (was && is && textOf(before.text, was) === textOf(after.text, is)) continue;
    if (!was && is) {
      if (own.hasSpread) return undefined;
      if (is.name === undefined) added.unnamed.push(likeOthers(own, after.text, is));
      else added.named.push(after.text.slice(is.span.start, is.span.end));
    } else if (!mine || !was) return undefined;
    else if (!is) removed.add(mine);
    else {
      const inner = valueEdits([source.text, mine], [before.text, was], [after.text, is]);
      if (!inner) return undefined;
      edits.push(...inner);
    }
  }
  return [...edits, ...own.changed(removed, added)].sort(
    ({ span: one }, { span: other }) => one.start - other.start || one.end - other.end,
  );
}

/** A new argument without a name; a call has the name for its class that the others have. */
function likeOthers({ text, unnamed }: CallArguments, next: string, { value }: Argument): string {
  const [callee] = value.name === 'CallExpression' ? [value.firstChild] : [];
  const other = callee && unnamed.find(one => calleeOf(text, one.value) === calleeOf(next, value))?.value.firstChild;
  if (!callee || !other) return next.slice(value.from, value.to);
  return text.slice(other.from, other.to) + next.slice(callee.to, value.to);
}

function trios(own: CallArguments, old: CallArguments, next: CallArguments): readonly Trio[] {
  const names = new Set([...old.named.keys(), ...next.named.keys()]);
  const places = [...Array(Math.max(old.unnamed.length, next.unnamed.length)).keys()];
  // Arguments that are spread stand for several of those that would be written.
  const isAlike = own.unnamed.length === old.unnamed.length;
  return [
    ...places.map(i => ({ mine: isAlike ? own.unnamed[i] : undefined, was: old.unnamed[i], is: next.unnamed[i] })),
    ...[...names].map(name => ({ mine: own.named.get(name), was: old.named.get(name), is: next.named.get(name) })),
  ];
}

function textOf(text: string, { value }: Argument): string {
  return text.slice(value.from, value.to);
}

type Placed = readonly [text: string, argument: Argument];

/** The edits of one argument: of the call that it is, or of its whole value. */
function valueEdits([text, mine]: Placed, [old, was]: Placed, [next, is]: Placed): readonly Edit[] | undefined {
  if ([mine, was, is].every(({ value }) => value.name === 'CallExpression'))
    return argumentEdits({ text, node: mine.value }, { text: old, node: was.value }, { text: next, node: is.value });
  const margin = indentAt(text, mine.span.start).length - indentAt(next, is.span.start).length;
  return [{ span: { start: mine.value.from, end: mine.value.to }, text: shifted(next, is.value, margin) }];
}

/** An expression whose further lines have another margin; what stands in a string stays. */
function shifted(text: string, node: PyNode, margin: number): string {
  const strings: PyNode[] = [];
  node.cursor().iterate(({ node: inner }) => {
    if (inner.name === 'String') strings.push(inner);
  });
  let next = 0;
  return text.slice(node.from, node.to).replace(/\n */g, (line, at: number) => {
    const place = node.from + at;
    while (strings[next] && strings[next]!.to <= place) next++;
    if (strings[next] && strings[next]!.from <= place) return line;
    return `\n${' '.repeat(Math.max(0, line.length - 1 + margin))}`;
  });
}
