import { EngineError } from '../../core/errors.ts';
import { fromPlain, isPyDict, type PyValue } from '../../core/pyValue.ts';
import type { RefusedValue, ValidatedText } from '../../core/refusedValue.ts';
import { noViolations, type Violations } from '../../core/violation.ts';
import { SchemaCheck } from '../jsonSchema/schemaCheck.ts';
import type { Breach } from './breach.ts';
import { placeViolations } from './placeViolations.ts';
import { schemaBreaches } from './schemaBreaches.ts';
import { withSpelledKeys } from './spelledKeys.ts';
import { withoutWrappers } from './wrapped.ts';

/** What tells of a value, with its place in a text, where it breaks a schema. */
export type ViolationsOf = (value: PyValue, place: ValidatedText) => Violations;

/**
 * Where values break a JSON Schema, draft 2020-12: nothing is coerced, formats are not checked. What the check gives up on (a
 * reference that leads nowhere, what is nested too deeply) has no violations. Linear in the value, whatever the schema.
 */
export function violationsOfSchema(schema: unknown): ViolationsOf {
  const root = asPython(schema);
  if (root === undefined || !(isPyDict(root) || typeof root === 'boolean')) return () => noViolations;
  const check = new SchemaCheck(root);
  const breachesOf = (value: PyValue) => breachesIn(check, value);
  return (value, place) => {
    const breaches = breachesOf(value);
    return breaches.length === 0 ? noViolations : placeViolations(settled(value, breaches, breachesOf), place);
  };
}

/** A value that was checked against a schema, and does not keep it. */
export function refusedBySchema(schema: PyValue, value: PyValue): RefusedValue {
  return { value, violations: place => violationsOfSchema(schema)(value, place) };
}

/** Breaches with wrappers and misspelt members recognised. */
export function settled(
  value: PyValue,
  breaches: readonly Breach[],
  breachesOf: (value: PyValue) => readonly Breach[],
): readonly Breach[] {
  return withSpelledKeys(withoutWrappers(value, breaches, breachesOf));
}

function breachesIn(check: SchemaCheck, value: PyValue): readonly Breach[] {
  try {
    return schemaBreaches(check.errors(value));
  } catch (error) {
    if (error instanceof EngineError || error instanceof RangeError) return [];
    throw error;
  }
}

function asPython(data: unknown): PyValue | undefined {
  try {
    return fromPlain(data);
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}
