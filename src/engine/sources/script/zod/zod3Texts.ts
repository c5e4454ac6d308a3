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
