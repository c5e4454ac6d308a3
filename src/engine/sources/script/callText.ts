import type { SyntaxNode } from '@lezer/common';
import { handOver, notRead } from './notRead.ts';
import { matchText } from './scriptPatterns.ts';
import type { Arguments, ScriptRun } from './scriptRun.ts';
import { bounded, isPrimitive, maxText, unknownIn } from './scriptTexts.ts';
import { Arr, Pattern, type Value } from './scriptValues.ts';

const plainTexts: ReadonlySet<string> = new Set([
  ...['toUpperCase', 'toLowerCase', 'trim', 'trimStart', 'trimEnd', 'slice', 'substring', 'substr', 'charAt', 'at'],
  ...[
    'includes',
    'startsWith',
    'endsWith',
    'indexOf',
    'lastIndexOf',
    'toString',
    'valueOf',
    'charCodeAt',
    'codePointAt',
  ],
]);

/** `text.name(…)` */
export function callText(text: string, name: string, given: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  if (/^(?:replace|replaceAll|split|search|match|matchAll)$/.test(name) && given.values[0] instanceof Pattern) {
    const made = matchText(text, name, given.values, node, run);
    if (made !== undefined) return made;
  }
  const hole = unknownIn(given.values);
  if (hole || !given.values.every(isPrimitive) || given.values.some(each => typeof each === 'bigint'))
    return handOver(hole ?? notRead(name, node, run), given, node, run);
  const [first, second] = given.values as readonly (string | number | undefined)[];
  const grown = (length: number, make: () => string) =>
    length <= maxText ? make() : run.unknown(node, 'This text is too long.');
  if (plainTexts.has(name)) {
    const methods = text as unknown as Record<string, (...args: unknown[]) => Value>;
    return methods[name]!(...given.values);
  }
  switch (name) {
    case 'concat':
      return bounded([text, ...given.values.map(String)]) ?? notRead(name, node, run);
    case 'repeat': {
      const count = Number(first);
      return count >= 0 ? grown(text.length * count, () => text.repeat(count)) : notRead(name, node, run);
    }
    case 'padStart':
    case 'padEnd':
      return grown(Number(first) || 0, () =>
        text[name](Number(first), second === undefined ? undefined : String(second)),
      );
    case 'replace':
    case 'replaceAll':
      if (typeof first !== 'string' || typeof second !== 'string' || second.includes('$')) break;
      return grown((text.length + 1) * (second.length + 1), () => text[name](first, second));
    case 'localeCompare':
      // Other letters stand elsewhere in other languages.
      if (given.values.length !== 1 || !/^[a-z0-9 ]*$/i.test(text + String(first)) || typeof first !== 'string') break;
      return text.localeCompare(first, 'en');
    case 'split':
      if ((first !== undefined && typeof first !== 'string') || text.length > 20_000) break;
      return new Arr(run.region, first === undefined ? [text] : text.split(first, second as number | undefined));
  }
  return notRead(name, node, run);
}

/** `number.toString(…)`, `number.toFixed(…)` */
export function callNumber(
  number: number,
  name: 'toString' | 'toFixed',
  given: Arguments,
  node: SyntaxNode,
  run: ScriptRun,
): Value {
  const [first] = given.values;
  try {
    if (first === undefined || typeof first === 'number') return number[name](first);
  } catch {
    // An argument that JavaScript refuses.
  }
  return notRead(name, node, run);
}
