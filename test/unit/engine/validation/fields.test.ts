import assert from 'node:assert/strict';
import type { PyDict } from '../../../../src/engine/core/pyValue.ts';
import { jsonLoads } from '../../../../src/engine/python/jsonLoads.ts';
import { pyRepr } from '../../../../src/engine/python/repr.ts';
import { buildModel } from '../../../../src/engine/validation/pydanticModel.ts';
import { assertKept } from './assertKept.ts';

function load(json: string): PyDict {
  const result = jsonLoads(json);
  assert.ok(result.ok, json);
  return result.value as PyDict;
}

/** The repr of the value of a field with this schema, or the error's type and message. */
function outcome(schema: string, value: string): string {
  const model = buildModel(load(`{"properties": {"v": ${schema}}, "required": ["v"], "title": "M", "type": "object"}`));
  assert.deepEqual(model.problems, []);
  const result = model.validate(load(`{"v": ${value}}`));
  assertKept(model, `{"v": ${value}}`, result);
  if (result.ok) return pyRepr(result.value.get('v') ?? null);
  return result.errors.map(({ type, loc, msg }) => `${loc.join('.')} ${type}: ${msg}`).join('; ');
}

const int = '{"type": "integer"}';
const float = '{"type": "number"}';
const bool = '{"type": "boolean"}';
const dateTime = '{"type": "string", "format": "date-time"}';
const date = '{"type": "string", "format": "date"}';
const time = '{"type": "string", "format": "time"}';
const duration = '{"type": "string", "format": "duration"}';
const uuid = '{"type": "string", "format": "uuid"}';
const url = '{"type": "string", "format": "uri", "minLength": 1, "maxLength": 2083}';
const anyUrl = '{"type": "string", "format": "uri", "minLength": 1}';
const decimal =
  '{"anyOf": [{"type": "number"}, {"type": "string", "pattern": "^(?!^[-+.]*$)[+-]?0*\\\\d*\\\\.?\\\\d*$"}]}';
const decimal42 =
  '{"anyOf": [{"type": "number", "minimum": 0.5}, {"type": "string", "pattern": "^(?!^[-+.]*$)[+-]?0*(?:\\\\d{0,2}|(?=[\\\\d.]{1,5}0*$)\\\\d{0,2}\\\\.\\\\d{0,2}0*$)"}]}';
const decimalStep = (step: string) => decimal.replace('"number"', `"number", "multipleOf": ${step}`);
const noInt = 'v int_parsing: Input should be a valid integer, unable to parse string as an integer';

/** The largest int that rounds to a double: half way to 2^1024 it rounds to an infinity. */
const largest = 2n ** 1024n - 2n ** 970n - 1n;
const badUrl = 'v url_parsing: Input should be a valid URL, ';
const badDelta = 'v time_delta_parsing: Input should be a valid timedelta, ';

const cases: Record<string, [schema: string, value: string, expected: string][]> = {
  // A surrogate without its other half is no text of Rust's.
  'broken text': [
    ...[int, float, bool, dateTime, date, time, duration, uuid, url, anyUrl],
    ...['{"const": "a"}', '{"enum": ["a"]}', '{"type": "string", "pattern": "x"}'],
    '{"type": "string", "format": "binary"}',
  ].map(schema => [
    schema,
    '"\\ud800"',
    'v string_unicode: Input should be a valid string, unable to parse raw data as a unicode string',
  ]),
  bool: [
    [bool, '"tRuE"', 'True'],
    [bool, '"OFF"', 'False'],
    ...['1', 't', 'true', 'y', 'yes', 'on'].map((word): [string, string, string] => [bool, `"${word}"`, 'True']),
    ...['0', 'f', 'false', 'n', 'no', 'off'].map((word): [string, string, string] => [bool, `"${word}"`, 'False']),
    [bool, '-0.0', 'False'],
    [bool, '2.0', 'v bool_parsing: Input should be a valid boolean, unable to interpret input'],
    [bool, 'Infinity', 'v bool_type: Input should be a valid boolean'],
  ],
  int: [
    [int, '"\\u3000-1_000.00"', '-1000'],
    [int, '"0_0"', '0'],
    [int, '"00.0"', '0'],
    [int, '"0-5"', '-5'],
    ...['"1__0"', '"_1"', '"+-1"', '"--1"', '"0x1"', '"1.5"', '".0"', '"- 1"'].map(
      text => [int, text, noInt] as [string, string, string],
    ),
    [
      int,
      '-9223372036854775808.0',
      'v int_parsing_size: Unable to parse input string as an integer, exceeded maximum size',
    ],
    [
      int,
      '"\\ud800"',
      'v string_unicode: Input should be a valid string, unable to parse raw data as a unicode string',
    ],
    ['{"type": "integer", "multipleOf": 5, "maximum": 1}', '7', 'v multiple_of: Input should be a multiple of 5'],
    [
      '{"type": "integer", "maximum": 1, "minimum": 3}',
      '2',
      'v less_than_equal: Input should be less than or equal to 1',
    ],
    [
      '{"type": "integer", "minimum": 100000000000000000000}',
      '99999999999999999999',
      'v greater_than_equal: Input should be greater than or equal to 100000000000000000000',
    ],
  ],
  float: [
    [float, '" -Infinity "', '-inf'],
    [float, '"5."', '5.0'],
    [float, '" 1_0"', 'v float_parsing: Input should be a valid number, unable to parse string as a number'],
    [float, String(largest), '1.7976931348623157e+308'],
    [float, String(largest + 1n), 'v float_type: Input should be a valid number'],
    [float, String(-largest - 1n), 'v float_type: Input should be a valid number'],
    ['{"type": "number", "multipleOf": 0.1}', '0.3', '0.3'],
    ['{"type": "number", "exclusiveMaximum": 1e-7}', '1', 'v less_than: Input should be less than 0.0000001'],
    ['{"type": "number", "minimum": 1.0}', 'NaN', 'v greater_than_equal: Input should be greater than or equal to 1'],
  ],
  'datetime, date, time': [
    [
      dateTime,
      '"2024-01-02t03:04:05.1234567-02:30"',
      'datetime.datetime(2024, 1, 2, 3, 4, 5, 123456, tzinfo=TzInfo(-9000))',
    ],
    [
      dateTime,
      '"2024-01-02_03:04:05,5\u22120100"',
      'datetime.datetime(2024, 1, 2, 3, 4, 5, 500000, tzinfo=TzInfo(-3600))',
    ],
    [dateTime, '1704164645123', 'datetime.datetime(2024, 1, 2, 3, 4, 5, 123000, tzinfo=TzInfo(0))'],
    [dateTime, '"1704164645.5"', 'datetime.datetime(2024, 1, 2, 3, 4, 5, 500000, tzinfo=TzInfo(0))'],
    [dateTime, '"20000000000.5"', 'datetime.datetime(1970, 8, 20, 11, 33, 20, 500, tzinfo=TzInfo(0))'],
    [dateTime, '"1704164645123.25"', 'datetime.datetime(2024, 1, 2, 3, 4, 5, 123250, tzinfo=TzInfo(0))'],
    [dateTime, '"-20000000001.5"', 'datetime.datetime(1969, 5, 14, 12, 26, 39, 998500, tzinfo=TzInfo(0))'],
    [dateTime, '-1', 'datetime.datetime(1969, 12, 31, 23, 59, 59, tzinfo=TzInfo(0))'],
    [dateTime, '-6.25', 'datetime.datetime(1969, 12, 31, 23, 59, 53, 250000, tzinfo=TzInfo(0))'],
    [
      dateTime,
      '1e20',
      'v datetime_parsing: Input should be a valid datetime, dates after 9999 are not supported as unix timestamps',
    ],
    [dateTime, 'NaN', 'v datetime_parsing: Input should be a valid datetime, NaN values not permitted'],
    [
      dateTime,
      'Infinity',
      'v datetime_parsing: Input should be a valid datetime, dates after 9999 are not supported as unix timestamps',
    ],
    [
      dateTime,
      '-Infinity',
      'v datetime_parsing: Input should be a valid datetime, dates before 0000 are not supported as unix timestamps',
    ],
    [
      dateTime,
      '"2024-01-02T03:04:05Zx"',
      'v datetime_from_date_parsing: Input should be a valid datetime or date, unexpected extra characters at the end of the input',
    ],
    [dateTime, '"0000-01-02"', 'v datetime_parsing: Input should be a valid datetime, year 0 is out of range'],
    [dateTime, 'true', 'v datetime_type: Input should be a valid datetime'],
    [date, '"1704153600"', 'datetime.date(2024, 1, 2)'],
    [date, '951782400', 'datetime.date(2000, 2, 29)'],
    [date, '"2024-01-02T00:00Z"', 'datetime.date(2024, 1, 2)'],
    [
      date,
      '1',
      'v date_from_datetime_inexact: Datetimes provided to dates should have zero time - e.g. be exact dates',
    ],
    [
      date,
      '"2024-01-02x"',
      'v date_from_datetime_parsing: Input should be a valid date or datetime, invalid datetime separator, expected `T`, `t`, `_` or space',
    ],
    ...['"2024-01-00"', '"2024-01-32"', '"2023-02-29"'].map((day): [string, string, string] => [
      date,
      day,
      'v date_from_datetime_parsing: Input should be a valid date or datetime, day value is outside expected range',
    ]),
    ...(
      [
        ['"202a-01-01"', 'invalid character in year'],
        ['"2024/01-01"', 'invalid date separator, expected `-`'],
        ['"2024-0a-01"', 'invalid character in month'],
        ['"2024-01/01"', 'invalid date separator, expected `-`'],
        ['"2024-01-0a"', 'invalid character in day'],
        ['"2024-13-01"', 'month value is outside expected range of 1-12'],
        ['"short"', 'input is too short'],
      ] as const
    ).map(([value, words]): [string, string, string] => [
      date,
      value,
      `v date_from_datetime_parsing: Input should be a valid date or datetime, ${words}`,
    ]),
    [date, 'false', 'v date_type: Input should be a valid date'],
    [time, '"23:59:59.5Z"', 'datetime.time(23, 59, 59, 500000, tzinfo=TzInfo(0))'],
    [time, '3661', 'datetime.time(1, 1, 1, tzinfo=TzInfo(0))'],
    [
      time,
      '86400',
      'v time_parsing: Input should be in a valid time format, numeric times may not exceed 86,399 seconds',
    ],
    [time, '"1"', 'v time_parsing: Input should be in a valid time format, input is too short'],
    [
      time,
      '"01:02:03+25:00"',
      'v time_parsing: Input should be in a valid time format, timezone offset must be less than 24 hours',
    ],
    [
      time,
      '"01:02:03+01:60"',
      'v time_parsing: Input should be in a valid time format, timezone minute value is outside expected range of 0-59',
    ],
    ...(
      [
        ['-1', 'time in seconds should be positive'],
        ['"24:00"', 'hour value is outside expected range of 0-23'],
        ['"01:60"', 'minute value is outside expected range of 0-59'],
        ['"01:02:60"', 'second value is outside expected range of 0-59'],
        ['"01:02:03."', 'second fraction digits missing after `.`'],
        ['"01-02"', 'invalid time separator, expected `:`'],
        ['"0a:02"', 'invalid character in hour'],
        ['"01:0a"', 'invalid character in minute'],
        ['"01:02:0a"', 'invalid character in second'],
        ['"01:02x"', 'invalid timezone sign'],
        ['"01:02:03+0a"', 'invalid timezone hour'],
        ['"01:02:03+01:0a"', 'invalid timezone minute'],
      ] as const
    ).map(([value, words]): [string, string, string] => [
      time,
      value,
      `v time_parsing: Input should be in a valid time format, ${words}`,
    ]),
    [time, '[1]', 'v time_type: Input should be a valid time'],
    [time, '1.5', 'datetime.time(0, 0, 1, 500000, tzinfo=TzInfo(0))'],
    [time, '"01:02:03+01:59"', 'datetime.time(1, 2, 3, tzinfo=TzInfo(7140))'],
  ],
  timedelta: [
    [duration, '"-P1DT0.5S"', 'datetime.timedelta(days=-2, seconds=86399, microseconds=500000)'],
    [duration, '"1 day, 02:00"', 'datetime.timedelta(days=1, seconds=7200)'],
    [duration, '"3d"', 'datetime.timedelta(days=3)'],
    [duration, '"100:00:01.5"', 'datetime.timedelta(days=4, seconds=14401, microseconds=500000)'],
    [duration, '90061.5', 'datetime.timedelta(days=1, seconds=3661, microseconds=500000)'],
    [duration, 'true', 'datetime.timedelta(seconds=1)'],
    ...(
      [
        ['"PT"', 'input is too short'],
        ['"PTT1S"', '`t` character repeated in duration'],
        ['"P1.5DT1S"', 'quantity fraction invalid in duration'],
        ['"P1X"', 'quantity invalid in date part of duration'],
        ['"PT1X"', 'quantity invalid in time part of duration'],
        ['"1"', '"day" identifier in duration not correctly formatted'],
        ['"1:00"', '"day" identifier in duration not correctly formatted'],
        ['"1d 1:00"', 'input is too short'],
        ['"1 days 25:00:00"', 'durations may not exceed 999,999,999 hours'],
        ['"99999999999:00:00"', 'durations may not exceed 999,999,999 hours'],
        ['"10:00:00x"', 'unexpected extra characters at the end of the input'],
        ['"P1000000000D"', 'durations may not exceed 999,999,999 days'],
      ] as const
    ).map(([value, words]): [string, string, string] => [duration, value, badDelta + words]),
    [duration, '[1]', 'v time_delta_type: Input should be a valid timedelta'],
    [duration, '"+P1D"', 'datetime.timedelta(days=1)'],
    [duration, '"PT1H"', 'datetime.timedelta(seconds=3600)'],
    [duration, '"-1:00:00"', 'datetime.timedelta(days=-1, seconds=82800)'],
    [duration, '"1DAYS"', 'datetime.timedelta(days=1)'],
    [duration, '"1 d,01:00"', 'datetime.timedelta(days=1, seconds=3600)'],
    [duration, '"P0.5W"', 'datetime.timedelta(days=3, seconds=43200)'],
    [duration, '"P1.5D"', 'datetime.timedelta(days=1, seconds=43200)'],
    [duration, '"P4294967296X"', `${badDelta}a numeric value in the duration is too large`],
    [duration, '"P4294967295X"', `${badDelta}quantity invalid in date part of duration`],
    [duration, '"1x:00:00"', `${badDelta}invalid character in hour`],
    [duration, '"P"', 'v time_delta_parsing: Input should be a valid timedelta, input is too short'],
    [
      duration,
      '"1 dax"',
      'v time_delta_parsing: Input should be a valid timedelta, "day" identifier in duration not correctly formatted',
    ],
  ],
  Decimal: [
    [decimal, '1e-10', "Decimal('1E-10')"],
    [decimal, '" +1_0.50 "', "Decimal('10.50')"],
    [decimal, '1.0', "Decimal('1.0')"],
    [decimal, '"1e5"', "Decimal('1E+5')"],
    [decimal, '"٣"', "Decimal('3')"],
    [decimal, '"inf"', 'v finite_number: Input should be a finite number'],
    [decimal, 'true', 'v decimal_type: Decimal input should be an integer, float, string or Decimal object'],
    [decimal42, '"1.500"', "Decimal('1.500')"],
    // Six digits, of which three are zeros at the end.
    [decimal42, '"10.5000"', "Decimal('10.5000')"],
    [decimal42, '"1.234"', 'v decimal_max_places: Decimal input should have no more than 2 decimal places'],
    [
      decimal42,
      '123',
      'v decimal_whole_digits: Decimal input should have no more than 2 digits before the decimal point',
    ],
    [decimal42, '"0.25"', 'v greater_than_equal: Input should be greater than or equal to 0.5'],
    [decimalStep('0.5'), '"3"', "Decimal('3')"],
    [decimalStep('0.5'), '"3.25"', 'v multiple_of: Input should be a multiple of 0.5'],
    [decimalStep('1'), '"2.0"', "Decimal('2.0')"],
    [decimalStep('1'), '"0.5"', 'v multiple_of: Input should be a multiple of 1'],
    ['{"anyOf": [{"type": "number"}, {"type": "string"}]}', '"1.5"', "'1.5'"],
  ],
  UUID: [
    [uuid, '"{12345678-1234-5678-1234-56781234567A}"', "UUID('12345678-1234-5678-1234-56781234567a')"],
    [uuid, '"urn:uuid:12345678-1234-5678-1234-567812345678"', "UUID('12345678-1234-5678-1234-567812345678')"],
    [uuid, '"12345678x1234"', 'v uuid_parsing: Input should be a valid UUID, invalid character: found `x` at 9'],
    [uuid, '"1234-5678"', 'v uuid_parsing: Input should be a valid UUID, invalid group count: expected 5, found 2'],
    [
      uuid,
      '"1234567-1234-5678-1234-567812345678"',
      'v uuid_parsing: Input should be a valid UUID, invalid group length in group 0: expected 8, found 7',
    ],
    [uuid, '5', 'v uuid_type: UUID input should be a string, bytes or UUID object'],
    ...(
      [
        ['12345678-1234-5678-1234-56781234567', 'invalid group length in group 4: expected 12, found 11'],
        ['12345678-1234-5678-123-567812345678', 'invalid group length in group 3: expected 4, found 3'],
        ['12345678-1234-567-1234-567812345678', 'invalid group length in group 2: expected 4, found 3'],
        ['12345678-123-5678-1234-567812345678', 'invalid group length in group 1: expected 4, found 3'],
        ['123456781234567812345678123456', 'invalid length: expected length 32 for simple format, found 30'],
        ['{12345678-1234-5678-1234-567812345678', 'invalid character: found `{` at 1'],
        ['{123}', 'invalid group count: expected 5, found 1'],
        ['urn:uuid:123', 'invalid group count: expected 5, found 1'],
        ['{éx}', 'invalid character: found `é` at 2'],
        ['1-2-3-4-5-6', 'invalid group count: expected 5, found 6'],
        ['', 'invalid length: expected length 32 for simple format, found 0'],
        ['12345678-1234-5678-1234-56781234567g', 'invalid character: found `g` at 36'],
      ] as const
    ).map(([text, why]): [string, string, string] => [
      uuid,
      `"${text}"`,
      `v uuid_parsing: Input should be a valid UUID, ${why}`,
    ]),
    [
      '{"type": "string", "format": "uuid4"}',
      '"12345678-1234-5678-1234-567812345678"',
      'v uuid_version: UUID version 4 expected',
    ],
  ],
  URL: [
    [
      url,
      '" HTTP://user:p w@EXAMPLE.com:80/a/../b c?q=\'#f "',
      "HttpUrl('http://user:p%20w@example.com/b%20c?q=%27#f')",
    ],
    [url, '"https:/\\\\例え.jp"', "HttpUrl('https://xn--r8jz45g.jp/')"],
    [url, '"http://0x7f.1/"', "HttpUrl('http://127.0.0.1/')"],
    [url, '"http://[::1:0:0]:8080"', "HttpUrl('http://[::1:0:0]:8080/')"],
    [url, '"example.com"', 'v url_parsing: Input should be a valid URL, relative URL without a base'],
    [url, '""', 'v url_parsing: Input should be a valid URL, input is empty'],
    [url, '"http://"', 'v url_parsing: Input should be a valid URL, empty host'],
    [url, '"http://a:65535"', "HttpUrl('http://a:65535/')"],
    [url, '"http://a:65536"', 'v url_parsing: Input should be a valid URL, invalid port number'],
    [url, '"http://a:99999"', 'v url_parsing: Input should be a valid URL, invalid port number'],
    [url, '"http://a b"', 'v url_parsing: Input should be a valid URL, invalid international domain name'],
    [url, '"http://1.2.3.4.5"', 'v url_parsing: Input should be a valid URL, invalid IPv4 address'],
    [url, '"ftp://a"', "v url_scheme: URL scheme should be 'http' or 'https'"],
    [url, '5', 'v url_type: URL input should be a string or URL'],
    [anyUrl, '"mailto:a@b c"', "AnyUrl('mailto:a@b c')"],
    [anyUrl, '"redis://h/0"', "AnyUrl('redis://h/0')"],
    [anyUrl, '"file:///a/./b"', "AnyUrl('file:///a/b')"],
    [url, '"https://xn--r8jz45g.jp"', "HttpUrl('https://xn--r8jz45g.jp/')"],
    [url, '"https://xn--a-.jp"', `${badUrl}invalid international domain name`],
    [url, '"http://[::1.2.3.4]"', "HttpUrl('http://[::102:304]/')"],
    [url, '"http://[1:2:3:4:5:6:1.2.3.4]"', "HttpUrl('http://[1:2:3:4:5:6:102:304]/')"],
    // As Pydantic 2.13.4 and its url crate.
    ...(
      [
        ['http://xn--a/', undefined],
        ['http://a\u200db.com/', undefined],
        ['http://xn--a-.b/', undefined],
        [`http://${'é'.repeat(1001)}/`, undefined],
        ['http://faß.de', 'http://xn--fa-hia.de/'],
        ['http://日本語。ＪＰ', 'http://xn--wgv71a119e.jp/'],
        ['http://%65x.com/%41^{}|"', 'http://ex.com/%41^%7B%7D|%22'],
        ['http://a/^%5E', 'http://a/^%5E'],
        ['http://u^:@a', 'http://u%5E@a/'],
        ['file:a/..//b', 'file:///b'],
        ['file://LOCALHOST//a', 'file:///a'],
        ['file://host/C:/a', 'file:///C:/a'],
        ['s3://a/..?q=/', 's3://a/?q=/'],
        ['s3://a?q=/', 's3://a?q=/'],
        ['s3://a:80\\b', 's3://a:80/\\b'],
        ['mailto:a^b c ', 'mailto:a^b c'],
      ] as const
    ).map(([given, text]): [string, string, string] => [
      anyUrl,
      JSON.stringify(given),
      text === undefined ? `${badUrl}invalid international domain name` : `AnyUrl('${text}')`,
    ]),
    ...Object.entries({
      'empty host': ['http://\u00ad', 'http://u@:80', 'http:?a', 's3://:80', 's3://u@/', 's3://u\\@/'],
      'invalid port number': ['http://a:80:80', 'http://[::1]:x', 's3://a:-1', 'http://a.b:65536/', 'http://1.2:a'],
      'invalid IPv4 address': ['http://1.2.3.4.5.', 'http://a.08:x', 'http://.1', 'http://256.1.1.1', 'file://a.1'],
      'invalid IPv6 address': ['http://[::1]a', 's3://[::g]', 'file://[::1]:80/', 'http://[::1%25e]/'],
      'invalid international domain name': ['file://u@a/', 'file://a:80/', 'http://a%25b', 'http://a|b:x', 'http://]'],
      'invalid domain character': ['s3://a b/', 's3://a\\b', 's3://a\u0000:x'],
      'relative URL without a base': ['://a', '1a:b', 'a b:c', '\u00a0http://a'],
    }).flatMap(([reason, urls]) =>
      urls.map((given): [string, string, string] => [anyUrl, JSON.stringify(given), badUrl + reason]),
    ),
    ...['::1', '1::2::3]', '1.2.3.4::]', '::1.2.3.4:5]', '::1.2.3]', '::1.2.3.4.5]', '::1.2.3.256]', '::01.2.3.4]'].map(
      (address): [string, string, string] => [url, `"http://[${address}"`, `${badUrl}invalid IPv6 address`],
    ),
  ],
  'bytes and secrets': [
    ['{"type": "string", "format": "binary"}', '"a\'é"', 'b"a\'\\xc3\\xa9"'],
    [
      '{"type": "string", "format": "binary", "maxLength": 1}',
      '"é"',
      'v bytes_too_long: Data should have at most 1 byte',
    ],
    ['{"type": "string", "format": "binary", "maxLength": 2}', '"é"', "b'\\xc3\\xa9'"],
    ['{"type": "string", "format": "password", "writeOnly": true}', '""', "SecretStr('')"],
    ['{"type": "string", "format": "password", "maxLength": 2}', '"ab"', "SecretStr('**********')"],
    ['{"type": "string", "format": "password", "minLength": 2}', '"ab"', "SecretStr('**********')"],
    [
      '{"type": "string", "format": "password", "maxLength": 2}',
      '"abc"',
      'v too_long: Value should have at most 2 items after validation, not 3',
    ],
    [
      '{"type": "string", "format": "password", "minLength": 3}',
      '"ab"',
      'v too_short: Value should have at least 3 items after validation, not 2',
    ],
  ],
  collections: [
    ['{"type": "array", "items": {"type": "integer"}, "uniqueItems": true}', '[1, "1", true, 2]', '{1, 2}'],
    ['{"type": "array", "items": {"type": "integer"}, "uniqueItems": true, "maxItems": 2}', '[1, 2]', '{1, 2}'],
    ['{"type": "array", "items": {"type": "integer"}, "uniqueItems": true, "minItems": 1}', '[1]', '{1}'],
    [
      '{"type": "array", "items": {"type": "integer"}, "uniqueItems": true, "minItems": 2}',
      '[1, 1]',
      'v too_short: Set should have at least 2 items after validation, not 1',
    ],
    [
      '{"type": "array", "items": {}, "uniqueItems": true}',
      '[1180591620717411303424, 1.1805916207174113e+21]',
      '{1180591620717411303424}',
    ],
    [
      '{"type": "array", "items": {}, "uniqueItems": true}',
      '[1180591620717411303425, 1.1805916207174113e+21]',
      '{1180591620717411303425, 1.1805916207174113e+21}',
    ],
    [
      '{"type": "array", "items": {}, "uniqueItems": true}',
      '[[]]',
      'v.0 set_item_not_hashable: Set items should be hashable',
    ],
    [
      '{"type": "array", "items": {}, "uniqueItems": true, "maxItems": 1}',
      '[1, 2, 3]',
      'v too_long: Set should have at most 1 item after validation, not more',
    ],
    [
      '{"type": "array", "items": {"type": "integer"}, "maxItems": 1}',
      '["x", 2]',
      'v too_long: List should have at most 1 item after validation, not 2',
    ],
    [
      '{"type": "array", "prefixItems": [{"type": "integer"}], "minItems": 1, "maxItems": 1}',
      '["x", 2]',
      'v too_long: Tuple should have at most 1 item after validation, not 2',
    ],
    [
      '{"type": "array", "prefixItems": [{"type": "integer"}], "minItems": 1, "items": {"type": "string"}}',
      '["1", "a"]',
      "(1, 'a')",
    ],
    ['{"type": "array", "minItems": 0, "maxItems": 0}', '[]', '()'],
    [
      '{"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 2}',
      '{"a": 1}',
      'v too_short: Dictionary should have at least 2 items after validation, not 1',
    ],
    [
      '{"type": "object", "patternProperties": {"^a": {"type": "integer"}}}',
      '{"a": "1", "b": 2}',
      "v.b.[key] string_pattern_mismatch: String should match pattern '^a'",
    ],
    [
      '{"type": "object", "additionalProperties": true, "propertyNames": {"maxLength": 1}}',
      '{"ab": 1}',
      'v.ab.[key] string_too_long: String should have at most 1 character',
    ],
  ],
  literals: [
    ['{"enum": ["a", 1, true, null]}', '1.0', 'True'],
    [
      '{"enum": [1, 2]}',
      '100000000000000000000',
      'v int_parsing_size: Unable to parse input string as an integer, exceeded maximum size',
    ],
    ['{"const": 1}', '"1"', 'v literal_error: Input should be 1'],
    ['{"type": "null"}', '0', 'v none_required: Input should be None'],
    ['{"anyOf": [{"type": "null"}]}', '1', 'v none_required: Input should be None'],
  ],
};

suite('validation: fields', () => {
  for (const [kind, rows] of Object.entries(cases))
    test(kind, () => {
      for (const [schema, value, expected] of rows)
        assert.equal(outcome(schema, value), expected, `${schema} ${value}`);
    });
});
