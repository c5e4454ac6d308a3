import * as when from '../conditions.ts';
import type { RuleBook } from '../rule.ts';
import { commonRules } from './commonRules.ts';

const formats = [
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'time',
  'uri',
  'uuid',
  'unknown',
];

/** llguidance, run at 1.7.0: it refuses what it cannot keep. */
export const llguidanceRules: RuleBook = {
  rules: [
    {
      keywords: [
        ...['not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas', 'dependencies', 'contains'],
        ...['minContains', 'maxContains', 'propertyNames', 'uniqueItems', 'unevaluatedItems', 'unevaluatedProperties'],
        '$dynamicRef',
      ],
      verdict: 'refused',
      reason: 'The keyword is not implemented',
      isUnread: true,
    },
    {
      keywords: ['oneOf'],
      when: when.overlapping,
      verdict: 'refused',
      reason: '`oneOf` is taken only where no value fits two alternatives',
    },
    {
      keywords: ['pattern'],
      when: when.beyondRegular,
      verdict: 'refused',
      reason: 'The regular expression has what no automaton can say',
    },
    {
      keywords: ['format'],
      when: when.formatNotIn(formats),
      verdict: 'refused',
      reason: 'The format is not known',
    },
    commonRules.danglingReference,
    commonRules.membersInOrder,
  ],
};
