import * as z3 from 'zod/v3';
import { taking } from '../../../core/takenValue.ts';
import { LangchainError } from '../langchainError.ts';
import { build, type JsonSchema, type Kind, waiting, withLateIssues, type Zod, zodKind } from './zodBuild.ts';
import type { ScriptPatterns } from './zodPatterns.ts';

export type { JsonSchema } from './zodBuild.ts';

/** What a zod schema makes of a value, or its issues. */
export type ZodOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly unknown[] };

/** A zod schema rebuilt from its JSON Schema. */
export interface ZodModel {
  /** `waits`: as `parseAsync` has it, whose order of issues is another in zod 3. */
  validate(value: unknown, waits?: boolean): ZodOutcome;
  /** What the schema makes of the value of one key, whatever the others; `undefined` where it drops the key. Absent: the schema is not of one object. */
  readonly member?: (key: string) => ((value: unknown) => unknown) | undefined;
  /** Its patterns, which whoever has a host lets settle. */
  readonly patterns?: ScriptPatterns;
}

/**
 * The zod schema, of release 3 or 4, that has this JSON Schema. `isStrict`: unknown keys of the object at the top are
 * refused, where else they are dropped; a JSON Schema does not tell. What cannot be understood accepts anything. Throws
 * `Error` for a schema that zod does not make.
 */
export function zodModel(schema: JsonSchema, release: 3 | 4, isStrict = false): ZodModel {
  const kind = zodKind(schema, release);
  let made = built(schema, kind);
  if (isStrict && typeof made.strict === 'function') made = made.strict();
  if (release === 3) made = withLateIssues(made);
  return {
    validate(value, waits = false) {
      const outcome = made.safeParse(value, release === 3 && waits ? { errorMap: waiting } : undefined);
      return outcome.success
        ? { ok: true, value: taking(outcome.data, value) }
        : { ok: false, issues: outcome.error.issues };
    },
    patterns: kind.patterns,
    ...memberOf(schema, kind, isStrict),
  };
}

/** See `ZodModel.member`; a value that does not fit, which is an error of the whole, stays what it is. */
function memberOf(schema: JsonSchema, kind: Kind, isStrict: boolean): Pick<ZodModel, 'member'> {
  if (['const', 'oneOf', 'anyOf', 'allOf'].some(key => key in schema) || Array.isArray(schema.enum)) return {};
  if (schema.type === undefined) return { member: () => value => value };
  if (schema.type !== 'object') return {};
  const properties = new Map(Object.entries((schema.properties ?? {}) as object));
  const { additionalProperties: extras } = schema;
  const isTyped = typeof extras === 'object' && extras !== null && !isStrict;
  const isOpen = isTyped || (!schema.properties && extras !== false);
  const parts = new Map<unknown, Zod>();
  return {
    member(key) {
      // An assignment to it would set the prototype.
      if (key === '__proto__' || (!properties.has(key) && !isOpen)) return undefined;
      const part = properties.has(key) ? properties.get(key) : extras;
      return value => {
        if (!parts.has(part)) parts.set(part, build(part, kind, 1));
        const outcome = parts.get(part).safeParse(value);
        return outcome.success ? outcome.data : value;
      };
    },
  };
}

/** The schema of `fromNamesAndDescriptions`: strings, in zod 3. */
export function namesModel(names: Readonly<Record<string, string>>): ZodModel {
  const schema = z3.z.object(Object.fromEntries(Object.keys(names).map(name => [name, z3.z.string()])));
  return {
    member: key => (key !== '__proto__' && Object.hasOwn(names, key) ? value => value : undefined),
    validate(value) {
      const outcome = schema.safeParse(value);
      return outcome.success
        ? { ok: true, value: taking(outcome.data, value) }
        : { ok: false, issues: outcome.error.issues };
    },
  };
}

/** `${e}` of the `ZodError` that `parse` throws: the issues as indented JSON. */
function issuesText(issues: readonly unknown[]): string {
  return JSON.stringify(issues, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2);
}

/** The `ZodError` itself. */
export function zodError(issues: readonly unknown[]): LangchainError {
  return new LangchainError('ZodError', issuesText(issues));
}

/** zod refuses some schemas with errors of its own, such as a pattern that is not one. */
function built(schema: JsonSchema, kind: Kind): Zod {
  try {
    return build(schema, kind, 0);
  } catch (error) {
    throw new LangchainError('Error', error instanceof Error ? error.message : String(error));
  }
}
