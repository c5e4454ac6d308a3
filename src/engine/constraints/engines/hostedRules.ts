import * as when from '../conditions.ts';
import type { RuleBook } from '../rule.ts';
import { commonRules } from './commonRules.ts';

const lengths = ['minLength', 'maxLength'];
const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const unusual = [
  ...['not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas', 'dependencies', 'contains'],
  ...['minContains', 'maxContains', 'propertyNames', 'patternProperties', 'uniqueItems', 'unevaluatedItems'],
  ...['unevaluatedProperties', 'additionalItems', 'minProperties', 'maxProperties', 'prefixItems', '$dynamicRef'],
];
const formats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];

/** OpenAI's strict mode, as documented and as its own package refuses. */
export const openAiRules: RuleBook = {
  checks: [commonRules.nothingBesideReference],
  rules: [
    {
      keywords: [...unusual, ...lengths, 'allOf', 'oneOf', 'default', 'nullable'],
      verdict: 'refused',
      reason: 'Strict mode does not support the keyword',
      isUnread: true,
    },
    {
      keywords: ['format'],
      when: when.formatNotIn(formats),
      verdict: 'refused',
      reason: 'The format is not supported',
    },
    { keywords: ['pattern'], when: when.looksAround, verdict: 'refused', reason: 'A lookaround is not supported' },
    { keywords: ['anyOf'], when: when.atRoot, verdict: 'refused', reason: 'The root must be an object, not `anyOf`' },
    {
      keywords: ['type'],
      when: when.all(when.atRoot, when.not('of another type than object', when.ofType('object'))),
      verdict: 'refused',
      reason: 'The root must be an object',
    },
    commonRules.falseAdditional,
    {
      keywords: ['required', 'properties'],
      when: when.notAllRequired,
      verdict: 'refused',
      reason: 'Every member must be in `required`',
    },
    {
      keywords: ['required'],
      when: when.unlistedNames,
      verdict: 'refused',
      reason: 'A required name is not in `properties`',
    },
    commonRules.danglingReference,
    commonRules.membersInOrder,
  ],
};

/** Anthropic's structured outputs, as documented. */
export const anthropicRules: RuleBook = {
  rules: [
    {
      keywords: [...unusual, ...lengths, ...bounds, 'maxItems', 'oneOf'],
      verdict: 'refused',
      reason: 'The keyword is not supported',
      isUnread: true,
    },
    { keywords: ['minItems'], when: when.above(1), verdict: 'refused', reason: '`minItems` may be 0 or 1' },
    {
      keywords: ['format'],
      when: when.formatNotIn([...formats, 'uri']),
      verdict: 'refused',
      reason: 'The format is not supported',
    },
    {
      keywords: ['pattern'],
      when: when.beyondRegular,
      verdict: 'refused',
      reason: 'A lookaround, a backreference or a word boundary is not supported',
    },
    commonRules.falseAdditional,
    {
      keywords: ['enum', 'const'],
      when: when.complexValue,
      verdict: 'refused',
      reason: 'Lists and objects cannot be listed values',
    },
    { keywords: ['$ref'], when: when.dangling, verdict: 'refused', reason: 'The reference leads out of the schema' },
    { keywords: ['$ref'], when: when.recursive, verdict: 'refused', reason: 'A schema may not come back to itself' },
    { keywords: ['nullable'], when: when.noNull, verdict: 'narrowed', reason: '`null` is never written' },
  ],
};

/** Gemini's `responseJsonSchema`, as documented: keywords that are not in its list are ignored. */
export const geminiRules: RuleBook = {
  checks: [commonRules.nothingBesideReference],
  rules: [
    {
      keywords: [
        ...unusual.filter(keyword => keyword !== 'prefixItems'),
        ...lengths,
        ...['pattern', 'const', 'allOf', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
      ],
      verdict: 'dropped',
      reason: 'The keyword is not in the list of those that are read',
      isUnread: true,
    },
    commonRules.overlappingAlternatives,
    {
      keywords: ['$ref'],
      when: when.recursive,
      verdict: 'narrowed',
      reason: 'A reference that comes back to itself is unrolled a few times only',
    },
  ],
};
