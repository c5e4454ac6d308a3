import * as z from 'zod';
import type { Problem } from '../../../core/problem.ts';
import type { DefinitionSource } from '../../../parsers/parser.ts';
import { problemAt } from '../../../parsers/problems/problemAt.ts';
import { readsBack } from '../../../parsers/problems/readsBack.ts';
import { pieceOf } from '../../../parsers/shared/hintPieces.ts';
import { classicKey } from '../definitionModels.ts';
import { langchainType, onePiece, type RuntimeClass } from '../langchainType.ts';
import { fromScript, located, wholeField } from '../places.ts';
import { datetimeExample, datetimeInstruction, readDatetime, usualFormat } from '../python/classic/datetimeAnswer.ts';
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
