import { pointerStep } from '../../core/pointerStep.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { asFloat, isPyInt, pyFloatValue } from '../pyNumber.ts';
import { percentDecoded } from '../text.ts';

/** A path into a schema. */
export type SchemaPath = readonly (string | number)[];

/** Something in a schema that Pydantic would not accept, or that validation cannot honour. */
export interface SchemaProblem {
  readonly path: SchemaPath;
  readonly message: string;
  /** `refused`: Pydantic would not make or accept it. Absent: it is not checked here. */
  readonly kind?: 'refused';
  /** Whether the name of the property at `path` is meant, not its value. */
  readonly ofKey?: boolean;
  /** What stands there most likely instead. */
  readonly nearest?: string;
}

/** The string under a key, or `undefined`. */
export function stringAt(schema: PyDict, key: string): string | undefined {
  const value = schema.get(key);
  return typeof value === 'string' ? value : undefined;
}

/** The non-negative integer under a key, or `undefined`. */
export function countAt(schema: PyDict, key: string): number | undefined {
  const value = schema.get(key);
  const number = value === undefined || typeof value === 'boolean' ? undefined : asFloat(value);
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** The finite number under a key as an int (where it is one) or a float, or `undefined`. */
export function numberAt(schema: PyDict, key: string): number | bigint | undefined {
  const value = schema.get(key);
  if (value === undefined) return undefined;
  if (isPyInt(value)) return value;
  const float = pyFloatValue(value);
  return float !== undefined && Number.isFinite(float) ? float : undefined;
}

/** The dict under a key, or `undefined`. */
export function dictAt(schema: PyDict, key: string): PyDict | undefined {
  const value = schema.get(key);
  return value !== undefined && isPyDict(value) ? value : undefined;
}

/** The list under a key, or `undefined`. */
export function listAt(schema: PyDict, key: string): readonly PyValue[] | undefined {
  const value = schema.get(key);
  return value !== undefined && isPyList(value) ? value : undefined;
}

/** A step of a reference such as `#/$defs/Name`, from a value to one in it. */
export interface ReferenceStep {
  /** What it leads out of. */
  readonly from: PyValue;
  readonly key: string | number;
  readonly value: PyValue;
  /** Where the key is written in the reference. */
  readonly span: Span;
}

/**
 * The steps of a local reference, as far as they lead somewhere; `undefined` for a reference to anywhere else. Keys are
 * written with percent encoding and `~0` and `~1`; a key whose percent sign is not encoded is found as well.
 */
export function referenceSteps(
  root: PyDict,
  ref: string,
): { readonly steps: readonly ReferenceStep[]; readonly isWhole: boolean } | undefined {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined;
  const steps: ReferenceStep[] = [];
  let from: PyValue = root;
  let start = 2;
  for (const part of ref.split('/').slice(1)) {
    const span = { start, end: start + part.length };
    const step: ReferenceStep | undefined = stepFrom(from, percentDecoded(part), span) ?? stepFrom(from, part, span);
    if (!step) return { steps, isWhole: false };
    steps.push(step);
    from = step.value;
    start += part.length + 1;
  }
  return { steps, isWhole: true };
}

/** The schema that a local reference points at, and its path in `root`. */
export function findReference(root: PyDict, ref: string): { schema: PyValue; path: SchemaPath } | undefined {
  const found = referenceSteps(root, ref);
  if (!found?.isWhole) return undefined;
  return { schema: found.steps.at(-1)?.value ?? root, path: found.steps.map(({ key }) => key) };
}

/** Where a schema's references lead in the end; `path` is that of the last reference, empty without one. `undefined` where they lead to no schema. */
export function resolveReference(root: PyDict, schema: PyValue): { schema: PyDict; path: SchemaPath } | undefined {
  let at: { schema: PyValue; path: SchemaPath } | undefined = { schema, path: [] };
  for (let hops = 0; hops < 100; hops++) {
    if (at === undefined || !isPyDict(at.schema)) return undefined;
    const ref = stringAt(at.schema, '$ref');
    if (ref === undefined) return { schema: at.schema, path: at.path };
    at = findReference(root, ref);
  }
  return undefined;
}

/** The step out of a dict or list by a key with `~0` and `~1`; `undefined` where there is nothing of that key. */
function stepFrom(from: PyValue, escaped: string, span: Span): ReferenceStep | undefined {
  const key = escaped.includes('~') ? pointerStep(escaped) : escaped;
  if (isPyDict(from)) {
    const value = from.get(key);
    return value === undefined ? undefined : { from, key, value, span };
  }
  if (!isPyList(from) || !/^(?:0|[1-9]\d{0,8})$/.test(key)) return undefined;
  const value = from[Number(key)];
  return value === undefined ? undefined : { from, key: Number(key), value, span };
}
