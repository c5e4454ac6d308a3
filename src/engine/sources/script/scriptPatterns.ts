import type { SyntaxNode } from '@lezer/common';
import type { ScriptRun } from './scriptRun.ts';
import { maxText, textOf } from './scriptTexts.ts';
import { Arr, Fn, Pattern, type Value } from './scriptValues.ts';

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
export function matchText(
  text: string,
  name: string,
  [given, replacement]: readonly Value[],
  node: SyntaxNode,
  run: ScriptRun,
): Value {
  const pattern = runnable(given, text);
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
