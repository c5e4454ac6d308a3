import * as when from '../conditions.ts';
import type { RuleBook } from '../rule.ts';
import { xgrammarFormats, xgrammarRules } from './xgrammarRules.ts';

/** SGLang's check of a request, as its source of 2026-09 has it, before xgrammar. */
export const sglangRules: RuleBook = {
  ...xgrammarRules,
  looksEverywhere: true,
  checks: [
    {
      keywords: [
        ...['contains', 'minContains', 'maxContains', 'dependentRequired', 'dependentSchemas', 'if', 'then', 'else'],
        ...['multipleOf', 'not', 'uniqueItems'],
      ],
      verdict: 'refused',
      reason: 'SGLang refuses the keyword, which xgrammar would ignore',
      isUnread: true,
    },
    {
      keywords: ['format'],
      when: when.all(when.maybeType('string'), when.formatNotIn(xgrammarFormats)),
      verdict: 'refused',
      reason: 'SGLang refuses a format that xgrammar does not know',
    },
    {
      keywords: ['pattern', 'format', 'minLength', 'maxLength'],
      when: when.all(when.maybeType('string'), when.severalStringGroups),
      verdict: 'refused',
      reason: 'SGLang refuses `format`, `pattern` and lengths beside each other',
    },
  ],
};
