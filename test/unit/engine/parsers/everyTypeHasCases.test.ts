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

  test('each class of LangChain has recorded cases, in each runtime that has it', () => {
    const cases = ['langchain.json', 'langchain-classic-python.json', 'langchain-structured.json'].flatMap(
      file => JSON.parse(readFileSync(`test/conformance/${file}`, 'utf8')) as { parser: string; runtime: string }[],
    );
    const recorded = new Set(
      cases.map(
        ({ parser, runtime }) =>
          // Agents have them by the names of JavaScript's functions.
          `${parser.charAt(0).toUpperCase()}${parser.slice(1)} ${runtime === 'javascript' ? 'js' : runtime}`,
      ),
    );
    const missing = parserTypes
      // A bare schema becomes one of the other two.
      .filter(({ system, type }) => system === 'LangChain' && type !== 'AutoStrategy')
      .flatMap(({ type, framework: { runtimes = {} } = {} }) =>
        Object.keys(runtimes).map(runtime => `${type} ${runtime}`),
      )
      .filter(each => !recorded.has(each));
    deepEqual(missing, []);
  });
});
