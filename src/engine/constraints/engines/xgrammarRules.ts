import * as when from '../conditions.ts';
import type { Rule, RuleBook } from '../rule.ts';
import { bareQuotes } from './bareQuotes.ts';
import { commonRules } from './commonRules.ts';
import { bounds, lengths, xgrammarParsing } from './xgrammarParsing.ts';

/** The formats that xgrammar writes a grammar for. */
export const xgrammarFormats = [
  ...['date', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'json-pointer', 'relative-json-pointer'],
  ...['time', 'uri', 'uri-reference', 'uri-template', 'uuid'],
];

const ofObjects = ['type', 'properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'];
const ofObjectsToo = ['minProperties', 'maxProperties', 'unevaluatedProperties'];
const ofLists = ['type', 'items', 'prefixItems', 'unevaluatedItems', 'minItems', 'maxItems', 'minContains'];

const strings: readonly Rule[] = [
  {
    keywords: ['pattern'],
    when: when.looksAround,
    since: '53da3ff8',
    verdict: 'dropped',
    reason: 'A lookaround is passed over',
  },
  {
    keywords: ['pattern'],
    when: when.looksAround,
    until: '0.2.5',
    verdict: 'refused',
    reason: 'A lookaround is not supported',
  },
  {
    keywords: ['pattern'],
    when: when.backOrBoundary,
    verdict: 'refused',
    reason: 'A backreference or a word boundary is not supported',
  },
  {
    keywords: ['pattern'],
    when: when.formatIn(xgrammarFormats),
    verdict: 'dropped',
    reason: '`format` is read, and the pattern beside it is not',
  },
  { keywords: ['pattern'], when: when.notAnchored, verdict: 'narrowed', reason: 'The pattern is read as anchored' },
  {
    keywords: lengths,
    when: when.formatIn(xgrammarFormats),
    verdict: 'dropped',
    reason: 'Lengths beside `format` are not read',
  },
  {
    keywords: lengths,
    when: when.all(when.withinLengths, when.shorterThanText),
    verdict: 'narrowed',
    reason: 'Only texts of the pattern, read as anchored, are written',
  },
  {
    keywords: lengths,
    when: when.all(when.beside('pattern'), when.not('that the pattern does not keep', when.withinLengths)),
    verdict: 'dropped',
    reason: 'Lengths beside `pattern` are not read',
  },
  {
    keywords: ['minLength'],
    when: when.zeroAlone,
    until: '0.1.27',
    verdict: 'narrowed',
    reason: 'One character is written, no more and no less',
  },
  {
    keywords: ['format'],
    when: when.formatNotIn(xgrammarFormats),
    verdict: 'dropped',
    reason: 'There is no grammar for this format',
  },
];

const numbers: readonly Rule[] = [
  {
    keywords: ['minimum', 'maximum'],
    when: when.replaced,
    until: '0.1.27',
    verdict: 'dropped',
    reason: 'A bound that is open replaces it',
  },
  {
    keywords: bounds,
    when: when.letsOthersIn,
    until: '0.2.1',
    verdict: 'dropped',
    reason: 'The pattern of digits that is made of the bounds matches others too',
  },
  {
    keywords: bounds,
    when: when.leavesSomeOut,
    until: '0.2.1',
    verdict: 'narrowed',
    reason: 'The pattern of digits that is made of the bounds does not match all that are within',
  },
  { keywords: ['multipleOf'], until: '0.2.1', verdict: 'dropped', reason: '`multipleOf` is not read' },
  {
    keywords: ['multipleOf'],
    when: when.unboundMultiple,
    verdict: 'dropped',
    reason: '`multipleOf` is read for integers up to 1024, without bounds or with both of them',
  },
];

const lists: readonly Rule[] = [
  {
    keywords: ['prefixItems'],
    when: when.mayBeShorter,
    verdict: 'narrowed',
    reason: 'All items that are listed are written, always',
  },
  {
    keywords: ['type'],
    when: when.all(when.ofType('array'), when.noItems, when.not('beside other keywords', when.typeAlone)),
    verdict: 'narrowed',
    reason: 'A list without `items` is written without any item',
  },
  {
    keywords: ['minContains'],
    when: when.beside('contains'),
    verdict: 'dropped',
    reason: 'So many items are written, of any kind',
  },
  commonRules.untypedLists,
];

/** Members that have names by a pattern, as it reads them without `properties`; up to 0.1.27 it does not read those beside. */
const namedByPattern: readonly Rule[] = [
  {
    keywords: ['properties'],
    when: when.beside('propertyNames'),
    until: '0.1.27',
    verdict: 'dropped',
    reason: 'Beside `propertyNames` the members are not read',
    isUnread: true,
  },
  {
    keywords: ['required'],
    when: when.beside('propertyNames', 'patternProperties'),
    until: '0.1.27',
    verdict: 'dropped',
    reason: 'Beside `propertyNames` or `patternProperties` it is not read',
  },
  {
    keywords: ['properties'],
    when: when.beside('patternProperties'),
    until: '0.1.27',
    verdict: 'narrowed',
    reason: 'Beside `patternProperties` the members are never written',
    isUnread: true,
  },
  {
    keywords: ['additionalProperties'],
    when: when.all(when.not('given', when.absent), when.notFalse, when.unlisted, when.beside('patternProperties')),
    verdict: 'narrowed',
    reason: 'Beside `patternProperties`, and without `properties`, further members are never written',
    isUnread: true,
  },
  {
    keywords: ['additionalProperties'],
    when: when.all(
      when.not('given', when.absent),
      when.not('other than `true`', when.isTrue),
      when.unlisted,
      when.beside('propertyNames'),
    ),
    verdict: 'dropped',
    reason: 'Beside `propertyNames`, and without `properties`, members have any value',
    isUnread: true,
  },
];

const objects: readonly Rule[] = [
  {
    keywords: ['propertyNames'],
    when: when.forbidsListed,
    since: '0.2.1',
    verdict: 'dropped',
    reason: 'The members of `properties` are written, whatever their names are',
    isUnread: 'parsed',
  },
  {
    keywords: ['patternProperties'],
    when: when.aboutOthersToo,
    since: '0.2.1',
    verdict: 'dropped',
    reason: 'A member that is listed, or a further one, is written by its own schema alone',
    isUnread: 'parsed',
  },
  ...namedByPattern,
  {
    keywords: ['required'],
    when: when.unlistedNames,
    verdict: 'dropped',
    reason: 'A name that is required and not in `properties` is never written',
  },
  commonRules.membersInOrder,
  commonRules.untypedObjects,
  { keywords: ['additionalProperties'], when: when.all(when.absent, when.typeAlone), verdict: 'enforced', reason: '' },
  {
    keywords: ['additionalProperties'],
    when: when.all(when.absent, when.beside('unevaluatedProperties', 'propertyNames')),
    verdict: 'enforced',
    reason: '',
  },
  commonRules.closedByDefault,
  {
    keywords: ['patternProperties'],
    when: when.namesNotAnchored,
    verdict: 'narrowed',
    reason: 'The pattern of a name is read as anchored',
  },
];

const severalParts = {
  keywords: ['allOf'],
  when: when.several,
  verdict: 'dropped',
  reason: '`allOf` with several parts is read as any value',
} satisfies Rule;

const alternatives: readonly Rule[] = [
  commonRules.overlappingAlternatives,
  {
    keywords: ['anyOf', 'oneOf'],
    when: when.shapelessAlternative,
    verdict: 'dropped',
    reason: 'An alternative without `type` is read as any value',
  },
  { ...severalParts, until: '0.1.27', isUnread: true },
  { ...severalParts, isUnread: 'parsed' },
  {
    keywords: ['$ref'],
    when: when.notFromRoot,
    verdict: 'dropped',
    reason: 'A reference that does not begin with `#/` is read as any value',
  },
  { keywords: ['$ref'], when: when.escapedPath, verdict: 'refused', reason: 'Escapes in a path are not read' },
  commonRules.danglingReference,
  { keywords: ['enum'], when: when.noValues, verdict: 'refused', reason: 'No value is listed' },
];

/** xgrammar as servers call it: strict mode, any whitespace. Run: 0.1.27, 0.2.1, 0.2.5 and a commit of 2026-08-17. */
export const xgrammarRules: RuleBook = {
  versions: ['0.1.27', '0.2.1', '0.2.5', '53da3ff8'],
  note: bareQuotes,
  readings: [
    ...['$ref', 'const', 'enum', 'anyOf', 'oneOf', 'allOf'].map(keyword => ({
      when: when.beside(keyword),
      reads: [keyword],
    })),
    { when: when.ofNames, reads: ['pattern', 'format', ...lengths] },
    { when: when.ofType('integer', 'number'), reads: ['type', ...bounds, 'multipleOf'] },
    { when: when.ofType('string'), reads: ['type', 'pattern', 'format', ...lengths] },
    { when: when.ofType('boolean', 'null'), reads: ['type'] },
    { when: when.ofType('array'), reads: ofLists },
    { when: when.ofType('object'), reads: [...ofObjects, ...ofObjectsToo] },
    {
      when: when.beside('properties', 'additionalProperties', 'unevaluatedProperties'),
      reads: [...ofObjects, ...ofObjectsToo],
    },
    { when: when.beside('items', 'prefixItems', 'unevaluatedItems'), reads: ofLists },
    { when: when.always, reads: [] },
  ],
  checks: [
    {
      keywords: ['contains', 'minContains', 'maxContains'],
      when: when.containsBeyond,
      verdict: 'refused',
      reason: '`minContains` asks for more items than are listed, and without `items` there are no others',
      isUnread: true,
    },
  ],
  parsing: xgrammarParsing,
  rules: [
    {
      keywords: ['*'],
      when: when.besideFurther,
      until: '0.2.1',
      verdict: 'dropped',
      reason: 'The member can be written as one of the further ones, of their schema',
      isUnread: 'parsed',
    },
    ...alternatives,
    ...strings,
    ...numbers,
    ...lists,
    ...objects,
  ],
};
