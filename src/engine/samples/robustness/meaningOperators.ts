import { applyEdits } from '../../core/applyEdits.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Edit, Span } from '../../core/span.ts';
import { listAt, numberAt } from '../../validation/index.ts';
import type { Anatomy } from './anatomy.ts';
import type { MemberMutation, MutationOperator } from './operator.ts';
import {
  type AnswerMember,
  answerMembers,
  jsonText,
  wrongLength,
  wrongPattern,
  wrongVariant,
} from './schemaMistakes.ts';

/** A mistake in what a member of a JSON answer says, not in how it is written. */
interface MemberMistake {
  readonly name: string;
  readonly summary: string;
  readonly needs: string;
  readonly isLossy?: true;
  /** The edits that make the mistake; `undefined` where it cannot be made of this member. */
  edits(member: AnswerMember, text: string): readonly Edit[] | undefined;
}

/** Members that are mutated; of a longer list only its first item has some. */
const mostMembers = 12;

/** A mistake in each of the first members; they have the names of what breaks a schema, see `violationCatalogue`. */
const memberMistakes: readonly MemberMistake[] = [
  {
    name: 'missing-key',
    summary: 'a member is left out',
    needs: 'a JSON object with a member that must be there',
    isLossy: true,
    edits: ({ isRequired, removal }) => (isRequired ? [{ span: removal, text: '' }] : undefined),
  },
  {
    name: 'null-value',
    summary: '`null` for a value',
    needs: 'a JSON object with values',
    isLossy: true,
    edits: ({ span, value, schema }) => (value === null || takesNull(schema) ? undefined : [{ span, text: 'null' }]),
  },
  {
    name: 'wrong-type',
    summary: 'a number, a list or the like as text',
    needs: 'a JSON object with values that are no texts',
    edits({ span, value }, text) {
      if (typeof value === 'string' || value === null) return undefined;
      return [{ span, text: JSON.stringify(text.slice(span.start, span.end)) }];
    },
  },
  {
    name: 'outside-enum',
    summary: 'a word that is not allowed',
    needs: 'a JSON object with a value out of a list',
    isLossy: true,
    edits: ({ span, nonNull }) => (enumOf(nonNull) ? [{ span, text: '"other-than-these"' }] : undefined),
  },
  {
    name: 'enum-spelling',
    summary: 'an allowed word in other letters',
    needs: 'a JSON object with a word out of a list',
    edits({ span, value, nonNull }) {
      if (typeof value !== 'string' || !enumOf(nonNull)) return undefined;
      const other = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
      return other === value ? undefined : [{ span, text: JSON.stringify(other) }];
    },
  },
  {
    name: 'out-of-range',
    summary: 'a number beyond its limit',
    needs: 'a JSON object with a number that has a limit',
    isLossy: true,
    edits({ span, nonNull }) {
      const most = limitOf(nonNull, ['maximum', 'exclusiveMaximum']);
      const least = limitOf(nonNull, ['minimum', 'exclusiveMinimum']);
      const beyond = most === undefined ? (least === undefined ? undefined : least - 1) : most + 1;
      return beyond === undefined ? undefined : [{ span, text: String(beyond) }];
    },
  },
  {
    name: 'length',
    summary: 'a text or a list that is too long or too short',
    needs: 'a JSON object with a text or a list that has a limit',
    isLossy: true,
    edits: member => inPlaceOf(member, wrongLength(member)),
  },
  {
    name: 'pattern',
    summary: 'a text of another form',
    needs: 'a JSON object with a text that has a pattern',
    isLossy: true,
    edits: member => inPlaceOf(member, wrongPattern(member)),
  },
  {
    name: 'wrong-variant',
    summary: 'the name of another variant',
    needs: 'a JSON object with one of several variants that a member tells apart',
    isLossy: true,
    edits: member => inPlaceOf(member, wrongVariant(member)),
  },
  {
    name: 'key-spelling',
    summary: 'a key in other letters',
    needs: 'a JSON object whose keys have letters',
    edits({ keySpan, key, isRequired }) {
      const other =
        key.charAt(0) === key.charAt(0).toUpperCase() ? key.toLowerCase() : key.charAt(0).toUpperCase() + key.slice(1);
      return other === key || !isRequired ? undefined : [{ span: keySpan, text: JSON.stringify(other) }];
    },
  },
];

/** Mistakes in what JSON says: those of members one for each, those of the whole answer once. */
export const meaningOperators: readonly MutationOperator[] = [
  ...memberMistakes.map(ofMembers),
  ofObject('unknown-key', 'a member that nobody asked for', (text, { start, end }) => {
    const isEmpty = text.slice(start + 1, end - 1).trim() === '';
    return [{ span: { start: start + 1, end: start + 1 }, text: `"other_than_these": 1${isEmpty ? '' : ', '}` }];
  }),
  ofObject('wrapped-value', 'the object in another one', (_, span) => around(span, 'result')),
  ofObject('schema-echo', 'the object as the `properties` of a schema', (_, span) => around(span, 'properties')),
];

function inPlaceOf({ span }: AnswerMember, value: PyValue | undefined): readonly Edit[] | undefined {
  return value === undefined ? undefined : [{ span, text: jsonText(value) }];
}

function ofMembers({ edits, ...mistake }: MemberMistake): MutationOperator {
  const each = ({ text, json, schema }: Anatomy): readonly MemberMutation[] =>
    json
      ? answerMembers(text, json.span, schema, mostMembers).flatMap(member => {
          const made = edits(member, text);
          return made ? [{ path: member.path, text: applyEdits(text, made) }] : [];
        })
      : [];
  return {
    ...mistake,
    family: 'meaning',
    on: 'answer',
    each,
    mutate(anatomy, random) {
      const all = each(anatomy);
      return all.length > 0 ? random.pick(all).text : undefined;
    },
  };
}

function ofObject(
  name: string,
  summary: string,
  edits: (text: string, span: Span) => readonly Edit[],
): MutationOperator {
  return {
    name,
    summary,
    needs: 'a JSON object',
    family: 'meaning',
    on: 'answer',
    mutate: ({ text, json }) =>
      json && text.charAt(json.span.start) === '{' ? applyEdits(text, edits(text, json.span)) : undefined,
  };
}

function around({ start, end }: Span, key: string): readonly Edit[] {
  return [
    { span: { start, end: start }, text: `{"${key}": ` },
    { span: { start: end, end }, text: '}' },
  ];
}

function takesNull(schema: PyDict | undefined): boolean {
  if (!schema) return false;
  const type = schema.get('type');
  const branches = schema.get('anyOf');
  if (type === 'null' || (isPyList(type) && type.includes('null'))) return true;
  return isPyList(branches) && branches.some(branch => isPyDict(branch) && takesNull(branch));
}

function enumOf(schema: PyDict | undefined): readonly PyValue[] | undefined {
  return schema && listAt(schema, 'enum');
}

function limitOf(schema: PyDict | undefined, keywords: readonly string[]): number | undefined {
  for (const keyword of keywords) {
    const limit = schema && numberAt(schema, keyword);
    if (limit !== undefined) return Number(limit);
  }
  return undefined;
}
