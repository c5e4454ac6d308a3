import assert from 'node:assert/strict';
import { compareRuntimes, createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { runtimeOf, runtimesOf } from '../../../../../src/engine/parsers/runtimesOf.ts';
import { instructionModel } from '../../../../../src/views/instruction.ts';

const define = (keys: object) => readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions[0]!;

suite('runtimes', () => {
  test('the view of an instruction says which it is of, and whether there are others', async () => {
    const viewOf = async (keys: object) => {
      const definition = define(keys);
      return (await instructionModel(definition, createParser(definition), undefined)).view.runtime;
    };
    assert.equal(await viewOf({ type: 'MarkdownJsonObjectParser' }), undefined);
    assert.deepEqual(await viewOf({ type: 'CommaSeparatedListOutputParser' }), { title: 'Python', hasOthers: true });
    assert.deepEqual(await viewOf({ type: 'YamlOutputParser', content_schema: { type: 'object', properties: {} } }), {
      title: 'Python',
      hasOthers: false,
    });
  });

  test('of a class that both have: the instruction and the reading of each, whichever the definition names', async () => {
    for (const runtime of [undefined, 'python', 'js']) {
      const definition = define({ type: 'CommaSeparatedListOutputParser', ...(runtime && { runtime }) });
      assert.equal(runtimeOf(definition)?.id, runtime ?? 'python');
      const [python, js, ...more] = await compareRuntimes(definition, '"red, light", blue');
      assert.deepEqual([python?.title, js?.title, more], ['Python', 'JavaScript', []]);
      assert.deepEqual(
        [python, js].map(each => each?.result?.ok && each.result.value),
        [
          ['red, light', 'blue'],
          ['"red', 'light"', 'blue'],
        ],
      );
      assert.ok(
        python && 'text' in python.instruction && python.instruction.text.startsWith('Your response should be'),
      );
    }
  });

  test('an error of one of them is its alone', async () => {
    const definition = define({ type: 'JsonOutputParser' });
    const [python, js] = await compareRuntimes(definition, '{"a": 1');
    assert.deepEqual(python?.result?.ok && python.result.value, { a: 1 });
    assert.ok(js?.result);
    const broken = await compareRuntimes(definition, 'no JSON at all');
    assert.deepEqual(
      broken.map(({ result }) => !result?.ok && result?.error.class),
      ['OutputParserException', 'SyntaxError'],
    );
    assert.equal(
      (await compareRuntimes(definition)).some(({ result }) => result),
      false,
    );
  });

  test('an instruction that the class refuses is an error in its place', async () => {
    const [js, ...more] = await compareRuntimes(define({ type: 'XMLAgentOutputParser' }));
    assert.deepEqual(
      [js?.title, js?.instruction, more],
      [
        'JavaScript',
        {
          error: {
            class: 'Error',
            message: 'getFormatInstructions not implemented inside OpenAIFunctionsAgentOutputParser.',
          },
        },
        [{ id: 'python', title: 'Python', instruction: { error: { class: 'NotImplementedError', message: '' } } }],
      ],
    );
  });

  test('two classes that share their name alone are not compared where the keys tell which one is meant', () => {
    const ids = (keys: object) => runtimesOf(define({ type: 'StructuredOutputParser', ...keys })).map(({ id }) => id);
    const response_schemas = [{ name: 'a', description: 'b' }];
    assert.deepEqual(ids({ response_schemas }), ['python']);
    assert.deepEqual(ids({ runtime: 'python', response_schemas }), ['python']);
    assert.deepEqual(ids({ names_and_descriptions: { a: 'b' } }), ['js']);
    assert.deepEqual(ids({ runtime: 'js', response_schemas }), ['js', 'python']);
    assert.equal(runtimeOf(define({ type: 'StructuredOutputParser', runtime: 'js', response_schemas }))?.id, 'js');
    assert.deepEqual(ids({}), ['js', 'python']);
  });

  test('one runtime alone has a name, and no runtime is no question', async () => {
    const one = define({ type: 'JsonMarkdownStructuredOutputParser', names_and_descriptions: { a: 'b' } });
    assert.deepEqual(runtimesOf(one), [{ id: 'js', title: 'JavaScript' }]);
    const none = define({ type: 'MarkdownJsonObjectParser' });
    assert.deepEqual([runtimeOf(none), await compareRuntimes(none, '{}')], [undefined, []]);
  });
});
