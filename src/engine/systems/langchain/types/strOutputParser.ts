import { EngineError } from '../../../core/errors.ts';
import { langchainType } from '../langchainType.ts';
import { located, wholeField } from '../places.ts';

/** langchain-core's `StrOutputParser`: the text as it is. */
export const strOutputParser = langchainType({
  type: 'StrOutputParser',
  want: 'list',
  answer: 'Any text.',
  summary: 'The text of the answer, unchanged (Python)',
  documentation: `The value is the text, unchanged; nothing is ever an error.

- It has no instruction: \`get_format_instructions()\` raises \`NotImplementedError\`.
- JavaScript's class is \`StringOutputParser\`.`,
  template: `{
  "type": "StrOutputParser",
  "description": "The answer as it is"
}
`,
  framework: { hasNoInstruction: true },
  responses: {
    noGrammar: 'any text is an answer, so there is nothing to hold a model to.',
    example: () => 'Any text.',
    // Any text is read alike.
    draft: () => undefined,
  },
  streams: { reader: () => 'The whole text is the value: it grows until the response ends.' },
  python: {
    instruction() {
      throw new EngineError('NotImplementedError', '');
    },
    partial: text => text,
    read: text => located(text, () => wholeField(text, 'text', text)),
  },
});
