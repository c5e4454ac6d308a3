import assert from 'node:assert/strict';
import { fromPlain, isPyDict } from '../../../../../src/engine/core/pyValue.ts';
import type { ParseResult } from '../../../../../src/engine/core/result.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { operations } from '../../../../conformance/adapters/operations.ts';
import { plainSource } from '../../../../plainSource.ts';
import { typeNamed } from '../../parsers/typeNamed.ts';
import { checkPrefixes, fieldsOf, parserOf, warningsOf } from '../agentscope/parse.ts';

const { structured } = operations;

const config = { type: 'AgentOutput', allowed_kinds: ['spoke', 'thought'], fallback_kind: 'spoke' };
const agentOutput = typeNamed('AgentOutput');
const tolerant = parserOf(agentOutput, config);

function sourceOf(keys: object) {
  const dict = fromPlain(keys);
  assert(isPyDict(dict));
  return plainSource(dict);
}

async function read(text: string): Promise<Extract<ParseResult, { ok: true }>> {
  const [definition] = readDefinitions(JSON.stringify(config), 'test.parser.json').definitions;
  assert(definition);
  const result = await createParser(definition).parse(text);
  assert(result.ok);
  return result;
}

suite('AgentOutput', () => {
  const fields: [text: string, expected: string[]][] = [
    ['<think>x</think> {"kind": "spoke", "text": "hi"}', ['kind: "spoke" | spoke', 'text: "hi" | hi']],
    ['```json\n{"text": "a```b", "n": [1]}\n```', ['text: "a```b" | a```b', 'n: [1] | [1]']],
    ['{"content": 1.0}', ['content: 1.0 | 1.0', 'text: 1.0 | 1.0']],
    ['x {"a": 1} y', ['a: 1 | 1', 'text: {"a": 1} | {"a": 1}']],
    ['<think>t</think>Text: " a line "', ['text: " a line " | a line']],
    ['He said: "never to', ['text: never to | never to']],
    ['Okay. One line. <think>cut', ['text: One line. | One line.']],
    ['', []],
  ];
  for (const [text, expected] of fields)
    test(`fields of ${JSON.stringify(text)}`, async () => assert.deepEqual(await fieldsOf(tolerant, text), expected));

  test('what is beside the value', async () => {
    const spoken = await read('<think>plan</think>{"kind": "shouted", "text": " It says \\"no\\". "}');
    assert.deepEqual(spoken.extra, { reasoning: 'plan', clue: 'It says "no".', residue: 'plan', usable: true });
    assert.deepEqual(spoken.warnings, ["The kind 'shouted' is not allowed; 'spoke' takes its place."]);
    const prose = await read('I need a hint. It is warm.');
    assert.deepEqual(prose.extra, { reasoning: '', clue: 'It is warm.', residue: 'I need a hint.', usable: true });
    assert.deepEqual(prose.warnings, ['No JSON object was found; the line was salvaged from the text.']);
    assert.deepEqual((await read('{}')).warnings, ['There is no text; the object itself takes its place.']);
  });

  test('every prefix is safe', () =>
    checkPrefixes(
      tolerant,
      '< Think >a "b\n</THINK>```json\n{"kind": "é\\n", "text": {"a": [1, "2"]}}\n``` Text: "abc" <analysis>',
    ));

  test('what cannot be read as Python reads it is an error', async () => {
    const [definition] = readDefinitions(JSON.stringify(config), 'test.parser.json').definitions;
    assert(definition);
    for (const [text, expected] of [
      [`{"n": ${'1'.repeat(5000)}}`, 'ValueError'],
      [`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`, 'RecursionError'],
    ] as const) {
      const result = await createParser(definition).parse(text);
      assert.equal(!result.ok && result.error.class, expected);
    }
  });

  test('the validated mode says every error, and where the first is', async () => {
    const text = JSON.stringify({ ...config, mode: 'validated', extra_fields: ['winner'] });
    const [definition] = readDefinitions(text, 'test.parser.json').definitions;
    assert(definition);
    const result = await createParser(definition).parse('{"kind": 1, "winner": 2}');
    assert(!result.ok);
    const { message, details, span } = result.error;
    assert.equal(message, '3 validation errors for AgentOutput');
    assert.deepEqual(
      details?.map(({ loc }) => loc.join('.')),
      ['kind', 'text', 'winner'],
    );
    assert.deepEqual(span, { start: 9, end: 10 });
    const single = await createParser(definition).parse('{"kind": "spoke", "text": "x", "winner": 2}');
    assert.equal(!single.ok && single.error.message, '1 validation error for AgentOutput');
    const bad = await createParser(definition).parse('no');
    assert.equal(!bad.ok && bad.error.class, 'JSONDecodeError');
    const list = await createParser(definition).parse('[{"kind": "spoke"}]');
    assert.deepEqual(!list.ok && [list.error.message, list.error.details], [
      '1 validation error for AgentOutput',
      [{ type: 'model_type', loc: [], msg: 'Input should be a valid dictionary or instance of AgentOutput' }],
    ]);
  });

  const warnings: [config: object, expected: [string, string][]][] = [
    [{ fallback_kind: undefined }, [['missing-key', '"AgentOutput"']]],
    [{ fallback_kind: 'x' }, [['odd-value', '"x"']]],
    [{ allowed_kinds: [] }, [['odd-value', '[]']]],
    [{ mode: 'validated', fallback_kind: undefined }, []],
  ];
  for (const [change, expected] of warnings)
    test(JSON.stringify(change), () =>
      assert.deepEqual(warningsOf(agentOutput, JSON.parse(JSON.stringify({ ...config, ...change }))), expected),
    );

  const extraFields: [name: string, message: string | undefined][] = [
    ['mood', undefined],
    ['kind', '`kind` is there already; the output model then takes any kind.'],
    ['text', '`text` is there already.'],
    ['_mood', 'Pydantic makes a private attribute of a name with an underscore at its start.'],
  ];
  for (const [name, message] of extraFields)
    test(`the extra field \`${name}\` ${message === undefined ? 'is fine' : 'is odd'}`, () => {
      const source = sourceOf({ ...config, extra_fields: [name] });
      const problems = agentOutput.authoring?.check?.(source).map(problem => [problem.message, problem.span]);
      assert.deepEqual(problems, message === undefined ? [] : [[message, source.spanOf(['extra_fields', 0])]]);
    });

  const results: [what: string, config: object, kinds: string[]][] = [
    ['the kinds that are allowed', { allowed_kinds: ['a', 'b'] }, ['a', 'b']],
    ['the kinds and the fallback', { allowed_kinds: ['a'], fallback_kind: 'c' }, ['a', 'c']],
  ];
  for (const [what, keys, kinds] of results)
    test(`a tolerant reading gives one of ${what}, and a text`, () => {
      const properties = { kind: { enum: kinds }, text: { type: 'string' } };
      assert.deepEqual(agentOutput.schemas?.result?.(sourceOf(keys)), {
        schemas: [fromPlain({ type: 'object', properties, required: ['kind', 'text'], additionalProperties: true })],
      });
    });

  test('the output model takes data and JSON text', () => {
    const model = structured.buildOutputModel(['a', 'a'], ['agent_mood', '_private']);
    assert.deepEqual(model.schema, {
      description: 'Validated agent event payload (kind constrained to may_emit).',
      properties: {
        kind: { const: 'a', title: 'Kind', type: 'string' },
        text: { title: 'Text', type: 'string' },
        agent_mood: { title: 'Agent Mood', type: 'string' },
      },
      required: ['kind', 'text', 'agent_mood'],
      title: 'AgentOutput',
      type: 'object',
    });
    const value = { kind: 'a', text: 't', agent_mood: 'calm' };
    assert.deepEqual(model.validate({ ...value, extra: 1 }), { ok: true, value });
    assert.deepEqual(model.validate(JSON.stringify(value)), { ok: true, value });
    assert.throws(() => structured.buildOutputModel([]), { class: 'AgentOutputError' });
    assert.throws(() => structured.jsonInstruction([]), { class: 'IndexError' });
  });

  test('the provider says what its failures look like', () => {
    assert.equal(structured.isUsableLine('\n[model error: timeout]'), false);
    assert.equal(
      structured.isUsableLine('quota exceeded', text => text.startsWith('quota')),
      false,
    );
  });

  test('what follows a lone quote is the clue from eight characters on', () => {
    assert.equal(structured.cleanClue('He says "The tide').clue, 'The tide');
    assert.equal(structured.cleanClue('He says "The sea').clue, 'He says "The sea');
  });
});
