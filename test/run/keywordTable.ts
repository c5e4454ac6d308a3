import { anthropicRules, geminiRules, openAiRules } from '../../src/engine/constraints/engines/hostedRules.ts';
import { llamaCppRules } from '../../src/engine/constraints/engines/llamaCppRules.ts';
import { llguidanceRules } from '../../src/engine/constraints/engines/llguidanceRules.ts';
import { sglangRules } from '../../src/engine/constraints/engines/sglangRules.ts';
import { xgrammarRules } from '../../src/engine/constraints/engines/xgrammarRules.ts';
import type { Rule, RuleBook } from '../../src/engine/constraints/rule.ts';

const books: readonly (readonly [string, RuleBook, string])[] = [
  ['xgrammar 0.2.5', xgrammarRules, '0.2.5'],
  ['xgrammar 0.2.1', xgrammarRules, '0.2.1'],
  ['SGLang', sglangRules, '0.2.1'],
  ['llguidance', llguidanceRules, '1.7.0'],
  ['llama.cpp, Ollama', llamaCppRules, 'ec98e2002'],
  ['OpenAI', openAiRules, '2026-11'],
  ['Anthropic', anthropicRules, '2026-11'],
  ['Gemini', geminiRules, '2026-11'],
];

const keywords = [
  ...['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else'],
  ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames', 'minProperties'],
  ...['maxProperties', 'dependentRequired', 'dependentSchemas', 'unevaluatedProperties'],
  ...['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains', 'minContains', 'maxContains'],
  ...['pattern', 'format', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'default'],
];

/** The rules of all engines as a table, its header first: a keyword in each row. */
export function keywordTable(): readonly (readonly string[])[] {
  return [
    ['keyword', ...books.map(([title]) => title)],
    ...keywords.map(keyword => [`\`${keyword}\``, ...books.map(([, book, version]) => cell(keyword, book, version))]),
  ];
}

function cell(keyword: string, book: RuleBook, version: string): string {
  const rules = [...(book.checks ?? []), ...(book.parsing ?? []), ...book.rules].filter(
    rule => rule.keywords.includes(keyword) && rule.verdict !== 'enforced' && holds(rule, book, version),
  );
  const end = rules.findIndex(({ when }) => when === undefined);
  const said = (end < 0 ? rules : rules.slice(0, end + 1)).map(({ verdict, when }) =>
    when ? `${verdict} ${when.words}` : verdict,
  );
  if (end >= 0) return said.join('; ');
  const isRead = !book.readings || book.readings.some(({ reads }) => reads.includes(keyword));
  const rest = isRead || keyword === 'default' ? 'enforced' : 'dropped';
  return said.length === 0 ? rest : `${said.join('; ')}; else ${rest}`;
}

function holds({ since, until }: Rule, { versions = [] }: RuleBook, version: string): boolean {
  const place = versions.indexOf(version);
  return (
    (since === undefined || place >= versions.indexOf(since)) &&
    (until === undefined || place <= versions.indexOf(until))
  );
}
