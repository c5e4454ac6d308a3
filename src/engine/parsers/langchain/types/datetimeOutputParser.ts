import { langchainType, onePiece } from '../langchainType.ts';
import { fromScript, located, wholeField } from '../places.ts';
import { datetimeInstruction, parseDatetime } from '../script/classicParsers.ts';

/** LangChain.js's `DatetimeOutputParser`: a point in time. */
export const datetimeOutputParser = langchainType({
  type: 'DatetimeOutputParser',
  want: 'list',
  answer: '2024-05-01T12:00:00Z',
  summary: 'A date and time, as JavaScript’s `Date` reads one',
  documentation: `The value is the point in time, shown in ISO form. Whatever \`new Date(text)\` takes is taken, in any format.

- Days that a month does not have go on in the next one; a text without a time zone is in that of the machine.
- The class is of \`@langchain/classic\`.`,
  template: `{
  "type": "DatetimeOutputParser",
  "description": "When something happened"
}
`,
  responses: {
    example: () => '2011-10-05T14:48:00Z',
    draft: responses => (responses.every(isInstant) ? new Map() : undefined),
  },
  streams: {
    reader: () => 'The whole text is one date: what follows may make it another one, or none.',
  },
  js: {
    instruction: () => onePiece(datetimeInstruction),
    read(text) {
      const value = fromScript(parseDatetime(text));
      return located(value, () => wholeField(text, 'date', value));
    },
  },
});

/** Whether a response is a date and time in ISO form and nothing else. */
function isInstant(response: string): boolean {
  return /^\s*\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)\s*$/.test(response);
}
