import { nodeHost } from '../../src/node/nodeHost.ts';
import { sweagent } from './adapters/sweagent.ts';
import { type Operation, recordedOperations, runOperation } from './recordedOperations.ts';

const operations: Readonly<Record<string, Operation>> = {
  history: input => sweagent.history(input, nodeHost),
  template: input => sweagent.template(input, nodeHost),
  sent_messages: input => sweagent.sentMessages(input, nodeHost),
};

suite('SWE-agent’s history and templates, as recorded', () => {
  for (const item of recordedOperations('swe-agent-history.json')) {
    const run = operations[String(item.get('op'))];
    if (run) test(String(item.get('id')), () => runOperation(item, run));
  }
});
