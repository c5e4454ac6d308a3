import { deepEqual, equal, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createParser, readDefinitions } from '../../../../src/engine/definition/index.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';
import { nodeHost } from '../../../../src/node/nodeHost.ts';

const filesOf = (folder: string, end: string) => readdirSync(folder).filter(name => name.endsWith(end));

suite('what comes with a parser type', () => {
  test('each has a definition with samples among the examples', () => {
    const shown = new Set<string>();
    for (const name of filesOf('examples', '.parser.json'))
      for (const { type, samples } of readDefinitions(readFileSync(`examples/${name}`, 'utf8'), name).definitions)
        if (samples.length > 0) shown.add(type);
    deepEqual(
      parserTypes.map(({ type }) => type).filter(type => !shown.has(type)),
      [],
    );
  });

  for (const { type, template, answer } of parserTypes)
    test(`${type}: its short answer is read by its template`, async () => {
      if (answer === undefined) return;
      const [definition] = readDefinitions(template, 'x.parser.json').definitions;
      const result = await createParser(definition!, nodeHost).parse(answer);
      equal(result.ok ? '' : result.error.message, '');
      ok(result.ok && answer !== '' && result.value !== null);
    });
});
