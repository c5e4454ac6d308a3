import { agentType } from '../agentType.ts';
import { streamXmlAgent, xmlAgentLabels } from '../readers/streamXmlAgent.ts';
import { parseXmlAgent } from '../script/agents.ts';

/** LangChain.js's `XMLAgentOutputParser`. */
export const xmlAgentOutputParser = agentType({
  type: 'XMLAgentOutputParser',
  want: 'tool-calls',
  answer: '<tool>search</tool><tool_input>…</tool_input>',
  summary: 'An XML agent’s step: `<tool>` and `<tool_input>`, or `<final_answer>`',
  documentation: `Reads the text of \`<tool>\` and \`<tool_input>\`, else of \`<final_answer>\`.

- A \`<\` inside a value empties it, without a word.
- It has no instruction: \`getFormatInstructions()\` throws.`,
  template: `{
  "type": "XMLAgentOutputParser",
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
  labels: xmlAgentLabels,
  reader: streamXmlAgent,
  parse: parseXmlAgent,
});
