import { deepEqual, equal } from 'node:assert/strict';
import { constraintProblems } from '../../../../src/engine/constraints/index.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';
import { toy } from '../systems/toy/system.ts';

suite('problems of constraints', () => {
  const short = { type: 'string', pattern: '^[a-z]+$', minLength: 3 };
  /** Each problem: its code, the text that is underlined up to the end of its line, and the message. */
  const found = (definition: object, ...engines: string[]) => {
    const text = JSON.stringify(definition, undefined, 1);
    const { definitions, problems } = readDefinitions(text, 'test.parser.json', [...parserTypes, ...toy.types]);
    deepEqual(problems, []);
    return constraintProblems(definitions, engines).map(({ code, span, message }) => ({
      code,
      at: text.slice(span.start, text.indexOf('\n', span.start)),
      line: text.slice(0, span.start).split('\n').length,
      message,
    }));
  };
  const withMembers = (properties: Record<string, object>) => ({
    type: 'ToyObject',
    content_schema: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  });

  test('a keyword is underlined where it was written, of several that are alike the one that is meant', () => {
    const [one, other, ...rest] = found(withMembers({ a: { ...short, minLength: 1 }, b: short, c: short }), 'xgrammar');
    deepEqual([one?.code, one?.at], ['constraint-dropped', '"minLength": 3']);
    equal((other?.line ?? 0) - (one?.line ?? 0), 5);
    deepEqual(rest, []);
  });

  test('engines that do the same are told together, and the form that keeps the keyword', () =>
    deepEqual(
      found(withMembers({ a: { ...short, pattern: '^a+$' } }), 'xgrammar', 'xgrammar@0.1.27', 'llguidance').map(
        ({ message }) => message,
      ),
      [
        'XGrammar and XGrammar 0.1.27 drop `minLength`: Lengths beside `pattern` are not read. As a grammar (`ebnf`) the constraint keeps it.',
      ],
    ));

  test('of tools the keyword is found in the tool', () => {
    const tool = (name: string, value: object) => ({
      name,
      content_schema: { type: 'object', properties: { q: value }, required: ['q'], additionalProperties: false },
    });
    const definition = { type: 'PydanticToolsParser', tools: [tool('one', { type: 'string' }), tool('two', short)] };
    deepEqual(
      found(definition, 'xgrammar').map(({ code, at }) => [code, at]),
      [['constraint-dropped', '"minLength": 3']],
    );
  });

  test('order and further members are no problem, nor is what the grammar of the format keeps', () => {
    const members = { a: { type: 'string' }, b: { type: 'integer', minimum: 3 } };
    deepEqual(found(withMembers(members), 'xgrammar', 'llama.cpp', 'gemini'), []);
    const fenced = { type: 'MarkdownJsonDictParser', content_schema: withMembers({ a: short }).content_schema };
    deepEqual(found(fenced, 'xgrammar', 'vllm'), []);
  });

  test('what is refused, and what is narrowed', () =>
    deepEqual(
      found(
        withMembers({ a: { type: 'string', pattern: 'a' }, b: { type: 'integer', minimum: 3 } }),
        'anthropic',
        'xgrammar',
      ).map(({ code, at, message }) => `${code} ${at}: ${message.split(':')[0]}`),
      [
        'constraint-refused "minimum": 3: Anthropic refuses `minimum`',
        'constraint-narrows "pattern": "a": XGrammar narrows `pattern`',
      ],
    ));

  test('several engines that narrow', () =>
    deepEqual(
      found(withMembers({ a: { type: 'string', pattern: 'a' } }), 'xgrammar', 'xgrammar@0.1.27').map(
        ({ message }) => message.split(':')[0],
      ),
      ['XGrammar and XGrammar 0.1.27 narrow `pattern`'],
    ));

  test('without a schema, or an engine that holds models to one, there is nothing to tell', () => {
    deepEqual(found({ type: 'XMLOutputParser' }, 'xgrammar', 'openai'), []);
    deepEqual(found(withMembers({ a: short }), 'nothing', 'toString', ''), []);
  });

  test('many problems are cut', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`m${i}`, short]));
    equal(found(withMembers(many), 'xgrammar').length, 100);
  });
});
