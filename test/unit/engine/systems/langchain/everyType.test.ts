import assert from 'node:assert/strict';
import { startTask } from '../../../../../src/engine/conversation/index.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { evaluate } from '../../../../../src/engine/evaluation/index.ts';
import type { Definition } from '../../../../../src/engine/parsers/definition.ts';
import type { ParserType } from '../../../../../src/engine/parsers/parserType.ts';
import { findParsers, robustnessOf } from '../../../../../src/engine/samples/index.ts';
import { streamedValue } from '../../../../../src/engine/streams/index.ts';
import { parserTypes } from '../../../../../src/engine/systems/registry.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';

const types = parserTypes.filter(({ system }) => system === 'LangChain');

/** Keys of Python's classes that have little but their name in common with JavaScript's, of which the templates are. */
const pythonKeys: Readonly<Record<string, object>> = {
  StructuredOutputParser: { response_schemas: [{ name: 'answer', description: 'the answer' }] },
  RegexParser: { regex: 'Humor rating: (\\d+)', output_keys: ['rating'] },
  CombiningOutputParser: {
    parsers: [
      { type: 'StructuredOutputParser', response_schemas: [{ name: 'answer', description: 'the answer' }] },
      { type: 'RegexParser', regex: 'Confidence: (A|B|C)', output_keys: ['confidence'] },
    ],
  },
};

/** The template's definition in a runtime; JavaScript's names of keys where they are others. */
function definitionOf({ type, template }: ParserType, runtime: string): Definition {
  const key = type === 'JsonKeyOutputFunctionsParser' ? '"attrName"' : '"keyName"';
  const own = runtime === 'js' ? template.replaceAll('"key_name"', key) : template;
  const keys = { ...JSON.parse(own), runtime, ...(runtime === 'python' && pythonKeys[type]) };
  const renamed = JSON.stringify(keys);
  const [definition] = readDefinitions(renamed, 'x.parser.json').definitions;
  assert.ok(definition);
  return definition;
}

/** Whether the class has an instruction: asked for one, some raise. */
function hasInstruction(definition: Definition): boolean {
  try {
    createParser(definition, nodeHost).formatInstruction();
    return true;
  } catch {
    return false;
  }
}

suite('Every type of LangChain in every runtime', () => {
  for (const parserType of types)
    for (const runtime of Object.keys(parserType.framework?.runtimes ?? {})) {
      const { type } = parserType;
      test(`${type}, ${runtime}: its example is read, judged, mutated, cut and found`, async () => {
        const definition = definitionOf(parserType, runtime);
        const example = parserType.responses?.example?.(definition.source);
        assert.ok(example !== undefined, 'an example');
        const result = await createParser(definition, nodeHost).parse(example);
        assert.ok(result.ok, result.ok ? '' : `${result.error.class}: ${result.error.message}`);

        const verdicts: string[] = [];
        const rows = [{ response: example }, { response: example.slice(0, -1) }, { response: '' }, { response: '}{' }];
        for await (const { verdict } of evaluate(definition, rows, {}, nodeHost)) verdicts.push(verdict);
        assert.equal(verdicts.length, 4);
        assert.notEqual(verdicts[0], 'error');

        const report = await robustnessOf(definition, example, {}, nodeHost);
        assert.ok('outcomes' in report && report.outcomes.length > 0);

        for (let cut = 0; cut <= example.length; cut += Math.max(1, Math.floor(example.length / 6))) {
          const text = example.slice(0, cut);
          streamedValue(definition, text);
          const { candidates } = await createParser(definition, nodeHost).diagnose(text, { limit: 2 });
          for (const { edits } of candidates)
            assert.ok(edits.every(({ start, end }) => start <= end && end <= text.length));
        }

        const found = await findParsers([example], [definition], nodeHost);
        assert.ok(
          found.some(candidate => candidate.definition.type === type),
          'found',
        );

        if (!parserType.framework?.sendsNoInstruction && hasInstruction(definition)) {
          const { conversation } = await startTask(definition, 'Do it');
          assert.ok(conversation.messages.some(({ content }) => String(content).includes('Do it')));
        }
      });
    }
});
