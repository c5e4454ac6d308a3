import type { PieceReader, StreamEvents } from '../../../parsers/shared/streamReader.ts';
import type { GrowingText } from '../../../text/index.ts';
import { type ElementName, StepElements } from '../script/stepElements.ts';
import { type StepLabels, stepTeller } from '../stepPlaces.ts';

const keys = { tool: 'tool', tool_input: 'toolInput', final_answer: 'returnValues' } as const;

/** Where the parts of a step stand. */
export const xmlAgentLabels: StepLabels = {
  tool: '<tool>',
  toolInput: '<tool_input>',
  returnValues: '<final_answer>',
};

/**
 * `parseXmlAgent` for an answer that grows: the first element of each name counts, if it has no other in it. Tool and input
 * are final; an answer is reopened where a tool ends after all. Linear.
 */
export function streamXmlAgent(response: GrowingText, events: StreamEvents): PieceReader {
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
