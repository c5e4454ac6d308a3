// code/: Python, TypeScript, YAML and JSON Schema, read and written.

/**
 * Python code that is laid out when it is written: on one line where it fits, else one item a line. A string is code as
 * it stands; it may have line feeds (a triple-quoted text).
 */
export type Code = string | Brackets | TextLines;

/** Items in brackets: a call, a list, a dict, a subscript. */
export interface Brackets {
  readonly open: string;
  readonly items: readonly Item[];
  readonly close: string;
}

/** An item with what stands before it: `name=`, `"key": `. */
export interface Item {
  readonly prefix?: string;
  readonly code: Code;
}

/** A text that is one literal where it fits, else several side by side in parentheses. */
export interface TextLines {
  readonly flat: string;
  readonly lines: readonly string[];
}

/** Black's width, which most people's editors use. */
const width = 88;
const step = 4;

/** Code at an indent; `column`: what of its first line is taken already, `after`: what follows its last one. Linear. */
export function layOut(code: Code, indent = 0, column = indent, after = 0): string {
  if (typeof code === 'string') return code;
  const flat = flatten(code, width - column - after);
  if (flat !== undefined) return flat;
  const inner = indent + step;
  const margin = `\n${' '.repeat(inner)}`;
  const end = `\n${' '.repeat(indent)}`;
  if ('lines' in code) {
    if (code.lines.length < 2) return code.flat;
    return `(${code.lines.map(line => margin + line).join('')}${end})`;
  }
  if (code.items.length === 0) return code.open + code.close;
  const items = code.items.map(
    ({ prefix = '', code: item }) => `${margin}${prefix}${layOut(item, inner, inner + prefix.length, 1)}`,
  );
  // In a subscript a last comma would make a tuple.
  const last = code.close === ']' && code.open !== '[' ? '' : ',';
  return `${code.open}${items.join(',')}${last}${end}${code.close}`;
}

/** The code on one line, `undefined` where that takes more than `room` characters. Looks at no more than fits. */
function flatten(code: Code, room: number): string | undefined {
  if (typeof code === 'string') return code.length > room || code.includes('\n') ? undefined : code;
  if ('lines' in code) return code.flat.length > room ? undefined : code.flat;
  const pieces = [code.open];
  let left = room - code.open.length - code.close.length;
  for (const [i, { prefix = '', code: item }] of code.items.entries()) {
    const before = i === 0 ? prefix : `, ${prefix}`;
    const flat = flatten(item, left - before.length);
    if (flat === undefined) return undefined;
    left -= before.length + flat.length;
    pieces.push(before, flat);
  }
  return left < 0 ? undefined : `${pieces.join('')}${code.close}`;
}

/** A call with positional and keyword arguments. */
export function callCode(callee: string, items: readonly Item[]): Brackets {
  return { open: `${callee}(`, items, close: ')' };
}

/** A keyword argument. */
export function keyword(name: string, code: Code): Item {
  return { prefix: `${name}=`, code };
}
