import { langchainType } from '../langchainType.ts';
import { located, wholeField } from '../places.ts';
import { stringContent } from '../script/scriptMessage.ts';

/** LangChain.js's `StringOutputParser`: the text as it is. */
export const stringOutputParser = langchainType({
  type: 'StringOutputParser',
  want: 'list',
  answer: 'Any text.',
  summary: 'The text of the answer, unchanged (JavaScript)',
  documentation: `The value is the text, unchanged; of a message it is that of its text blocks, without reasoning.

- A block of another kind is an \`Error\`.
- Its instruction is empty. Python's class is \`StrOutputParser\`.`,
  template: `{
  "type": "StringOutputParser",
  "description": "The answer as it is"
}
`,
  responses: {
    noGrammar: 'any text is an answer, so there is nothing to hold a model to.',
    example: () => 'Any text.',
    // Any text is read alike.
    draft: () => undefined,
  },
  streams: { reader: () => 'The whole text is the value: it grows until the response ends.' },
  js: {
    instruction: () => [],
    partial: text => text,
    read(text, _source, _host, { message }) {
      const value = Array.isArray(message?.content) ? stringContent(message.content) : text;
      return located(value, () => wholeField(text, 'text', value));
    },
  },
});
