import { deepEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parserTypes } from '../../../../../src/engine/systems/registry.ts';

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
