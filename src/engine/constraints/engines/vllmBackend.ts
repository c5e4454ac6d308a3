import type { JsonSchema } from '../../json/jsonSchema.ts';
import { asSchema, has, typesOf } from '../../json/schema/subschema.ts';
import { judgeSchema } from '../judgeSchema.ts';
import { xgrammarFormats, xgrammarRules } from './xgrammarRules.ts';

/** Which of its libraries vLLM gives a schema to. */
export type VllmBackend = 'xgrammar' | 'guidance' | 'outlines';

const ofLists = ['uniqueItems', 'contains', 'minContains', 'maxContains'];

/**
 * What vLLM's backend `auto` chooses, as its source of 2026-09 does: xgrammar, unless xgrammar refuses the schema, or vLLM's
 * check finds something that it would ignore; then guidance, or outlines where there are `patternProperties`. The check looks
 * into every object, those that are no schemas too. Linear.
 */
export function vllmBackend(schema: JsonSchema): VllmBackend {
  const isRefused = () => judgeSchema(schema, xgrammarRules, '0.2.5').some(({ verdict }) => verdict === 'refused');
  if (!contains(schema, isBeyondXgrammar) && !isRefused()) return 'xgrammar';
  return contains(schema, part => has(part, 'patternProperties')) ? 'outlines' : 'guidance';
}

function contains(schema: JsonSchema, test: (part: JsonSchema) => boolean): boolean {
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) for (const each of value) open.push(each);
    const part = asSchema(value);
    if (!part) continue;
    if (test(part)) return true;
    for (const each of Object.values(part)) open.push(each);
  }
  return false;
}

function isBeyondXgrammar(part: JsonSchema): boolean {
  const types = typesOf(part).map(String);
  if ((types.includes('integer') || types.includes('number')) && has(part, 'multipleOf')) return true;
  if (types.includes('array') && ofLists.some(keyword => has(part, keyword))) return true;
  if (types.includes('string') && has(part, 'format') && !xgrammarFormats.includes(String(part.format))) return true;
  if (types.includes('string') && hasPatternAndLength(part)) return true;
  return types.includes('object') && (hasMixedNames(part) || hasMixedPatterns(part));
}

function hasPatternAndLength(part: JsonSchema): boolean {
  return (has(part, 'pattern') || has(part, 'format')) && (has(part, 'minLength') || has(part, 'maxLength'));
}

function hasMixedNames(part: JsonSchema): boolean {
  if (!has(part, 'propertyNames')) return false;
  const names = asSchema(part.propertyNames);
  if (names && hasPatternAndLength(names)) return true;
  const beside = has(part, 'properties') || has(part, 'patternProperties');
  const further = asSchema(part.additionalProperties) !== undefined;
  return beside || further || (part.unevaluatedProperties ?? true) !== true;
}

function hasMixedPatterns(part: JsonSchema): boolean {
  const patterns = asSchema(part.patternProperties);
  return patterns !== undefined && (has(part, 'properties') || Object.keys(patterns).length > 1);
}
