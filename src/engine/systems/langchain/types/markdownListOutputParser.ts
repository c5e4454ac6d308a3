import { literal } from '../../../grammar/index.ts';
import { patternListType } from '../patternList.ts';

/** LangChain's `MarkdownListOutputParser`. */
export const markdownListOutputParser = patternListType({
  type: 'MarkdownListOutputParser',
  want: 'list',
  answer: '- foo\n- bar\n- baz',
  summary: 'A Markdown list with `-` or `*`',
  documentation: `The value is the list of texts behind \`-\` or \`*\` at the start of a line. Nothing found is an empty list, never an error.

- \`+\` and \`•\` are not marks; \`- - x\` gives \`- x\`.
- In JavaScript the instruction is that of the numbered list, by a slip of LangChain's.`,
  template: `{
  "type": "MarkdownListOutputParser",
  "description": "What to pack"
}
`,
  example: '- foo\n- bar\n- baz',
  line: /^\s*[-*]\s\S/,
  multiline: true,
  mark: literal('- '),
});
