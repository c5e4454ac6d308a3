import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { attempt } from '../../parsers/shared/attempt.ts';
import { codePointLength, jsonDumps } from '../../python/index.ts';
import { dictAt, listAt, numberAt, resolveReference, SchemaCheck, stringAt } from '../../validation/index.ts';
import type { AnswerMember } from './answerMembers.ts';

/** A longer text or list is not made, in code points or items. */
const longest = 2000;
/** Letters of a text that are tried. */
const mostLetters = 20;

/** A value that is one too long, or else one too short, of the answer's own letters or items; `undefined` where nothing limits it. */
export function wrongLength({ value, nonNull }: AnswerMember): PyValue | undefined {
  if (!nonNull) return undefined;
  if (typeof value === 'string') {
    const most = limitOf(nonNull, 'maxLength');
    const least = limitOf(nonNull, 'minLength') ?? 0;
    if (value !== '' && most !== undefined && most < longest)
      return [...value.repeat(Math.ceil((most + 1) / codePointLength(value)))].slice(0, most + 1).join('');
    return least > 0 ? [...value].slice(0, least - 1).join('') : undefined;
  }
  if (!isPyList(value) || value.length === 0) return undefined;
  const most = limitOf(nonNull, 'maxItems');
  const least = limitOf(nonNull, 'minItems') ?? 0;
  if (most !== undefined && most < longest)
    return [...value, ...Array.from({ length: Math.max(0, most + 1 - value.length) }, () => value.at(-1)!)];
  return least > 0 ? value.slice(0, least - 1) : undefined;
}

/** The text with one letter changed, so that it has no longer the form that is wanted; `undefined` where no such letter is found. */
export function wrongPattern({ value, nonNull }: AnswerMember): string | undefined {
  const pattern = nonNull && stringAt(nonNull, 'pattern');
  if (pattern === undefined || typeof value !== 'string') return undefined;
  const check = new SchemaCheck(new Map([['pattern', pattern]]));
  const letters = [...value];
  for (const [i, letter] of letters.slice(0, mostLetters).entries()) {
    const changed = letters.with(i, /\d/.test(letter) ? 'x' : /\p{L}/u.test(letter) ? '0' : '_').join('');
    if (isBroken(check, changed)) return changed;
  }
  return undefined;
}

/** An object of several variants with the name of another one that it is not; `undefined` where no member tells variants apart. */
export function wrongVariant({ value, nonNull, root }: AnswerMember): PyDict | undefined {
  const branches = nonNull && (listAt(nonNull, 'oneOf') ?? listAt(nonNull, 'anyOf'));
  if (!root || !branches || !isPyDict(value)) return undefined;
  const variants = branches.flatMap(branch => resolveReference(root, branch)?.schema ?? []);
  const check = new SchemaCheck(new Map([...definitionsOf(root), ...nonNull!]));
  for (const [key, own] of value) {
    const names: readonly PyValue[] = variants.flatMap(variant => nameIn(variant, key) ?? []);
    if (!names.includes(own)) continue;
    for (const name of names) {
      const changed = new Map(value).set(key, name);
      if (name !== own && isBroken(check, changed)) return changed;
    }
  }
  return undefined;
}

/** A value as JSON text, its letters as they are. */
export function jsonText(value: PyValue): string {
  return jsonDumps(value, { ensureAscii: false });
}

/** The one text that a variant allows for a member. */
function nameIn(variant: PyDict, key: string): string | undefined {
  const member = dictAt(variant, 'properties')?.get(key);
  if (!isPyDict(member)) return undefined;
  const values = listAt(member, 'enum') ?? [member.get('const') ?? null];
  const [only] = values;
  return values.length === 1 && typeof only === 'string' ? only : undefined;
}

function definitionsOf(root: PyDict): readonly (readonly [string, PyValue])[] {
  return [...root].filter(([key]) => key === '$defs' || key === 'definitions');
}

/** Whether a value breaks a schema for sure: one that cannot be checked does not. */
function isBroken(check: SchemaCheck, value: PyValue): boolean {
  return (attempt(() => check.errors(value)) ?? []).length > 0;
}

function limitOf(schema: PyDict, keyword: string): number | undefined {
  const limit = numberAt(schema, keyword);
  return limit === undefined ? undefined : Number(limit);
}
