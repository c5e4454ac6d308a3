import { textSchema } from './zod3Texts.ts';

/** A schema of zod 3, as far as it is looked at: what its own types hide. */
export interface Zod3 {
  readonly _def: Def;
  isOptional(): boolean;
}

interface NumberCheck {
  readonly kind: string;
  readonly value: unknown;
  readonly inclusive?: boolean;
}

/** How many there may be. */
interface Limit {
  readonly value: number;
}

// Each kind has members of its own.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Members = Readonly<Record<string, any>>;

/** What zod keeps of a schema. */
export type Def = Members;

/** A JSON Schema that is being made. */
export type JsonSchema = Record<string, unknown>;

/** The steps from the schema at the top. */
export type Path = readonly string[];

const plainTypes: ReadonlyMap<string, string> = new Map([
  ['ZodString', 'string'],
  ['ZodNumber', 'number'],
  ['ZodBigInt', 'integer'],
  ['ZodBoolean', 'boolean'],
  ['ZodNull', 'null'],
]);

/** What takes values of one type, whatever they are. */
export function plainType({ typeName, checks }: Def): string | undefined {
  return checks?.length ? undefined : plainTypes.get(typeName);
}

/** Writes a schema that stands below another, the steps that lead to it. */
export type Below = (of: Zod3, ...steps: Path) => JsonSchema | undefined;

/** `z.number()` and `z.bigint()` with their checks. */
export function numbers(schema: JsonSchema, checks: readonly NumberCheck[] | undefined): JsonSchema {
  for (const { kind, value, inclusive } of checks ?? []) {
    if (kind === 'int') schema.type = 'integer';
    else if (kind === 'min') schema[inclusive ? 'minimum' : 'exclusiveMinimum'] = value;
    else if (kind === 'max') schema[inclusive ? 'maximum' : 'exclusiveMaximum'] = value;
    else if (kind === 'multipleOf') schema.multipleOf = value;
  }
  return schema;
}

/** With how many items there may be. */
export function limited(schema: JsonSchema, least: Limit | null, most: Limit | null): JsonSchema {
  if (least) schema.minItems = least.value;
  if (most) schema.maxItems = most.value;
  return schema;
}

/** `z.tuple`, perhaps with more items after its own. */
export function tuple({ items, rest }: Def, below: Below): JsonSchema {
  const parts = (items as readonly Zod3[]).map((item, i) => below(item, 'items', String(i)));
  return {
    type: 'array',
    minItems: items.length,
    ...(!rest && { maxItems: items.length }),
    items: parts.filter(part => part !== undefined),
    ...(rest && { additionalItems: below(rest, 'additionalItems') }),
  };
}

/** Keys are texts anyway: what else is known of them. */
export function record({ keyType }: Def, additionalProperties: unknown, below: Below): JsonSchema {
  const schema = { type: 'object', additionalProperties };
  const { typeName, checks, values, type: branded } = keyType._def as Def;
  if (typeName === 'ZodEnum') return { ...schema, propertyNames: { enum: values } };
  const isBranded = typeName === 'ZodBranded' && branded._def.typeName === 'ZodString';
  if (!(isBranded ? branded._def.checks.length : typeName === 'ZodString' && checks.length)) return schema;
  const { type, ...propertyNames } = (isBranded ? below(branded) : undefined) ?? textSchema(checks);
  return { ...schema, propertyNames };
}

/** `z.union`: one list of types or values where its members say nothing else. */
export function union({ options }: Def, below: Below): JsonSchema | undefined {
  const parts = [...(options instanceof Map ? options.values() : options)] as (Zod3 & { description?: string })[];
  const types = parts.map(({ _def }) => plainType(_def));
  if (!types.includes(undefined)) return { type: oneOrSeveral(types) };
  if (parts.every(({ _def, description }) => _def.typeName === 'ZodLiteral' && !description)) {
    const values = parts.map(({ _def }) => _def.value);
    const named = values.map(typeOfLiteral);
    if (!named.includes(undefined)) return { type: oneOrSeveral(named), enum: [...new Set(values)] };
  } else if (parts.every(({ _def }) => _def.typeName === 'ZodEnum'))
    return { type: 'string', enum: [...new Set(parts.flatMap(({ _def }) => _def.values))] };
  const anyOf = parts.map((part, i) => below(part, 'anyOf', String(i))).filter(part => part !== undefined);
  return anyOf.length > 0 ? { anyOf } : undefined;
}

function oneOrSeveral(types: readonly unknown[]): unknown {
  const several = [...new Set(types)];
  return several.length > 1 ? several : several[0];
}

function typeOfLiteral(value: unknown): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'integer';
  return /^(?:string|number|boolean)$/.test(typeof value) ? typeof value : undefined;
}

/** `z.literal` */
export function literal(value: unknown): JsonSchema {
  const type = value === null ? undefined : typeOfLiteral(value);
  if (type === undefined) return { type: Array.isArray(value) ? 'array' : 'object' };
  return { type, const: value };
}

/** Without the names that TypeScript's numbered enums have for their numbers. */
export function nativeEnum(members: Readonly<Record<string, string | number>>): JsonSchema {
  const values = Object.keys(members)
    .filter(key => typeof members[String(members[key])] !== 'number')
    .map(key => members[key]!);
  const types = new Set(values.map(value => typeof value));
  const [first] = types;
  return { type: types.size === 1 ? (first === 'string' ? 'string' : 'number') : ['string', 'number'], enum: values };
}

/** Both sides at once: what they refuse of other keys would refuse each other's. */
export function intersection(sides: readonly (JsonSchema | undefined)[]): JsonSchema | undefined {
  const allOf = sides.flatMap(side => {
    if (!side) return [];
    if (side.type !== 'string' && 'allOf' in side) return side.allOf as readonly JsonSchema[];
    const { additionalProperties, ...rest } = side;
    return additionalProperties === false ? [rest] : [side];
  });
  return allOf.length > 0 ? { allOf } : undefined;
}
