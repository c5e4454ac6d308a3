import { deepEqual } from 'node:assert/strict';
import { startTask } from '../../../../src/engine/conversation/index.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';

suite('every type', () => {
  for (const { type, template } of parserTypes)
    test(`has a template that is made: ${type}`, () =>
      deepEqual(
        readDefinitions(template, 'x.parser.json').problems.filter(({ severity }) => severity === 'error'),
        [],
      ));

  test('sends an instruction, or says that it sends none', async () => {
    for (const { type, template, framework } of parserTypes) {
      if (type === 'custom' || type === 'response_template' || framework?.hasNoInstruction === true) continue;
      const { definitions } = readDefinitions(template, 'x.parser.json');
      await startTask(definitions[0]!, 'Say hello.');
    }
  });
});
