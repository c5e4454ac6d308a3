import * as z from 'zod';
import type { PyDict } from '../../../core/pyValue.ts';
import { NoGrammarError } from '../../../grammar/index.ts';
import { listGrammar } from '../../../parsers/shared/listGrammar.ts';
import { langchainType, onePiece } from '../langchainType.ts';
import { fieldsOfItems, finishedItems, located } from '../places.ts';
import { streamSeparated } from '../readers/streamLists.ts';
import { type CustomList, customListInstruction, parseCustomList } from '../script/scriptLists.ts';

/** LangChain.js's `CustomListOutputParser`: a list with a separator and a length of the author's own. */
export const customListOutputParser = langchainType({
  type: 'CustomListOutputParser',
  want: 'list',
  answer: 'red\ngreen\nblue',
  summary: 'A list with a separator and a length of your own',
  documentation: `Splits at the separator and trims. Another number of items than \`length\` is an \`OutputParserException\`.`,
  keys: {
    length: z.number().describe('How many items there must be. Absent: any number.').optional(),
    separator: z.string().describe('What stands between the items. Default: a comma.').optional(),
  },
  template: `{
  "type": "CustomListOutputParser",
  "description": "Three colours",
  "length": 3,
  "separator": "\\n"
}
`,
  responses: {
    example({ config }) {
      const { length = 3, separator = ',' } = settings(config);
      if (!Number.isInteger(length) || length < 1 || length > 1000) return undefined;
      return Array.from({ length }, (_, i) => `item ${i + 1}`).join(separator || ',');
    },
    grammar({ config }) {
      const { length, separator = ',' } = settings(config);
      if (length !== undefined && (!Number.isInteger(length) || length < 1 || length > maxLength))
        throw new NoGrammarError(`Lists of 1 to ${maxLength} items have a grammar.`);
      return listGrammar({ separator, ...(length !== undefined && { length }) });
    },
    // Any text is a list with some separator.
    draft: () => undefined,
  },
  streams: {
    reader: ({ config }, response, events) => streamSeparated(response, events, settings(config).separator || ','),
  },
  js: {
    instruction: ({ config }) => onePiece(customListInstruction(settings(config))),
    partial: (text, { config }) => finishedItems(parseCustomList(text, settings(config))),
    read(text, { config }) {
      const value = parseCustomList(text, settings(config));
      return located(value, () => fieldsOfItems(text, value));
    },
  },
});

/** The longest list that is counted in a grammar. */
const maxLength = 200;

function settings(config: PyDict): CustomList {
  const [length, separator] = [config.get('length'), config.get('separator')];
  return {
    ...(typeof length === 'number' && { length }),
    ...(typeof separator === 'string' && { separator }),
  };
}
