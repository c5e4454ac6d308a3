import type { PyDict, PyValue } from '../../core/pyValue.ts';

/** A type of Python or Pydantic whose schema says it all. */
export interface SimpleType {
  readonly module: string;
  readonly name: string;
  /** What `model_json_schema()` prints for it, beside `type: string`. */
  readonly keys: readonly (readonly [string, PyValue])[];
  /** Whether an export uses it; others are read only. */
  readonly isWritten: boolean;
}

function text(module: string, name: string, format: string, ...more: (readonly [string, PyValue])[]): SimpleType {
  return { module, name, keys: [['format', format], ...more], isWritten: true };
}

const readOnly = (type: SimpleType): SimpleType => ({ ...type, isWritten: false });

/** The types that are strings in JSON. `HttpUrl` stands before `AnyUrl`, which has fewer keys. */
export const textTypes: readonly SimpleType[] = [
  text('datetime', 'datetime', 'date-time'),
  text('datetime', 'date', 'date'),
  text('datetime', 'time', 'time'),
  text('datetime', 'timedelta', 'duration'),
  text('uuid', 'UUID', 'uuid'),
  ...[1, 3, 4, 5, 6, 7, 8].map(version => text('pydantic', `UUID${version}`, `uuid${version}`)),
  text('builtins', 'bytes', 'binary'),
  text('pydantic', 'HttpUrl', 'uri', ['minLength', 1], ['maxLength', 2083]),
  text('pydantic', 'AnyUrl', 'uri', ['minLength', 1]),
  text('pydantic', 'SecretStr', 'password', ['writeOnly', true]),
  ...(
    [
      ['pydantic', 'EmailStr', 'email'],
      ['pydantic', 'SecretBytes', 'password'],
      ['pydantic', 'PastDate', 'date'],
      ['pydantic', 'FutureDate', 'date'],
      ['pydantic', 'PastDatetime', 'date-time'],
      ['pydantic', 'FutureDatetime', 'date-time'],
      ['pydantic', 'AwareDatetime', 'date-time'],
      ['pydantic', 'NaiveDatetime', 'date-time'],
      ['pydantic', 'FilePath', 'file-path'],
      ['pydantic', 'DirectoryPath', 'directory-path'],
      ['pathlib', 'Path', 'path'],
      ['ipaddress', 'IPv4Address', 'ipv4'],
      ['ipaddress', 'IPv6Address', 'ipv6'],
    ] as const
  ).map(([module, name, format]) => readOnly(text(module, name, format))),
];

/** How the constraints of a schema are called in `Field(…)`. */
export const constraints = {
  minimum: 'ge',
  maximum: 'le',
  exclusiveMinimum: 'gt',
  exclusiveMaximum: 'lt',
  multipleOf: 'multiple_of',
} as const;

/** Where a schema that Pydantic prints keeps the limits of a length, by its type. */
export const lengths: Readonly<Record<string, readonly [min: string, max: string]>> = {
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
};

/** The pattern that Pydantic prints for the text form of a `Decimal` with these limits. */
export function decimalPattern(maxDigits: number | undefined, places: number | undefined): string {
  const start = '^(?!^[-+.]*$)[+-]?0*';
  if (maxDigits === undefined)
    return places === undefined ? `${start}\\d*\\.?\\d*$` : `${start}\\d*\\.?\\d{0,${places}}0*$`;
  const digits = `(?=[\\d.]{1,${maxDigits + 1}}0*$)`;
  if (places === undefined) return `${start}(?:\\d{0,${maxDigits}}|${digits}\\d*\\.\\d*0*$)`;
  const whole = Math.max(0, maxDigits - places);
  return `${start}(?:\\d{0,${whole}}|${digits}\\d{0,${whole}}\\.\\d{0,${places}}0*$)`;
}

/** The limits of a `Decimal` whose text form has this pattern; `undefined` where it is not a pattern of that kind. */
export function decimalLimits(schema: PyDict): { maxDigits?: number; places?: number } | undefined {
  const pattern = schema.get('pattern');
  if (schema.get('type') !== 'string' || typeof pattern !== 'string') return undefined;
  const digits = /\{1,(\d{1,9})\}/.exec(pattern)?.[1];
  const places = /\\d\{0,(\d{1,9})\}0\*\$/.exec(pattern)?.[1];
  const limits = {
    ...(digits !== undefined && { maxDigits: Number(digits) - 1 }),
    ...(places !== undefined && { places: Number(places) }),
  };
  return decimalPattern(limits.maxDigits, limits.places) === pattern ? limits : undefined;
}
