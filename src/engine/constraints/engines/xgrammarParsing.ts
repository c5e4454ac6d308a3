import * as when from '../conditions.ts';
import type { Rule } from '../rule.ts';

/** Keywords of lengths of texts. */
export const lengths = ['minLength', 'maxLength'];
/** Keywords of bounds of numbers, open or not. */
export const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

const isFree = when.not('without `pattern` and `format`', when.severalStringGroups);

const refusals: readonly Omit<Rule, 'verdict'>[] = [
  {
    keywords: ['properties', 'patternProperties', 'prefixItems', 'anyOf', 'oneOf', 'allOf'],
    when: when.withFalse,
    reason: 'A schema that is `false` is not taken',
  },
  {
    keywords: lengths,
    when: when.all(when.emptyRange, isFree),
    until: '0.1.27',
    reason: 'No length is within these bounds',
  },
  { keywords: lengths, when: when.emptyRange, since: '0.2.1', reason: 'No length is within these bounds' },
  { keywords: bounds, when: when.emptyReplaced, until: '0.1.27', reason: 'No number is within these bounds' },
  { keywords: bounds, when: when.emptyRange, since: '0.2.1', reason: 'No number is within these bounds' },
  { keywords: bounds, when: when.closedPoint, since: '0.2.5', reason: 'No number is within these bounds' },
  { keywords: bounds, when: when.fractional, reason: 'Bounds of an integer must be integers' },
  {
    keywords: ['minItems', 'minContains'],
    when: when.beyondPrefix,
    reason: 'More items are asked for than are listed, and without `items` there are no others',
  },
  { keywords: ['minItems', 'maxItems'], when: when.emptyRange, reason: 'No length is within these bounds' },
  {
    keywords: ['minProperties'],
    when: when.beyondMembers,
    reason: 'More members are asked for than are listed, and without `additionalProperties` there are no others',
  },
  {
    keywords: ['minProperties', 'maxProperties'],
    when: when.emptyRange,
    reason: 'No count of members is within these bounds',
  },
  {
    keywords: ['required', 'maxProperties'],
    when: when.fewerThanRequired,
    reason: 'More members are required than there may be',
  },
];

/** What xgrammar refuses while it reads a schema, before it makes anything of it. */
export const xgrammarParsing: readonly Rule[] = refusals.map(rule => ({ ...rule, verdict: 'refused' }));
