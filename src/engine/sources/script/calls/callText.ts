import type { SyntaxNode } from '@lezer/common';
import { type Arguments, handOver, notRead, type ScriptRun } from '../values/scriptRun.ts';
import { bounded, isPrimitive, maxText, textOf, unknownIn } from '../values/scriptTexts.ts';
import { Arr, Fn, Pattern, type Value } from '../values/scriptValues.ts';

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
export function callText(text: string, name: string, args: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  if (/^(?:replace|replaceAll|split|search|match|matchAll)$/.test(name) && args.values[0] instanceof Pattern) {
    const made = matchText(text, name, args.values, node, run);
    if (made !== undefined) return made;
  }
  const hole = unknownIn(args.values);
  if (hole || !args.values.every(isPrimitive) || args.values.some(each => typeof each === 'bigint'))
    return handOver(hole ?? notRead(name, node, run), args, node, run);
  const [first, second] = args.values as readonly (string | number | undefined)[];
  const grown = (length: number, make: () => string) =>
    length <= maxText ? make() : run.unknown(node, 'This text is too long.');
  if (plainTexts.has(name)) {
    const methods = text as unknown as Record<string, (...args: unknown[]) => Value>;
    return methods[name]!(...args.values);
  }
  switch (name) {
    case 'concat':
      return bounded([text, ...args.values.map(String)]) ?? notRead(name, node, run);
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
      if (args.values.length !== 1 || !/^[a-z0-9 ]*$/i.test(text + String(first)) || typeof first !== 'string') break;
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
  args: Arguments,
  node: SyntaxNode,
  run: ScriptRun,
): Value {
  const [first] = args.values;
  try {
    if (first === undefined || typeof first === 'number') return number[name](first);
  } catch {
    // An argument that JavaScript refuses.
  }
  return notRead(name, node, run);
}

/**
 * Expressions that end soon on any text: characters, classes, groups that are not repeated, and few repeats. JavaScript's own engine
 * runs them, on short texts.
 */
const plain =
  /^\^?(?:(?:[^\\[\](){}.*+?|^$]|\.|\\[dDwWsSbBnrt.*+?()[\]{}|\\^$/-]|\[\^?(?:[^\\[\]^]|\\[dDwWsSnrt\]\\^./*+?()|{}-])+\])(?:[*+?]\??|\{\d{1,2}(?:,\d{0,2})?\}\??)?|\((?:\?:)?|\)(?![*+?{])|\|)+\$?$/;

/** The expression, where it may be run on a text. */
export function runnable(value: Value, text: string): RegExp | undefined {
  if (!(value instanceof Pattern) || value.source.length > 200 || !/^[gimsu]*$/.test(value.flags)) return undefined;
  const repeats = value.source.match(/[*+]|,\d*\}/g)?.length ?? 0;
  const isShort = text.length <= (repeats > 2 ? 100 : repeats > 1 ? 500 : 5000);
  if (!isShort || repeats > 4 || !plain.test(value.source)) return undefined;
  try {
    return new RegExp(value.source, value.flags);
  } catch {
    return undefined;
  }
}

/** `text.replace(pattern, replacement)` and the like; `undefined`: it is not read. */
function matchText(
  text: string,
  name: string,
  [search, replacement]: readonly Value[],
  node: SyntaxNode,
  run: ScriptRun,
): Value {
  const pattern = runnable(search, text);
  if (!pattern) return undefined;
  switch (name) {
    case 'replace':
    case 'replaceAll': {
      if (name === 'replaceAll' && !pattern.global) return undefined;
      const all = [...text.matchAll(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`))];
      const found = pattern.global ? all : all.slice(0, 1);
      const made = found.map(match => replacedBy(match, text, replacement, node, run));
      if (made.includes(undefined)) return undefined;
      const starts = [0, ...found.map(({ 0: whole, index }) => index + whole.length)];
      const parts = starts.map((start, i) => text.slice(start, found[i]?.index) + (made[i] ?? ''));
      const whole = parts.join('');
      return whole.length > maxText ? undefined : whole;
    }
    case 'split':
      return replacement === undefined ? new Arr(run.region, text.split(pattern)) : undefined;
    case 'search':
      return text.search(pattern);
    case 'match': {
      const match = text.match(pattern);
      return match ? new Arr(run.region, [...match]) : null;
    }
    case 'matchAll':
      if (!pattern.global) return undefined;
      return new Arr(
        run.region,
        [...text.matchAll(pattern)].map(match => new Arr(run.region, [...match])),
      );
    default:
      return undefined;
  }
}

/** What a match becomes; `undefined`: nobody knows. */
function replacedBy(
  match: RegExpExecArray,
  text: string,
  replacement: Value,
  node: SyntaxNode,
  run: ScriptRun,
): string | undefined {
  if (replacement instanceof Fn) {
    const values = [...match, match.index, text];
    return textOf(run.call(replacement, { values, spread: undefined, places: [] }, node));
  }
  if (typeof replacement !== 'string' || /\$[`'<]/.test(replacement)) return undefined;
  const names = /\$(\$|&|\d{1,2})/g;
  return replacement.replace(names, (whole, name: string) => {
    if (name === '$') return '$';
    if (name === '&') return match[0];
    return match.length > Number(name) && Number(name) > 0 ? (match[Number(name)] ?? '') : whole;
  });
}
