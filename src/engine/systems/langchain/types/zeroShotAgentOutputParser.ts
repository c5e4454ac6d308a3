import * as z from 'zod';
import type { PyDict } from '../../../core/pyValue.ts';
import { NoGrammarError } from '../../../grammar/index.ts';
import type { PieceReader, StreamEvents } from '../../../parsers/shared/streamReader.ts';
import { type GrowingText, LiteralSearch } from '../../../text/index.ts';
import { agentType } from '../agentType.ts';
import { parseZeroShot, zeroShotTool } from '../script/agents.ts';
import { reActGrammar } from '../stepGrammars.ts';
import { type StepLabels, stepTeller } from '../stepParts.ts';

/** Where the parts of a step stand. */
const zeroShotLabels: StepLabels = { tool: 'Action:', toolInput: 'Action Input:' };

/** `parseZeroShot` for an answer that grows: the tool closes with the label of its input, which goes to the end; `finish` takes its place. Linear. */
function streamZeroShot(response: GrowingText, events: StreamEvents, finish: string): PieceReader {
  const tell = stepTeller(response, events, zeroShotLabels);
  const finishes = new LiteralSearch(finish);
  const tool = zeroShotTool();
  let isOver = false;

  const tellTool = () => {
    const { opened, closed } = tool;
    if (!closed) return events.open('tool', opened!.end);
    isOver = true;
    tell('tool', response.slice(closed.inner.start, closed.inner.end).trim(), false);
    events.open('toolInput', closed.span.end);
  };
  return {
    take(piece, at) {
      let end = finishes.find(piece);
      for (let from = 0; !isOver; ) {
        from = tool.find(piece, from, at);
        if (from < 0 || (end >= 0 && end <= from)) break;
        tellTool();
      }
      for (; end >= 0; end = finishes.find(piece, end)) {
        isOver = true;
        events.reopen();
        events.open('returnValues', at + end - finish.length);
      }
    },
  };
}

/** LangChain.js's `ZeroShotAgentOutputParser`. */
export const zeroShotAgentOutputParser = agentType({
  type: 'ZeroShotAgentOutputParser',
  want: 'tool-calls',
  answer: 'Thought: … Action: search Action Input: …',
  summary: 'A zero-shot agent’s step: lines with `Action:` and `Action Input:`',
  documentation: `Reads the tool behind \`Action:\` and its input behind \`Action Input:\` on the next line; quotes around the input go.

- \`Final Answer:\` always wins; the answer is what follows the last one.
- The instruction keeps \`{tool_names}\`: the agent's template fills it in.`,
  template: `{
  "type": "ZeroShotAgentOutputParser",
  "description": "A step of a zero-shot agent"
}
`,
  example: 'Thought: I look it up.\nAction: search\nAction Input: weather in Paris',
  mark: /^Action:.*\nAction Input:/m,
  marks({ config }) {
    const finish = finishOf(config);
    return ['Action:', 'Action Input:', ...(finish.endsWith(':') ? [finish] : [])];
  },
  js: {
    keys: {
      finishToolName: z.string().describe('What the final answer stands behind. Default: `Final Answer:`.').optional(),
    },
    labels: zeroShotLabels,
    grammar(config) {
      if (finishOf(config) !== 'Final Answer:')
        throw new NoGrammarError('What its final answer stands behind is the author’s own.');
      return reActGrammar(config, 'js');
    },
    reader: (response, events, config) => streamZeroShot(response, events, finishOf(config)),
    parse: (text, config) => parseZeroShot(text, finishOf(config)),
  },
});

/** What the final answer stands behind. */
function finishOf(config: PyDict): string {
  const name = config.get('finishToolName');
  return typeof name === 'string' && name !== '' ? name : 'Final Answer:';
}
