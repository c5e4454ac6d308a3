import type { SourcePlace } from '../values/scriptFiles.ts';
import type { ScriptRun } from '../values/scriptRun.ts';
import { Obj, type Value } from '../values/scriptValues.ts';
import { type AnyZod, isZod, zodDefinition } from '../values/zodReleases.ts';

/** Where a value of a script's definition was written, and its parts. */
export interface ScriptOrigin {
  readonly at: SourcePlace;
  readonly items?: ReadonlyMap<string | number, ScriptOrigin>;
}

const descriptions = new WeakMap<AnyZod, { readonly text: string; readonly at: SourcePlace }>();
const members = new WeakMap<AnyZod, SourcePlace>();
const calls = new WeakMap<AnyZod, SourcePlace>();

/** Keeps where the description of a schema is written: that of `.describe(…)`, or of `.meta({ description: … })`. */
export function placeDescription(zod: AnyZod, value: Value, at: SourcePlace | undefined, run: ScriptRun): void {
  const own = value instanceof Obj ? value.places.get('description') : at;
  const text = value instanceof Obj ? value.members.get('description') : value;
  if (typeof text === 'string' && own) descriptions.set(zod, { text, at: run.literals.of(text, own) });
}

/** Keeps where a schema is written that is a member of an object, the first of them where it is a member of several. */
export function placeMember(zod: AnyZod, at: SourcePlace | undefined): void {
  if (at && !members.has(zod)) members.set(zod, at);
}

/** Keeps the call that made a schema. */
export function placeCall(zod: AnyZod, at: SourcePlace): void {
  calls.set(zod, at);
}

/** Where a schema is written, also where it is named. */
export function placeOfSchema(zod: AnyZod): SourcePlace | undefined {
  return calls.get(zod);
}

const maxDepth = 100;

/** Where the parts of a printed schema were written, as far as that is followed: descriptions at their literals, properties at their schemas. */
export function originOfSchema(zod: AnyZod, printed: unknown, at: SourcePlace, depth = 0): ScriptOrigin {
  const schema = isRecord(printed) ? printed : {};
  const items = new Map<string | number, ScriptOrigin>();
  if (depth > maxDepth) return { at };
  const description = descriptionOf(zod, schema.description);
  if (description) items.set('description', { at: description });
  const put = (keyword: string, parts: readonly (readonly [string | number, unknown])[]) => {
    const own = schema[keyword];
    if (typeof own !== 'object' || own === null) return;
    const found = parts.flatMap(([key, part]): [string | number, ScriptOrigin][] =>
      isZod(part) && Object.hasOwn(own, key)
        ? [
            [
              key,
              originOfSchema(part, (own as Record<string | number, unknown>)[key], members.get(part) ?? at, depth + 1),
            ],
          ]
        : [],
    );
    if (found.length > 0) items.set(keyword, { at, items: new Map(found) });
  };
  for (const { def } of wrapped(zod)) {
    // What is around prints what is inside: once for each part, or chains would be walked again and again.
    if (items.size > (description ? 1 : 0)) break;
    if (isRecord(def.shape)) put('properties', Object.entries(def.shape));
    if (Array.isArray(def.options)) for (const keyword of ['anyOf', 'oneOf']) put(keyword, [...def.options.entries()]);
    if (def.type === 'nullable') put('anyOf', [[0, def.innerType]]);
    if (Array.isArray(def.items)) put('prefixItems', [...def.items.entries()]);
    for (const [keyword, part] of [
      ['items', def.element],
      ['additionalProperties', def.valueType],
    ] as const)
      if (isZod(part) && isRecord(schema[keyword]))
        items.set(keyword, originOfSchema(part, schema[keyword], at, depth + 1));
  }
  return { at, ...(items.size > 0 && { items }) };
}

/** Where a schema's description was written: its own, or that of a schema that it was made of. */
function descriptionOf(zod: AnyZod, text: unknown): SourcePlace | undefined {
  if (typeof text !== 'string') return undefined;
  for (const { of } of wrapped(zod)) {
    const found = descriptions.get(of);
    if (found?.text === text) return found.at;
  }
  return undefined;
}

type Record_ = Readonly<Record<string, unknown>>;

/** A schema, and those that it was made of and prints as. */
function* wrapped(zod: AnyZod): Generator<{ readonly of: AnyZod; readonly def: Record_ }> {
  let of: unknown = zod;
  for (let i = 0; i < maxDepth && isZod(of); i++) {
    const def = zodDefinition(of);
    yield { of, def };
    of = def.madeOf ?? def.innerType ?? lazily(def);
  }
}

function lazily({ type, getter }: Record_): unknown {
  if (type !== 'lazy' || typeof getter !== 'function') return undefined;
  try {
    return getter();
  } catch {
    // zod has refused it as well.
    return undefined;
  }
}

function isRecord(value: unknown): value is Record_ {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
