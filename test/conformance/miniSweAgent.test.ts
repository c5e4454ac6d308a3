import { nodeHost } from '../../src/node/nodeHost.ts';
import { miniSweAgent } from './adapters/miniSweAgent.ts';
import { type Operation, recordedOperations, runOperation } from './recordedOperations.ts';

const operations: Readonly<Record<string, Operation>> = {
  parse: input => miniSweAgent.parse(input, nodeHost),
  render_error: input => miniSweAgent.renderError(input, nodeHost),
  format_instruction: miniSweAgent.formatInstruction,
  observation: input => miniSweAgent.observation(input, nodeHost),
  format_message: input => miniSweAgent.formatMessage(input, nodeHost),
  tools: miniSweAgent.tools,
  sent_messages: miniSweAgent.sentMessages,
  config: miniSweAgent.config,
};

suite('mini-swe-agent, as recorded', () => {
  for (const item of recordedOperations('mini-swe-agent.json')) {
    const run = operations[String(item.get('op'))];
    if (run) test(String(item.get('id')), () => runOperation(item, run));
  }
});
