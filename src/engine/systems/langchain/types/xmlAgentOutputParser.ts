import * as z from 'zod';
import type { PieceReader, StreamEvents } from '../../../parsers/shared/streamReader.ts';
import type { GrowingText } from '../../../text/index.ts';
import { agentType } from '../agentType.ts';
import { readXmlStep } from '../python/classic/textSteps.ts';
import { parseXmlAgent } from '../script/agents.ts';
import { xmlStepGrammar } from '../stepGrammars.ts';
import { type ElementName, StepElements, type StepLabels, stepTeller } from '../stepParts.ts';

const keys = { tool: 'tool', tool_input: 'toolInput', final_answer: 'returnValues' } as const;

/** Where the parts of a step stand. */
const xmlAgentLabels: StepLabels = {
  tool: '<tool>',
  toolInput: '<tool_input>',
  returnValues: '<final_answer>',
};

/**
 * `parseXmlAgent` for an answer that grows: the first element of each name counts, if it has no other in it. Tool and input
 * are final; an answer is reopened where a tool ends after all. Linear.
 */
function streamXmlAgent(response: GrowingText, events: StreamEvents): PieceReader {
  const tell = stepTeller(response, events, xmlAgentLabels);
  const read = new Set<ElementName>();
  let hasTool = false;
  return new StepElements({
    breaks: () => events.leave(),
    begins(name, start) {
      if (!read.has(name) && !(name === 'final_answer' && hasTool)) events.open(keys[name], start);
    },
    ends(name, inner) {
      if (name === 'tool' && !hasTool) {
        hasTool = true;
        events.reopen();
      }
      if (!inner || read.has(name)) return;
      read.add(name);
      if (name === 'final_answer' && hasTool) return;
      // Where an input in front of its tool stands is not looked for.
      if (name === 'tool_input' && !read.has('tool')) return;
      tell(keys[name], response.slice(inner.start, inner.end), name !== 'final_answer');
    },
  });
}

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
