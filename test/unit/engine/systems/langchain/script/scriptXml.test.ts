import { equal } from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../../../../src/engine/definition/index.ts';

suite('LangChain.js’s XMLOutputParser', () => {
  test('leaves the stacks of other errors as they are, read or refused', async () => {
    const { stackTraceLimit } = Error;
    const text = '{ "type": "XMLOutputParser", "runtime": "js" }';
    const parser = createParser(readDefinitions(text, 'x.parser.json').definitions[0]!);
    for (const [response, isRead] of [
      ['<film><title>Big</title></film>', true],
      ['I do not know. '.repeat(1000), false],
    ] as const) {
      equal((await parser.parse(response)).ok, isRead);
      equal(Error.stackTraceLimit, stackTraceLimit);
    }
  });
});
