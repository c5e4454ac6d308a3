import * as z from 'zod';
import { agentType } from '../agentType.ts';
import { readXmlStep } from '../python/classic/textSteps.ts';
import { streamXmlAgent, xmlAgentLabels } from '../readers/streamXmlAgent.ts';
import { parseXmlAgent } from '../script/agents.ts';
import { xmlStepGrammar } from '../stepGrammars.ts';

/** LangChain's `XMLAgentOutputParser`, of both runtimes. */
export const xmlAgentOutputParser = agentType({
  type: 'XMLAgentOutputParser',
  want: 'tool-calls',
  answer: '<tool>search</tool><tool_input>…</tool_input>',
  summary: 'An XML agent’s step: `<tool>` and `<tool_input>`, or `<final_answer>`',
  documentation: `Reads the text of \`<tool>\` and \`<tool_input>\`, else of \`<final_answer>\`.

- JavaScript: a \`<\` inside a value empties it, without a word.
- Python: one \`<tool>\`, at most one \`<tool_input>\`, one \`<final_answer>\`; more of them, or none, is a \`ValueError\`. \`[[tool]]\` and its like stand for tags inside a value (\`escape_format\`).
- It has no instruction: asking for one raises.`,
  template: `{
  "type": "XMLAgentOutputParser",
  "runtime": "js",
  "description": "A step of an XML agent"
}
`,
  framework: { hasNoInstruction: true },
  example: '<tool>search</tool><tool_input>weather in Paris</tool_input>',
  mark: {
    test(text) {
      const tool = text.search(/<tool>[^<]*<\/tool>/);
      return (tool >= 0 && text.lastIndexOf('<tool_input>') > tool) || text.includes('<final_answer>');
    },
  },
  marks: () => ['<final_answer>', '</final_answer>'],
  python: {
    keys: {
      escape_format: z
        .union([z.literal('minimal'), z.null()])
        .describe('Python alone: `minimal` (the default) turns `[[tool]]` and its like into tags, `null` does not.')
        .optional(),
    },
    grammar: () => xmlStepGrammar('python'),
    read: (text, config) => readXmlStep(text, config.get('escape_format') !== null),
  },
  js: {
    labels: xmlAgentLabels,
    reader: streamXmlAgent,
    grammar: () => xmlStepGrammar('js'),
    parse: parseXmlAgent,
  },
});
