import * as when from '../conditions.ts';
import type { Rule } from '../rule.ts';

/** Rules that several engines share, to the word. */
export const commonRules = {
  danglingReference: {
    keywords: ['$ref'],
    when: when.dangling,
    verdict: 'refused',
    reason: 'The reference leads nowhere in the schema',
  },

  nothingBesideReference: {
    keywords: ['*'],
    when: when.besideReference,
    verdict: 'refused',
    reason: 'Nothing may stand beside `$ref`',
    isUnread: true,
  },

  overlappingAlternatives: {
    keywords: ['oneOf'],
    when: when.overlapping,
    verdict: 'dropped',
    reason: '`oneOf` is read as `anyOf`: what fits two alternatives is written too',
  },

  membersInOrder: {
    keywords: ['properties'],
    when: when.several,
    verdict: 'narrowed',
    reason: 'Members are written in the order of the schema',
  },

  untypedObjects: {
    keywords: ['properties'],
    when: when.untyped,
    verdict: 'narrowed',
    reason: 'Without `type`, objects alone are written',
  },

  untypedLists: {
    keywords: ['items', 'prefixItems', 'unevaluatedItems'],
    when: when.untyped,
    verdict: 'narrowed',
    reason: 'Without `type`, lists alone are written',
  },

  closedByDefault: {
    keywords: ['additionalProperties'],
    when: when.absent,
    verdict: 'narrowed',
    reason: 'Absent, it is read as `false`: further members are never written',
  },

  falseAdditional: {
    keywords: ['additionalProperties'],
    when: when.notFalse,
    verdict: 'refused',
    reason: '`additionalProperties` must be `false`',
    isUnread: true,
  },
} satisfies Readonly<Record<string, Rule>>;
