import { applyEdits } from '../../core/applyEdits.ts';
import { fromPlain, type PyValue } from '../../core/pyValue.ts';
import type { Wants } from '../../core/violation.ts';
import { jsonTypeOf, textWithin } from '../../validation/index.ts';
import { readingsOf, strictValue } from '../readings.ts';
import { trusts } from './mend.ts';

/** A value in other words: JSON that takes its place, and how likely that is what was meant. */
export interface Retyped {
  readonly json: string;
  readonly trust: number;
  readonly lost?: string;
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const whole = /^-?\d+(?:\.0+)?$/;
/** The longest text that is taken apart. */
const longestList = 10_000;
/** The longest text in which one number is looked for. */
const longestPhrase = 60;

/**
 * The ways to write a value that is of the wrong type as one of the types that are wanted, the likeliest first: only those that
 * say what the text says. None for a fraction where a whole number is wanted, or for words where a number is. Linear.
 */
export function retyped(json: string, wants: Wants): readonly Retyped[] {
  // Never `null`, which is a cause of its own.
  const value = strictValue(json)?.value;
  const types = new Set(typesOf(wants));
  if (types.size === 0) return [];
  if (Array.isArray(value)) return ofList(json, value);
  const lists = types.has('array') ? listsOf(json, value) : [];
  if (typeof value === 'string') return [...ofText(value, types), ...lists];
  if (typeof value !== 'object') return [...ofScalar(json, value, types), ...lists];
  return types.has('string') ? [{ json: JSON.stringify(json), trust: trusts.jsonText }, ...lists] : lists;
}

function typesOf({ types, values }: Wants): readonly string[] {
  return types.length > 0 ? types : ((values ?? []) as readonly PyValue[]).map(jsonTypeOf);
}

function ofText(text: string, types: ReadonlySet<string>): readonly Retyped[] {
  const trimmed = text.trim();
  const ways: Retyped[] = [];
  if (/^[[{(]/.test(trimmed)) {
    const read = written(trimmed);
    if (read && types.has(read.type)) ways.push(read);
  }
  if (types.has('boolean')) ways.push(...ofWord(trimmed.toLowerCase()));
  if (types.has('number') || types.has('integer')) ways.push(...numbersIn(trimmed, types.has('number')));
  if (types.has('null') && /^(?:null|none|nil|n\/a|undefined)$/i.test(trimmed))
    ways.push({ json: 'null', trust: trusts.grouped });
  return ways;
}

/** A list or an object that was written as text, as JSON or with Python's literals. */
function written(text: string): (Retyped & { readonly type: string }) | undefined {
  const strict = strictValue(text);
  if (strict) return { json: text, trust: trusts.unquoted, type: jsonTypeOf(fromPlain(strict.value)) };
  const { proved, refusal } = readingsOf(text, undefined, undefined);
  const [best, next] = proved;
  if (!best || best.isLossy || refusal <= best.cost || (next && next.cost - best.cost < 1)) return undefined;
  const json = applyEdits(text, best.edits, best);
  return { json, trust: trusts.unquotedPython, type: Array.isArray(best.value) ? 'array' : 'object' };
}

function ofWord(word: string): readonly Retyped[] {
  if (word === 'true' || word === 'false') return [{ json: word, trust: trusts.unquoted }];
  if (['yes', 'y', 'on', '1'].includes(word)) return [{ json: 'true', trust: trusts.word }];
  if (['no', 'n', 'off', '0'].includes(word)) return [{ json: 'false', trust: trusts.word }];
  const within = textWithin(word, { values: ['true', 'false'] });
  return within ? [{ json: within.text, trust: trusts.outOfProse, lost: within.beside }] : [];
}

/** The number that a text is, or the only one in it. */
function numbersIn(text: string, takesFractions: boolean): readonly Retyped[] {
  const takes = (digits: string) => takesFractions || whole.test(digits);
  if (number.test(text)) {
    if (!takes(text) && !(Number.isInteger(Number(text)) && !/[eE]/.test(text))) return [];
    return [{ json: text, trust: takesFractions || !text.includes('.') ? trusts.unquoted : trusts.grouped }];
  }
  if (text.length > longestPhrase) return [];
  const [found, ...more] = text.matchAll(/[-+]?(?:\d{1,3}(?:[,_]\d{3})+|\d+)(?:\.\d+)?/g);
  if (!found || more.length > 0) return [];
  const digits = found[0].replace(/[,_+]/g, '').replace(/^(-?)0+(?=\d)/, '$1');
  if (!number.test(digits) || !takes(digits)) return [];
  const lost = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`.trim();
  return [{ json: digits, trust: lost === '' ? trusts.grouped : trusts.withoutUnit, ...(lost !== '' && { lost }) }];
}

function ofScalar(json: string, value: unknown, types: ReadonlySet<string>): readonly Retyped[] {
  if (typeof value === 'boolean')
    return types.has('string') ? [{ json: `"${json}"`, trust: trusts.quotedLiteral }] : [];
  const ways: Retyped[] = [];
  if (types.has('string')) ways.push({ json: `"${json}"`, trust: trusts.quotedNumber });
  if (types.has('boolean') && (json === '0' || json === '1'))
    ways.push({ json: json === '1' ? 'true' : 'false', trust: trusts.bit });
  return ways;
}

/** The only item of a list, without it. */
function ofList(json: string, value: readonly unknown[]): readonly Retyped[] {
  return value.length === 1 ? [{ json: json.slice(1, -1).trim(), trust: trusts.onlyItem }] : [];
}

/** One item where a list is wanted, in a list; or several that stand in one text. */
function listsOf(json: string, value: unknown): readonly Retyped[] {
  const isText = typeof value === 'string';
  const items = isText && value.length <= longestList ? itemsOf(value) : [];
  const isSeveral = items.length > 1 && items.every(item => item !== '');
  const ways: Retyped[] = [];
  const isBlank = isText && value.trim() === '';
  if (!isBlank)
    ways.push({
      json: `[${json}]`,
      trust: isSeveral || (isText && /^\s*[[{(]/.test(value)) ? trusts.listOfText : trusts.listOfOne,
    });
  if (isSeveral) {
    const areNumbers = items.every(item => number.test(item));
    if (areNumbers) ways.push({ json: `[${items.join(', ')}]`, trust: trusts.splitList });
    ways.push({ json: `[${items.map(item => JSON.stringify(item)).join(', ')}]`, trust: trusts.splitList });
  }
  return ways;
}

/** What stands between commas, semicolons and ends of lines: of these one ends an item, however many ends of lines are around it. */
function itemsOf(text: string): readonly string[] {
  return text.split(/[,;]/).flatMap(part =>
    part
      .trim()
      .split(/\n\s*/)
      .map(item => item.trim()),
  );
}
