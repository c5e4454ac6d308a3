import * as z from 'zod';
import { EngineError } from '../../../core/errors.ts';
import type { Problem } from '../../../core/problem.ts';
import type { DefinitionSource, Reading } from '../../../parsers/parser.ts';
import { problemAt } from '../../../parsers/problems/problemAt.ts';
import { readsBack } from '../../../parsers/problems/readsBack.ts';
import { pieceOf } from '../../../parsers/shared/pieces.ts';
import { type LocalTime, readLocalTime, strftime, stripSpan, strptime, timezoneRepr } from '../../../python/index.ts';
import { pyDateTime } from '../../../validation/index.ts';
import { classicKey } from '../definitionModels.ts';
import { pythonException } from '../langchainError.ts';
import { langchainType, onePiece, type RuntimeClass } from '../langchainType.ts';
import { fromScript, located, wholeField } from '../places.ts';
import { parseDatetime, datetimeInstruction as scriptInstruction } from '../script/classicParsers.ts';

/** `langchain_classic`'s class: a `datetime`, as `strptime` reads it. */
const python: RuntimeClass = {
  instruction(source) {
    const format = formatOf(source);
    const text = datetimeInstruction(format, Date.now());
    const at = text.indexOf(`'${format}'`) + 1;
    if (format === '' || !source.config.has('format')) return onePiece(text);
    return [{ text: text.slice(0, at) }, pieceOf(source, ['format'], format), { text: text.slice(at + format.length) }];
  },
  read: (text, source) => readDatetime(text, formatOf(source)),
  features: { responses: { example: source => datetimeExample(formatOf(source)) }, authoring: { check: unreadFormat } },
};

/** `DatetimeOutputParser`: a point in time (JavaScript), or a `datetime` in a format (Python). */
export const datetimeOutputParser = langchainType({
  type: 'DatetimeOutputParser',
  want: 'list',
  answer: '2024-05-01T12:00:00Z',
  summary: 'A date and time, as JavaScript’s `Date` or Python’s `strptime` reads one',
  documentation: `JavaScript: the value is the point in time, shown in ISO form. Whatever \`new Date(text)\` takes is taken, in any format.

- Days that a month does not have go on in the next one; a text without a time zone is in that of the machine.
- Python: the value is the \`datetime\` that \`strptime\` reads by \`format\`, and nothing else is taken. With a format of your own the instruction shows the clock’s time as it is now, a year ago and a day ago.
- JavaScript's class is of \`@langchain/classic\`, Python's of \`langchain_classic\`.`,
  keys: { package: classicKey },
  ownKeys: {
    python: {
      format: z
        .string()
        .describe('Python alone: the format, with the directives of `strptime`. Default: `%Y-%m-%dT%H:%M:%S.%fZ`.')
        .optional(),
    },
    js: {},
  },
  template: `{
  "type": "DatetimeOutputParser",
  "runtime": "js",
  "description": "When something happened"
}
`,
  responses: {
    example: () => '2011-10-05T14:48:00Z',
    noGrammar: 'which dates there are depends on the calendar, which needs more than a grammar.',
    draft: responses => (responses.every(isInstant) ? new Map([['runtime', 'js']]) : undefined),
  },
  streams: {
    reader: () => 'The whole text is one date: what follows may make it another one, or none.',
  },
  python,
  js: {
    instruction: () => onePiece(scriptInstruction),
    read(text) {
      const value = fromScript(parseDatetime(text));
      return located(value, () => wholeField(text, 'date', value));
    },
  },
});

/** The problem of a format that `strftime` writes and `strptime` does not read. */
function unreadFormat(source: DefinitionSource): readonly Problem[] {
  const format = formatOf(source);
  const example = datetimeExample(format);
  if (readsBack(true, () => readDatetime(example, format) && true)) return [];
  const message = `The instruction shows texts such as \`${example}\`, which \`strptime\` does not read by this format: a model that answers as the examples do is refused.`;
  return problemAt(source, 'cannot-read-itself', ['format'], message);
}

function formatOf({ config }: DefinitionSource): string {
  const format = config.get('format');
  return typeof format === 'string' ? format : usualFormat;
}

/** Whether a response is a date and time in ISO form and nothing else. */
function isInstant(response: string): boolean {
  return /^\s*\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)\s*$/.test(response);
}

/** `DatetimeOutputParser.format`, unless its author says another one. */
export const usualFormat = '%Y-%m-%dT%H:%M:%S.%fZ';

const usualExamples = ['2023-07-04T14:30:00.000000Z', '1999-12-31T23:59:59.999999Z', '2025-01-01T00:00:00.000000Z'];

/**
 * `DatetimeOutputParser.get_format_instructions()`; `now`: the clock, in milliseconds since 1970, in which formats other
 * than the usual one write their examples.
 */
export function datetimeInstruction(format: string, now: number): string {
  const examples = (format === usualFormat ? usualExamples : examplesOf(format, now)).join(', ');
  return `Write a datetime string that matches the following pattern: '${format}'.\n\nExamples: ${examples}\n\nReturn ONLY this string, no other words!`;
}

/** Now, a year ago, and yesterday; on a leap day, which the year before does not have, there is no example. */
function examplesOf(format: string, now: number): readonly string[] {
  const time = utcTime(now);
  const lastYear = { ...time, year: time.year - 1 };
  if (time.month === 2 && time.day === 29) return [`e.g., a valid string in the format ${format}`];
  return [time, lastYear, utcTime(now - 86_400_000)].map(each => strftimeUtc(format, each));
}

function utcTime(milliseconds: number): LocalTime {
  const text = new Date(milliseconds).toISOString().replace('Z', '');
  return readLocalTime(text)!;
}

/** `strftime` of a `datetime` whose time zone is UTC. */
function strftimeUtc(format: string, time: LocalTime): string {
  const zones: Readonly<Record<string, string>> = { '%z': '+0000', '%Z': 'UTC' };
  return strftime(
    format.replace(/%[%zZ]/g, directive => zones[directive] ?? directive),
    time,
  );
}

/** A text of a format, for examples. */
function datetimeExample(format: string): string {
  const time = { year: 2026, month: 3, day: 14, hour: 15, minute: 9, second: 26, microsecond: 535_897 };
  return strftimeUtc(format, time);
}

/** `DatetimeOutputParser.parse`. Throws `OutputParserException`, and Python's `error` for a format that names a directive twice. */
export function readDatetime(text: string, format: string): Reading {
  const span = stripSpan(text);
  const made = strptime(text.slice(span.start, span.end), format);
  if ('message' in made) {
    if (made.class !== 'ValueError') throw new EngineError(made.class, made.message);
    throw pythonException(`Could not parse datetime string: ${text}`);
  }
  const { offset, zone } = made;
  const value =
    offset === undefined
      ? pyDateTime(made, made)
      : pyDateTime(made, { ...made, offset: Math.trunc(offset / 1e6) }, timezoneRepr(offset, zone));
  return { value, fields: [{ key: 'value', value, span, inner: span }] };
}
