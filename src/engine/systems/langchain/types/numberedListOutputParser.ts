import { charRange, literal, oneOf, repetition, sequence } from '../../../grammar/index.ts';
import { patternListType } from '../patternList.ts';

/** LangChain's `NumberedListOutputParser`. */
export const numberedListOutputParser = patternListType({
  type: 'NumberedListOutputParser',
  want: 'list',
  answer: '1. foo\n2. bar\n3. baz',
  summary: 'A numbered list, an item on each line',
  documentation: `The value is the list of texts behind a number, a full stop and a white space, to the end of the line. Nothing found is an empty list, never an error.

- \`a1. x\` and \`2024. x\` are items, \`1.5 x\` and \`1) x\` are not; a number alone takes the next line.
- Python takes the digits of all scripts, JavaScript those of ASCII.`,
  template: `{
  "type": "NumberedListOutputParser",
  "description": "Steps of a recipe"
}
`,
  example: '1. foo\n\n2. bar\n\n3. baz',
  line: /^\d+\.\s\S/,
  multiline: false,
  mark: sequence(oneOf(charRange('1', '9')), repetition(oneOf(charRange('0', '9')), 0, 3), literal('. ')),
});
