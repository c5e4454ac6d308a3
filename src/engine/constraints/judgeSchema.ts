import type { SchemaNote } from '../grammar/index.ts';
import type { JsonSchema } from '../json/jsonSchema.ts';
import { constrains, definitionKeywords, schemaKeywords } from '../json/schema/schemaKeywords.ts';
import { asSchema, has, isIdle, mayBe, type Subschema, step, targetOf, typesOf } from '../json/schema/subschema.ts';
import * as when from './conditions.ts';
import type { JudgedKeyword, Rule, RuleBook } from './rule.ts';

/** What an engine makes of one keyword of a schema. */
export interface KeywordVerdict extends JudgedKeyword {
  /** Why, as a sentence without its full stop; empty where it is enforced. */
  readonly reason: string;
}

type Outcome = Pick<Rule, 'verdict' | 'reason'> & { readonly isParsed?: boolean };

/** A subschema that is still to be judged, and how it fares where nothing reads it. */
interface Open {
  readonly at: Subschema;
  readonly unread?: Outcome;
}

const enforced: Outcome = { verdict: 'enforced', reason: '' };

/** What holds for every engine, where it says nothing else. */
const commonRules: readonly Rule[] = [
  {
    keywords: ['nullable'],
    when: when.noNull,
    verdict: 'narrowed',
    reason: '`nullable` is not a keyword of JSON Schema: `null` is never written',
  },
];

/**
 * What an engine makes of each keyword of a schema, each once: subschemas first in the order of the text, then what is
 * referred to, then definitions that nothing refers to. A definition that anything reads is judged as read. Linear in the
 * schema, but for alternatives and references, which are compared.
 */
export function judgeSchema(root: JsonSchema, book: RuleBook, version: string): readonly KeywordVerdict[] {
  const judged = new Set<unknown>();
  const found: KeywordVerdict[] = [];
  const unread: Open[] = [];
  let open: Open[] = [{ at: { schema: root, path: '', root } }];
  for (;;) {
    while (open.length > 0) {
      const next = open.pop()!;
      if (judged.has(next.at.schema)) continue;
      judged.add(next.at.schema);
      const inside: Open[] = [];
      for (const each of judgeKeywords(next, book, version)) {
        found.push({ keyword: each.keyword, path: next.at.path, verdict: each.verdict, reason: each.reason });
        inside.push(...schemasIn(next.at, each.keyword, each.inside));
      }
      for (const each of inside.reverse()) (each.unread ? unread : open).push(each);
    }
    const late = unread.shift();
    if (!late) break;
    open = [late];
  }
  return [...withAlternatives(root, found), ...judgeUnused(root, judged, book, version)];
}

/** Alternatives beside other keywords, as dropped where something in one of them is: what they forbid can then be written. */
function withAlternatives(root: JsonSchema, found: readonly KeywordVerdict[]): readonly KeywordVerdict[] {
  const within = new Set<string>();
  for (const { path } of found.filter(({ verdict }) => verdict === 'dropped'))
    for (const { index } of path.matchAll(/(?=\/)/g)) within.add(path.slice(0, index));
  return found.map(each => {
    const isAlternatives = each.keyword === 'anyOf' || each.keyword === 'oneOf';
    if (!isAlternatives || each.verdict !== 'enforced' || !within.has(`${each.path}/${each.keyword}`)) return each;
    const schema = asSchema(targetOf(root, `#${each.path}`)?.value);
    if (!schema || !when.besideAny.holds({ schema, path: each.path, root }, each.keyword)) return each;
    return { ...each, verdict: 'dropped', reason: 'A keyword of an alternative is dropped' };
  });
}

/** Definitions that nothing refers to constrain nothing, though a check of the request may look at them. */
function judgeUnused(
  root: JsonSchema,
  judged: Set<unknown>,
  book: RuleBook,
  version: string,
): readonly KeywordVerdict[] {
  const found: KeywordVerdict[] = [];
  const open = definitionsIn({ schema: root, path: '', root });
  while (open.length > 0) {
    const next = open.pop()!;
    if (judged.has(next.at.schema)) continue;
    judged.add(next.at.schema);
    for (const { keyword, verdict, reason } of judgeKeywords(next, book, version)) {
      found.push({ keyword, path: next.at.path, verdict, reason });
      open.push(...schemasIn(next.at, keyword, enforced), ...definitionsIn(next.at));
    }
  }
  return found;
}

function definitionsIn({ schema, path, root }: Subschema): Open[] {
  return definitionKeywords.flatMap(keyword =>
    Object.entries(asSchema(schema[keyword]) ?? {}).flatMap(([name, value]): Open[] => {
      const part = asSchema(value);
      return part ? [{ at: { schema: part, path: path + step(keyword) + step(name), root }, unread: enforced }] : [];
    }),
  );
}

interface Judged extends Outcome {
  readonly keyword: string;
  /** How the schemas in it fare; absent: they are read. */
  readonly inside?: Outcome;
}

function judgeKeywords({ at, unread }: Open, book: RuleBook, version: string): readonly Judged[] {
  const keywords = Object.keys(at.schema);
  if (isOpenObject(at.schema)) keywords.push('additionalProperties');
  const read = readKeywords(at, book);
  return keywords.map(keyword => judgeKeyword(at, keyword, { book, version, read, unread }));
}

interface Asked {
  readonly book: RuleBook;
  readonly version: string;
  /** The keywords that are read; absent: all. */
  readonly read: ReadonlySet<string> | undefined;
  readonly unread: Outcome | undefined;
}

function judgeKeyword(at: Subschema, keyword: string, { book, version, read, unread }: Asked): Judged {
  const isAsked = constrains(keyword);
  const first = (rules: readonly Rule[] | undefined) => matching(rules, at, keyword, version, book);
  const check = unread === undefined || book.looksEverywhere ? first(book.checks) : undefined;
  if (check) return judgedBy(keyword, check);
  if (unread) {
    const isParsed = unread.isParsed && (!read || read.has(keyword));
    const refused = isParsed && !isIdle(at.schema, keyword) && first(book.parsing);
    if (refused) return judgedBy(keyword, refused);
    return { keyword, ...(isAsked ? unread : enforced), inside: { ...unread, isParsed } };
  }
  if (isAsked && isIdle(at.schema, keyword)) return { keyword, ...enforced };
  if (isAsked && read && !read.has(keyword)) return notRead(at, keyword, read);
  const rule = first(book.parsing) ?? first(book.rules) ?? first(commonRules);
  return rule ? judgedBy(keyword, rule) : { keyword, ...enforced };
}

function notRead(at: Subschema, keyword: string, read: ReadonlySet<string>): Judged {
  if (!has(at.schema, keyword)) return { keyword, ...enforced };
  const words = [...read].filter(each => has(at.schema, each)).map(each => `\`${each}\``);
  const reason =
    words.length === 0
      ? 'The keyword is not read without `type`'
      : `Beside ${words.join(', ')} the keyword is not read`;
  const dropped: Outcome = { verdict: 'dropped', reason };
  const outcome = when.implied.holds(at, keyword) ? enforced : dropped;
  return { keyword, ...outcome, inside: outcome };
}

function judgedBy(keyword: string, { verdict, reason, isUnread }: Rule): Judged {
  return {
    ...{ keyword, verdict, reason },
    ...(isUnread && { inside: { verdict, reason, isParsed: isUnread === 'parsed' } }),
  };
}

function matching(
  rules: readonly Rule[] | undefined,
  at: Subschema,
  keyword: string,
  version: string,
  { versions = [] }: RuleBook,
): Rule | undefined {
  const place = versions.indexOf(version);
  return rules?.find(rule => {
    if (!rule.keywords.includes(keyword) && !(rule.keywords.includes('*') && constrains(keyword))) return false;
    if (rule.since !== undefined && place < versions.indexOf(rule.since)) return false;
    if (rule.until !== undefined && place > versions.indexOf(rule.until)) return false;
    return rule.when?.holds(at, keyword) ?? true;
  });
}

/** The keywords that the converter reads: of a list of types, those of any. */
function readKeywords(at: Subschema, { readings }: RuleBook): ReadonlySet<string> | undefined {
  if (!readings) return undefined;
  const types = typesOf(at.schema);
  const each = types.length < 2 ? [at] : types.map(type => ({ ...at, schema: { ...at.schema, type } }));
  return new Set(each.flatMap(one => readings.find(reading => reading.when.holds(one, ''))?.reads ?? []));
}

/** Whether a schema is of an object and leaves open whether there may be further members. */
function isOpenObject(schema: JsonSchema): boolean {
  if (has(schema, 'additionalProperties') || has(schema, '$ref')) return false;
  return has(schema, 'type') ? mayBe(schema, 'object') : has(schema, 'properties');
}

/** The schemas that a keyword holds or refers to. */
function schemasIn({ schema, path, root }: Subschema, keyword: string, unread: Outcome | undefined): readonly Open[] {
  const value = schema[keyword];
  const inherited = unread && { unread };
  if (keyword === '$ref') {
    const target = targetOf(root, value);
    const part = asSchema(target?.value);
    return target && part ? [{ at: { schema: part, path: target.path, root }, ...inherited }] : [];
  }
  const kind = Object.hasOwn(schemaKeywords, keyword) ? schemaKeywords[keyword] : undefined;
  if (!kind || typeof value !== 'object' || value === null) return [];
  const isOne = kind === 'one' && !Array.isArray(value);
  const parts: readonly (readonly [string, unknown])[] = isOne ? [['', value]] : Object.entries(value);
  return parts.flatMap(([name, each]): Open[] => {
    const part = asSchema(each);
    const place = path + step(keyword) + (isOne ? '' : step(name));
    const parent = { schema, keyword, name };
    return part ? [{ at: { schema: part, path: place, root, parent }, ...inherited }] : [];
  });
}

/** What a grammar makes of each keyword of a schema, by the notes of the one who made it. */
export function judgeByNotes(schema: JsonSchema, notes: readonly SchemaNote[]): readonly KeywordVerdict[] {
  const byPlace = new Map(notes.map(note => [`${note.path} ${note.keyword}`, note]));
  const judged = judgeSchema(schema, { rules: [] }, '').map((each): KeywordVerdict => {
    const place = `${each.path} ${each.keyword}`;
    const note = byPlace.get(place);
    byPlace.delete(place);
    return note ?? each;
  });
  // What came together from several places stands in none of them.
  return [...judged, ...[...byPlace.values()].filter(({ verdict }) => verdict === 'dropped')];
}
