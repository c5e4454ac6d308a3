import type { RuleBook } from '../rule.ts';

/** Outlines, to which vLLM gives what the others refuse: by the list that SGLang's source has of what it ignores. Not run. */
export const outlinesRules: RuleBook = {
  rules: [
    {
      keywords: [
        ...['allOf', 'contains', 'dependentRequired', 'dependentSchemas', 'else', 'exclusiveMaximum'],
        ...['exclusiveMinimum', 'if', 'maxContains', 'maximum', 'minContains', 'minimum', 'multipleOf', 'not', 'oneOf'],
        ...['patternProperties', 'propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties', 'uniqueItems'],
      ],
      verdict: 'dropped',
      reason: 'vLLM gives a schema with such patterns of names to Outlines, which ignores the keyword',
      isUnread: true,
    },
    {
      keywords: ['properties'],
      verdict: 'narrowed',
      reason: 'Members are written in the order of the schema',
    },
  ],
};
