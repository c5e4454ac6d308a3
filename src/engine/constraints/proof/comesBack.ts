import type { ParseResult } from '../../core/result.ts';
import type { SampledPart } from '../../grammar/index.ts';
import { pyStrip } from '../../python/index.ts';
import { tryParse } from '../tryParse.ts';

/** Why what was read of a sentence is not what the sentence was made of; `undefined`: it is. */
export function whyNot(result: ParseResult, parts: readonly SampledPart[]): string | undefined {
  if (!result.ok) return `It does not read: ${result.error.class}: ${result.error.message}`;
  if (result.repairs.length > 0) return `It reads only with the repair \`${result.repairs[0]!.name}\`.`;
  let items = 0;
  for (const { part, text } of parts) {
    const read = at(
      result.value,
      part.path.map(key => (key === '*' ? String(items++) : key)),
    );
    if (!isSame(part.reads, text, read))
      return `${part.path.length === 0 ? 'The value' : `\`${part.path.join('.')}\``} was written ${shown(text)} and is read ${shown(read)}.`;
  }
  if (items > 0 && Array.isArray(result.value) && result.value.length !== items)
    return `${items} items were written, and ${result.value.length} are read.`;
  return undefined;
}

function at(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

function isSame(reads: SampledPart['part']['reads'], text: string, read: unknown): boolean {
  if (reads === 'json') {
    const written = tryParse(text);
    return written !== undefined && isWithin(written, read);
  }
  if (typeof read !== 'string') return false;
  if (reads === 'text') return read === text;
  return reads === 'stripped' ? stripped(read) === stripped(text) : read.includes(stripped(text));
}

/** Without what Python or JavaScript takes for white space around. */
function stripped(text: string): string {
  const shorter = pyStrip(text.trim());
  return shorter === text ? text : stripped(shorter);
}

/** Whether a value is as it was written: further members, such as defaults, may be there. */
function isWithin(written: unknown, read: unknown): boolean {
  if (typeof written !== 'object' || written === null) return written === read || Number(read) === written;
  if (typeof read !== 'object' || read === null || Array.isArray(read) !== Array.isArray(written)) return false;
  if (Array.isArray(written) && written.length !== (read as readonly unknown[]).length) return false;
  return Object.entries(written).every(
    ([key, value]) => Object.hasOwn(read, key) && isWithin(value, (read as Record<string, unknown>)[key]),
  );
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 200);
}
