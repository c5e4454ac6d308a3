import * as when from '../conditions.ts';
import type { Rule, RuleBook } from '../rule.ts';
import { commonRules } from './commonRules.ts';

const formats = ['date', 'time', 'date-time', 'uuid', 'uuid1', 'uuid2', 'uuid3', 'uuid4', 'uuid5'];
const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

const objects: readonly Rule[] = [
  {
    keywords: ['required'],
    when: when.unlistedNames,
    verdict: 'dropped',
    reason: 'A name that is required and not in `properties` is passed over',
  },
  {
    keywords: ['required'],
    when: when.optionalFirst,
    verdict: 'narrowed',
    reason: 'Members that are required are written before all others',
  },
  {
    keywords: ['default'],
    when: when.ofEarlyOptional,
    verdict: 'narrowed',
    reason: 'The member is written only behind those that are required',
  },
  {
    keywords: ['properties'],
    when: when.several,
    verdict: 'narrowed',
    reason: 'Members are written in the order of the schema, those that are required first',
  },
  commonRules.untypedObjects,
  commonRules.untypedLists,
  {
    keywords: ['additionalProperties'],
    when: when.all(when.absent, when.not('beside `properties`', when.beside('properties'))),
    verdict: 'enforced',
    reason: '',
  },
  commonRules.closedByDefault,
  {
    keywords: ['patternProperties'],
    when: when.closed,
    verdict: 'narrowed',
    reason: 'Members that only their names’ pattern allows are never written',
    isUnread: true,
  },
  { keywords: ['patternProperties'], verdict: 'dropped', reason: 'Patterns of names are not read', isUnread: true },
];

/** llama.cpp's converter and matcher, run at ec98e2002 and 22dc605c4. */
export const llamaCppRules: RuleBook = {
  versions: ['ec98e2002', '22dc605c4'],
  readings: [
    ...['$ref', 'oneOf', 'anyOf'].map(keyword => ({ when: when.beside(keyword), reads: [keyword] })),
    ...['const', 'enum'].map(keyword => ({ when: when.beside(keyword), reads: [keyword] })),
    {
      when: when.all(when.maybeType('object'), when.membersListed),
      reads: ['type', 'properties', 'required', 'additionalProperties', 'patternProperties'],
    },
    { when: when.all(when.maybeType('object', 'string'), when.beside('allOf')), reads: ['type', 'allOf'] },
    {
      when: when.all(when.maybeType('array'), when.beside('items')),
      reads: ['type', 'items', 'minItems', 'maxItems'],
    },
    { when: when.all(when.maybeType('array'), when.beside('prefixItems')), reads: ['type', 'prefixItems'] },
    { when: when.all(when.maybeType('string'), when.beside('pattern')), reads: ['type', 'pattern'] },
    { when: when.all(when.maybeType('string'), when.formatIn(formats)), reads: ['type', 'format'] },
    {
      when: when.all(when.ofType('string'), when.beside('minLength', 'maxLength')),
      reads: ['type', 'minLength', 'maxLength'],
    },
    { when: when.all(when.ofType('integer'), when.beside(...bounds)), reads: ['type', ...bounds] },
    { when: when.always, reads: ['type'] },
  ],
  checks: [
    {
      keywords: ['*'],
      when: when.unrecognized,
      until: 'ec98e2002',
      verdict: 'refused',
      reason: 'A schema without `type` is not recognized',
      isUnread: true,
    },
    {
      keywords: ['anyOf', 'oneOf'],
      when: when.unrecognizedAlternative,
      until: 'ec98e2002',
      verdict: 'refused',
      reason: 'An alternative without `type` is not recognized',
    },
    {
      keywords: ['properties', 'items', 'prefixItems', 'anyOf', 'oneOf'],
      when: when.withBoolean,
      verdict: 'refused',
      reason: 'A schema that is `true` or `false` is not recognized',
    },
    {
      keywords: ['minLength', 'maxLength', 'minItems', 'maxItems'],
      when: when.all(when.emptyRange, when.not('beside `prefixItems`', when.beside('prefixItems'))),
      verdict: 'refused',
      reason: 'No length is within these bounds: its grammar takes all memory',
    },
    {
      keywords: ['prefixItems'],
      when: when.itemsFalse,
      verdict: 'refused',
      reason: '`items: false` beside it is not read',
      isUnread: true,
    },
    {
      keywords: ['pattern', 'minLength', 'maxLength'],
      when: when.all(when.ofType('string'), when.noAnchors),
      verdict: 'refused',
      reason: 'A pattern must start with `^` and end with `$`',
    },
    {
      keywords: ['pattern', 'minLength', 'maxLength'],
      when: when.all(when.ofType('string'), when.beyondRegular),
      until: 'ec98e2002',
      verdict: 'refused',
      reason: 'A lookaround, a backreference or a word boundary is not supported; a lookaround crashed it',
    },
    {
      keywords: ['pattern', 'minLength', 'maxLength'],
      when: when.all(when.ofType('string'), when.backOrBoundary),
      verdict: 'refused',
      reason: 'A backreference or a word boundary is not supported',
    },
    {
      keywords: ['pattern'],
      when: when.all(when.ofType('string'), when.looksAround),
      verdict: 'dropped',
      reason: 'A lookaround is passed over',
    },
    {
      keywords: ['pattern', 'minLength', 'maxLength'],
      when: when.all(when.ofType('string'), when.escapedClass),
      verdict: 'refused',
      reason: 'The grammar that is made of `\\d`, `\\w` or `\\s` is refused: write the classes out',
    },
    {
      keywords: ['minLength', 'maxLength'],
      when: when.all(when.ofType('string'), when.withinLengths),
      verdict: 'enforced',
      reason: '',
    },
  ],
  rules: [
    { keywords: ['$ref'], when: when.toRoot, verdict: 'refused', reason: 'A reference to the root is not resolved' },
    { keywords: ['$ref'], when: when.escapedPath, verdict: 'refused', reason: 'Escapes in a path are not read' },
    commonRules.danglingReference,
    ...(['Minimum', 'Maximum'] as const).map(
      (bound): Rule => ({
        keywords: [`exclusive${bound}`],
        when: when.all(when.ofType('integer'), when.beside(bound.toLowerCase())),
        verdict: 'dropped',
        reason: `Beside \`${bound.toLowerCase()}\` it is not read`,
      }),
    ),
    {
      keywords: bounds,
      when: when.all(when.fractional, when.truncatedOutward),
      verdict: 'dropped',
      reason: 'The bound of an integer loses its fraction: the number beyond it is written too',
    },
    {
      keywords: ['exclusiveMinimum', 'exclusiveMaximum'],
      when: when.all(when.fractional, when.not('whose fraction is kept', when.truncatedExactly)),
      verdict: 'narrowed',
      reason: 'The bound of an integer loses its fraction: the number next to it is never written',
    },
    {
      keywords: ['pattern', 'format'],
      when: when.untyped,
      verdict: 'narrowed',
      reason: 'Without `type`, texts alone are written',
    },
    commonRules.overlappingAlternatives,
    {
      keywords: ['allOf'],
      when: when.notOnlyObjects,
      verdict: 'narrowed',
      reason: 'Parts are read as objects: other values are never written',
      isUnread: true,
    },
    {
      keywords: ['prefixItems'],
      when: when.mayBeShorter,
      verdict: 'narrowed',
      reason: 'All items that are listed are written, and no others',
    },
    ...objects,
  ],
};
