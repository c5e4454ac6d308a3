import { EngineError } from '../core/errors.ts';
import { once } from '../core/once.ts';

/** Where a value stands in a row of a log: the keys of objects, and the indexes of lists (negative ones count from the end). */
export type FieldPath = readonly (string | number)[];

/** Steps that a path may have. */
const maxSteps = 100;
const plainName = once(() => /^[\p{L}\p{M}\p{N}_$-]+$/u);
/** What no terminal should get to see raw: control, format and other characters without a form. */
const invisible = once(() => /[\p{C}\p{Zl}\p{Zp}]/gu);

/**
 * Reads a path such as `choices[0].message.content`, `messages[-1].content` or `["a.b"].text`; a leading `$.` is
 * allowed. Throws `EngineError` of class `FieldPathError`. Linear.
 */
export function parseFieldPath(text: string): FieldPath {
  const path: (string | number)[] = [];
  const wrong = (what: string) =>
    new EngineError('FieldPathError', `${what} A field is written like \`choices[0].message.content\`.`);
  // A name; an index; a name in quotes.
  const step = /\.?([^.[\]"'`]+)|\[(-?\d{1,15})\]|\[("(?:[^"\\]|\\.)*")\]/y;
  step.lastIndex = /^\$(?=[.[])/.test(text) ? 1 : 0;
  while (step.lastIndex < text.length) {
    const at = step.lastIndex;
    const found = step.exec(text);
    const [whole = '', name, index, quoted] = found ?? [];
    // A name follows a point, unless it is the first.
    if (!found || (name !== undefined && whole.startsWith('.') === (at === 0)))
      throw wrong(at === 0 ? 'This is not a field.' : `This is not a field from character ${at + 1} on.`);
    if (path.length === maxSteps) throw wrong(`A field has at most ${maxSteps} steps.`);
    path.push(name ?? (index === undefined ? readQuoted(quoted ?? '', wrong) : Number(index)));
  }
  if (path.length === 0) throw wrong('This is not a field.');
  return path;
}

function readQuoted(quoted: string, wrong: (what: string) => EngineError): string {
  try {
    return JSON.parse(quoted);
  } catch {
    throw wrong('What stands in quotes is not a JSON string.');
  }
}

/** A path as {@link parseFieldPath} reads it, on one line and with everything visible. */
export function fieldPathText(path: FieldPath): string {
  return path
    .map((step, i) => {
      if (typeof step === 'number') return `[${step}]`;
      // A `$` at the start is the row itself.
      if (plainName().test(step) && !(i === 0 && step === '$')) return i === 0 ? step : `.${step}`;
      return `[${JSON.stringify(step).replace(invisible(), escaped)}]`;
    })
    .join('');
}

function escaped(character: string): string {
  return [...Array(character.length).keys()]
    .map(i => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');
}

/** The value at a path of plain data; `undefined` where the path leads nowhere. A key is only ever an object's own. */
export function valueAtField(row: unknown, path: FieldPath): unknown {
  let value = row;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value)) value = typeof step === 'number' ? value.at(step) : undefined;
    else value = Object.hasOwn(value, step) ? (value as Record<string | number, unknown>)[step] : undefined;
  }
  return value;
}

/** How much of a row is listed. */
const maxDepth = 8;
const maxVisited = 1000;
const maxNameLength = 80;

/**
 * The fields of a row that hold a text, those nearest to the root first; of a list only those of its first item. At most
 * `limit`, and nothing of what is very deep or very large.
 */
export function textFields(row: unknown, limit = 20): readonly string[] {
  const found: string[] = [];
  let level: { readonly value: unknown; readonly path: FieldPath }[] = [{ value: row, path: [] }];
  let visited = 0;
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    const next: typeof level = [];
    for (const { value, path } of level) {
      if (found.length === limit || ++visited > maxVisited) return found;
      if (typeof value === 'string' && path.length > 0) found.push(fieldPathText(path));
      else if (Array.isArray(value) && value.length > 0) next.push({ value: value[0], path: [...path, 0] });
      else if (typeof value === 'object' && value !== null) {
        for (const key of Object.keys(value).slice(0, maxVisited))
          if (key.length <= maxNameLength)
            next.push({ value: (value as Record<string, unknown>)[key], path: [...path, key] });
      }
    }
    level = next;
  }
  return found;
}
