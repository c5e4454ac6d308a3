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

/** What zod keeps of a schema, in the words of zod 4; `madeOf`: the schema that it is a copy of. */
export function zodDefinition(zod: AnyZod): Readonly<Record<string, unknown>> {
  if (zod instanceof z.ZodType) return { ...(zod._zod.def as object), madeOf: zod._zod.parent };
  const def = zod._def as Readonly<Record<string, unknown>>;
  const inner = isZod(def.type) ? def.type : def.schema;
  const type = String(def.typeName).replace('Zod', '').toLowerCase();
  return {
    ...def,
    type,
    ...(typeof def.shape === 'function' && { shape: def.shape() }),
    ...(def.options instanceof Map && { options: [...def.options.values()] }),
    ...(isZod(inner) && (type === 'array' ? { element: inner } : { innerType: inner })),
  };
}
