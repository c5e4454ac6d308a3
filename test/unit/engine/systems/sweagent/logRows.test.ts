import { deepEqual, equal } from 'node:assert/strict';
import { createRowReader, guessLog, type LogRow, logReaders } from '../../../../../src/engine/evaluation/index.ts';

const reader = 'swe-agent';

suite('steps of SWE-agent’s trajectories as rows', () => {
  const read = (record: object, header?: object): LogRow =>
    createRowReader({ reader, header })(record, { log: 0, line: 1 });

  test('are known by their keys', () => {
    const step = { action: 'ls', observation: '', response: 'hi', thought: '' };
    equal(guessLog([step]).reader, reader);
    equal(read(step).response, 'hi');
  });

  test('have the calls that the history has for them', () => {
    const calls = [{ function: { name: 'open', arguments: '{"path":"a"}' }, id: 'c', type: 'function' }];
    const history = [
      { role: 'system', content: 'x' },
      { role: 'assistant', content: 'I look.', action: 'open "a"', tool_calls: calls },
      { role: 'tool', content: 'x', tool_call_ids: ['c'] },
    ];
    const header = { environment: 'main', calls: logReaders.find(({ name }) => name === reader)?.calls?.(history) };
    const step = (response: string, action: string) => read({ response, action, observation: 'x' }, header).response;
    deepEqual(step('I look.', 'open "a"'), { content: 'I look.', tool_calls: calls });
    equal(step('I look.', 'open "b"'), 'I look.');
  });

  test('have the environment of the log’s header', () => {
    const step = { response: 'ls', action: 'ls', observation: 'a' };
    equal(read(step, { environment: 'swe_main' }).columns?.environment, 'swe_main');
    equal(read(step).columns?.environment, undefined);
  });
});
