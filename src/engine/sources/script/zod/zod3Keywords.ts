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

/** What a schema says of keys beyond that they are texts. */
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

/** A check of `z.string()` in zod 3. */
export interface TextCheck {
  readonly kind: string;
  readonly value?: unknown;
  readonly regex?: RegExp;
  readonly version?: string;
}

/** The patterns that zod-to-json-schema writes for what JSON Schema has no word for, as it writes them. */
const patterns: Readonly<Record<string, string>> = {
  cuid: '^[cC][^\\s-]{8,}$',
  cuid2: '^[0-9a-z]+$',
  ulid: '^[0-9A-HJKMNP-TV-Z]{26}$',
  nanoid: '^[a-zA-Z0-9_-]{21}$',
  emoji: '^(\\p{Extended_Pictographic}|\\p{Emoji_Component})+$',
  base64url: '^([0-9a-zA-Z-_]{4})*(([0-9a-zA-Z-_]{2}(==)?)|([0-9a-zA-Z-_]{3}(=)?))?$',
  jwt: '^[A-Za-z0-9-_]+\\.[A-Za-z0-9-_]+\\.[A-Za-z0-9-_]*$',
};

const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])';
const cidr4 = `^(?:${octet}\\.){3}${octet}\\/(3[0-2]|[12]?[0-9])$`;
const byte = '(25[0-5]|(2[0-4]|1{0,1}[0-9]){0,1}[0-9])';
const hex = '[0-9a-fA-F]{1,4}';
const cidr6 = `^((${hex}:){7,7}${hex}|(${hex}:){1,7}:|(${hex}:){1,6}:${hex}|(${hex}:){1,5}(:${hex}){1,2}|(${hex}:){1,4}(:${hex}){1,3}|(${hex}:){1,3}(:${hex}){1,4}|(${hex}:){1,2}(:${hex}){1,5}|${hex}:((:${hex}){1,6})|:((:${hex}){1,7}|:)|fe80:(:[0-9a-fA-F]{0,4}){0,4}%[0-9a-zA-Z]{1,}|::(ffff(:0{1,4}){0,1}:){0,1}(${byte}\\.){3,3}${byte}|(${hex}:){1,4}:(${byte}\\.){3,3}${byte})\\/(12[0-8]|1[01][0-9]|[1-9]?[0-9])$`;

const formats: Readonly<Record<string, string>> = {
  email: 'email',
  url: 'uri',
  uuid: 'uuid',
  datetime: 'date-time',
  date: 'date',
  time: 'time',
  duration: 'duration',
};

type Schema = Record<string, unknown>;

/** The schema of `z.string()` with its checks. */
export function textSchema(checks: readonly TextCheck[] | undefined): Schema {
  const schema: Schema = { type: 'string' };
  for (const check of checks ?? []) add(check, schema);
  return schema;
}

function add({ kind, value, regex, version }: TextCheck, schema: Schema): void {
  const atLeast = () => bound(schema, 'minLength', value, Math.max);
  const atMost = () => bound(schema, 'maxLength', value, Math.min);
  if (Object.hasOwn(formats, kind)) put(schema, 'format', formats[kind]!, 'anyOf');
  else if (Object.hasOwn(patterns, kind)) put(schema, 'pattern', patterns[kind]!, 'allOf');
  else if (kind === 'min') atLeast();
  else if (kind === 'max') atMost();
  else if (kind === 'length') {
    atLeast();
    atMost();
  } else if (kind === 'regex' && regex) put(schema, 'pattern', regex.source, 'allOf');
  else if (kind === 'startsWith') put(schema, 'pattern', RegExp(`^${escaped(value)}`).source, 'allOf');
  else if (kind === 'endsWith') put(schema, 'pattern', RegExp(`${escaped(value)}$`).source, 'allOf');
  else if (kind === 'includes') put(schema, 'pattern', RegExp(escaped(value)).source, 'allOf');
  else if (kind === 'base64') schema.contentEncoding = 'base64';
  else if (kind === 'ip' || kind === 'cidr') {
    const write = (four: string, six: string, key: string, list: string) => {
      if (version !== 'v6') put(schema, key, four, list);
      if (version !== 'v4') put(schema, key, six, list);
    };
    if (kind === 'ip') write('ipv4', 'ipv6', 'format', 'anyOf');
    else write(cidr4, cidr6, 'pattern', 'allOf');
  }
}

function bound(schema: Schema, key: string, value: unknown, tighter: (...values: number[]) => number): void {
  const before = schema[key];
  schema[key] = typeof before === 'number' ? tighter(before, value as number) : value;
}

/** A keyword that may stand once: a second one makes a list of both. */
function put(schema: Schema, key: string, value: string, list: string): void {
  const several = schema[list] as Schema[] | undefined;
  if (!schema[key] && !several) {
    schema[key] = value;
    return;
  }
  const parts = several ?? [];
  if (schema[key]) parts.push({ [key]: schema[key] });
  delete schema[key];
  parts.push({ [key]: value });
  schema[list] = parts;
}

/** As zod-to-json-schema escapes it: `W` and `w` are missing in its list of letters. */
function escaped(value: unknown): string {
  return String(value).replace(/[^A-VX-Za-vx-z0-9]/g, '\\$&');
}
