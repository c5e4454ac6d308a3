import { fromPlain, type PyValue, toPlain } from '../../../core/pyValue.ts';
import type { RefusedValue } from '../../../core/refusedValue.ts';
import { valueAt } from '../../../core/valueAt.ts';
import type { ViolationCause } from '../../../core/violation.ts';
import {
  type Breach,
  enumCause,
  nearestVariant,
  placeViolations,
  settled,
  shortMessage,
  wantedWords,
} from '../../../validation/index.ts';
import type { ZodModel } from './zodModel.ts';

/** An issue of zod 3 or 4, as far as it is looked at. */
interface ZodIssue {
  readonly code?: string;
  readonly path?: readonly (string | number)[];
  readonly message?: string;
  readonly expected?: unknown;
  readonly keys?: readonly string[];
  readonly options?: readonly unknown[];
  readonly values?: readonly unknown[];
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  /** What is too small or too big, in zod 4 and 3. */
  readonly origin?: string;
  readonly type?: string;
  /** The issues of a union's members, in zod 4 and 3. */
  readonly errors?: readonly (readonly ZodIssue[])[];
  readonly unionErrors?: readonly { readonly issues: readonly ZodIssue[] }[];
}

/** What JSON Schema calls the types that zod expects. */
const types: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  int: 'integer',
  integer: 'integer',
  float: 'number',
  boolean: 'boolean',
  array: 'array',
  tuple: 'array',
  object: 'object',
  record: 'object',
  null: 'null',
};

const causes: Readonly<Record<string, ViolationCause>> = {
  not_multiple_of: 'out-of-range',
  not_finite: 'out-of-range',
  invalid_format: 'pattern',
  invalid_string: 'pattern',
  invalid_union_discriminator: 'wrong-variant',
};

/** What the issues of zod say of a value, member by member: of a union what its nearest member says. Linear in the issues. */
function zodBreaches(issues: readonly unknown[], value: PyValue): readonly Breach[] {
  return (issues as readonly ZodIssue[]).flatMap(issue => breachesOf(issue, [], value));
}

function breachesOf(issue: ZodIssue, at: readonly (string | number)[], root: PyValue): readonly Breach[] {
  const path = [...at, ...(issue.path ?? [])];
  const value = valueAt(root, path);
  const message = shortMessage(issue.message ?? '');
  const unions = issue.errors ?? issue.unionErrors?.map(({ issues }) => issues);
  if (unions && unions.length > 0 && value !== undefined) {
    // zod 4 has the paths below the union, zod 3 those from the top.
    const base = issue.errors ? path : at;
    const variants = unions.map((each, i) => ({
      name: `variant ${i + 1}`,
      breaches: each.flatMap(inner => breachesOf(inner, base, root)),
    }));
    return nearestVariant(variants, { path, input: value, message });
  }
  if (issue.keys)
    return issue.keys.map(key => ({
      path: [...path, key],
      input: valueAt(root, [...path, key]) ?? null,
      cause: 'unknown-key',
      wanted: 'no such member',
      message,
      wants: { types: [] },
    }));
  if (value === undefined) {
    const input = valueAt(root, path.slice(0, -1)) ?? null;
    return [{ path, input, cause: 'missing-key', wanted: wordOf(issue.expected), message, wants: { types: [] } }];
  }
  return [breachOf(issue, { path, input: value, message })];
}

function breachOf(issue: ZodIssue, said: Pick<Breach, 'path' | 'input' | 'message'>): Breach {
  const { code = '', expected } = issue;
  const { input } = said;
  const values = valuesOf(issue)?.map(fromPlain);
  if (values) {
    const wants = { types: [], values };
    return { ...said, cause: enumCause(input, wants), wanted: wantedWords(wants), wants };
  }
  if (code === 'invalid_type') {
    const type = types[String(expected)];
    const wants = { types: type === undefined ? [] : [type] };
    const cause = input === null ? 'null-value' : 'wrong-type';
    return { ...said, cause, wanted: wordOf(expected), wants, isWhole: true };
  }
  const isNumber = ['number', 'int', 'bigint'].includes(issue.origin ?? issue.type ?? '');
  const isSize = code === 'too_small' || code === 'too_big';
  const cause = isSize ? (isNumber ? 'out-of-range' : 'length') : (causes[code] ?? 'broken-rule');
  const limit = issue.minimum ?? issue.maximum;
  const words = limit === undefined ? said.message : `${issue.minimum === undefined ? 'at most' : 'at least'} ${limit}`;
  return { ...said, cause, wanted: words, wants: { types: [] } };
}

/** The values that are allowed, in the words of either release. */
function valuesOf({ code, values, options, expected }: ZodIssue): readonly unknown[] | undefined {
  if (code === 'invalid_value') return values;
  if (code === 'invalid_enum_value') return options;
  return code === 'invalid_literal' ? [expected] : undefined;
}

function wordOf(expected: unknown): string {
  return typeof expected === 'string' ? (types[expected] ?? shortMessage(expected)) : 'a value';
}

/** A value that a zod schema refused, with its issues. */
export function refusedByZod(model: ZodModel, value: unknown, issues: readonly unknown[]): RefusedValue {
  const data = fromPlain(value);
  const breachesOf = (input: PyValue) => {
    const outcome = model.validate(toPlain(input), true);
    return outcome.ok ? [] : zodBreaches(outcome.issues, input);
  };
  return {
    value: data,
    violations: place => placeViolations(settled(data, zodBreaches(issues, data), breachesOf), place),
  };
}
