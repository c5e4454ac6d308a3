import * as z from 'zod';
import * as z3 from 'zod/v3';

/** A schema of zod 4 or 3. */
export type AnyZod = z.ZodType | z3.ZodTypeAny;

/** Whether something is a schema of zod, of either release. */
export function isZod(value: unknown): value is AnyZod {
  return value instanceof z.ZodType || value instanceof z3.ZodType;
}

/** The release of zod that a schema is of. */
export function releaseOf(zod: AnyZod): 3 | 4 {
  return zod instanceof z.ZodType ? 4 : 3;
}

/** Whether a schema is of an object that refuses other keys, which its JSON Schema does not tell. */
export function isStrict(zod: AnyZod): boolean {
  if (zod instanceof z.ZodObject) return zod.def.catchall instanceof z.ZodNever;
  return zod instanceof z3.ZodObject && zod._def.unknownKeys === 'strict';
}
