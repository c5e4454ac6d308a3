import { listGrammar } from '../../../parsers/shared/listGrammar.ts';
import { langchainType, onePiece } from '../langchainType.ts';
import { fieldsOfItems, finishedItems, located } from '../places.ts';
import { parseCommaSeparated, pythonListInstructions } from '../python/pythonLists.ts';
import { streamCsv, streamSeparated } from '../readers/streamLists.ts';
import { scriptListInstructions, splitList } from '../script/scriptLists.ts';

const type = 'CommaSeparatedListOutputParser';

/** LangChain's `CommaSeparatedListOutputParser`. */
export const commaSeparatedListOutputParser = langchainType({
  type,
  want: 'list',
  answer: 'foo, bar, baz',
  summary: 'A list of values between commas',
  documentation: `The value is a list of texts; nothing is ever an error.

- Python reads it as CSV: quotes keep commas together, empty lines give nothing, blanks before a comma stay.
- JavaScript splits at every comma and trims; quotes and line feeds are ordinary.`,
  template: `{
  "type": "${type}",
  "description": "Flavours of ice cream"
}
`,
  responses: {
    example: () => 'foo, bar, baz',
    // Quotes are read as CSV has them, by Python.
    grammar: () => listGrammar({ separator: ', ', without: '"' }),
    draft: responses => (responses.every(isList) ? new Map() : undefined),
  },
  streams: {
    reader: ({ config }, response, events) =>
      config.get('runtime') === 'js' ? streamSeparated(response, events, ',') : streamCsv(response, events),
  },
  python: {
    instruction: () => onePiece(pythonListInstructions[type]!),
    partial: text => finishedItems(parseCommaSeparated(text)),
    read(text) {
      const value = parseCommaSeparated(text);
      return located(value, () => fieldsOfItems(text, value));
    },
  },
  js: {
    instruction: () => onePiece(scriptListInstructions[type]!),
    partial: text => finishedItems(splitList(text)),
    read(text) {
      const value = splitList(text);
      return located(value, () => fieldsOfItems(text, value));
    },
  },
});

/** Whether a response is a line of three or more short values; any sentence has commas. */
function isList(response: string): boolean {
  const text = response.trim();
  const items = text.split(',').map(item => item.trim());
  if (text.length > 2000 || text.includes('\n') || items.length < 3 || /[.!?:;{}<>[\]()]/.test(text)) return false;
  return items.every(item => item !== '' && item.split(/\s+/).length <= 3);
}
