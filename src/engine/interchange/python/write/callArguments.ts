import { type Argument, argumentsOf, childOf, type PyNode } from '../../../code/python/read/syntax.ts';
import type { Edit, Span } from '../../../core/span.ts';
import { pythonClasses } from '../../../systems/registry.ts';

/** The arguments of a call in a text: by name, where they have one or the class gives it to their place, and the others. */
export class CallArguments {
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
export function calleeOf(text: string, call: PyNode): string {
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
