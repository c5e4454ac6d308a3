import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { type MemberSpan, memberSpans } from '../../json/jsonSpans.ts';
import { attempt } from '../../parsers/shared/attempt.ts';
import { codePointLength, jsonDumps, jsonLoads } from '../../python/index.ts';
import {
  dictAt,
  listAt,
  numberAt,
  pointerOf,
  resolveReference,
  SchemaCheck,
  stringAt,
} from '../../validation/index.ts';

/** A member of an object in a JSON text. */
export interface AnswerMember {
  readonly key: string;
  /** A JSON pointer into the whole value. */
  readonly path: string;
  readonly span: Span;
  readonly keySpan: Span;
  /** What goes where the member goes: with one comma. */
  readonly removal: Span;
  readonly value: PyValue;
  /** The schema of the value, where one is known; and whether the object must have the member, which it must where nobody says. */
  readonly schema?: PyDict;
  /** The schema of a value that is not `null`, and the whole in which its references lead somewhere. */
  readonly nonNull?: PyDict;
  readonly root?: PyDict;
  readonly isRequired: boolean;
}

/**
 * The first members of a JSON value, those of inner objects behind each: of a list those of its first item. `span`: of the
 * value, which `jsonLoads` accepts. Linear in the value, for each of the members.
 */
export function answerMembers(
  text: string,
  span: Span,
  schema: PyDict | undefined,
  most: number,
): readonly AnswerMember[] {
  const found: AnswerMember[] = [];
  const visit = (at: Span, part: PyValue | undefined, path: readonly (string | number)[]): void => {
    if (found.length >= most) return;
    const resolved = schema && part !== undefined ? resolveReference(schema, part)?.schema : undefined;
    const members = memberSpans(text, at.start);
    const opening = text.charAt(at.start);
    if (opening === '[') {
      const [first] = members;
      if (first) visit(first.span, resolved?.get('items'), [...path, 0]);
      return;
    }
    if (opening !== '{') return;
    const properties = resolved && dictAt(resolved, 'properties');
    const required = resolved && (listAt(resolved, 'required') ?? []);
    for (const [i, { key, keySpan, span: own }] of members.entries()) {
      if (found.length >= most || !keySpan) return;
      const below = [...path, key];
      const inner = properties?.get(String(key));
      const innerSchema = schema && inner !== undefined ? resolveReference(schema, inner)?.schema : undefined;
      const read = jsonLoads(text, own);
      found.push({
        key: String(key),
        path: pointerOf(below),
        span: own,
        keySpan,
        removal: removalOf(members, i),
        value: read.ok ? read.value : null,
        ...(schema && innerSchema && { schema: innerSchema, nonNull: withoutNull(innerSchema, schema), root: schema }),
        isRequired: required?.includes(key) ?? true,
      });
      visit(own, inner, below);
    }
  };
  visit(span, schema, []);
  return found;
}

/** Of a choice between `null` and one other, the other. */
function withoutNull(schema: PyDict, root: PyDict): PyDict {
  const branches = (listAt(schema, 'anyOf') ?? []).flatMap(branch => resolveReference(root, branch)?.schema ?? []);
  const others = branches.filter(branch => branch.get('type') !== 'null');
  return others.length === 1 && branches.length > 1 ? others[0]! : schema;
}

function removalOf(members: readonly MemberSpan[], i: number): Span {
  const { span, keySpan } = members[i]!;
  const before = members[i - 1];
  if (before) return { start: before.span.end, end: span.end };
  return { start: keySpan!.start, end: members[i + 1]?.keySpan?.start ?? span.end };
}

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
