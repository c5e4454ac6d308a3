import assert from 'node:assert/strict';
import { EngineError } from '../../../../../src/engine/core/errors.ts';
import { operations } from '../../../../conformance/adapters/operations.ts';

const { langroid } = operations;

const address = {
  properties: { street: { type: 'string' }, city: { type: 'string', default: 'Bonn' }, no: { type: 'integer' } },
  required: ['street', 'no'],
  title: 'XAddress',
  type: 'object',
};
const person = {
  kind: 'XMLToolMessage',
  request: 'person',
  schema: {
    $defs: { XAddress: address },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/XAddress' },
      maybe: { anyOf: [{ $ref: '#/$defs/XAddress' }, { type: 'null' }], default: null },
    },
    required: ['name', 'address'],
    title: 'XPerson',
  },
};
const xml = (inner: string, name = '<name>A</name>') => `<tool>${name}<request>person</request>${inner}</tool>`;

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    assert(error instanceof EngineError);
    return `${error.class}: ${error.message}`;
  }
  return assert.fail('Nothing was raised');
}

suite('Models in the fields of an XMLToolMessage', () => {
  test('are built while the fields are read', () => {
    const text = xml('<address><street>S</street><no> 7 </no></address>');
    assert.deepEqual(langroid.xmlFields(text, person), {
      name: 'A',
      request: 'person',
      address: { street: 'S', city: 'Bonn', no: 7 },
    });
    assert.deepEqual((langroid.parseXml(text, person) as { address: object }).address, {
      street: 'S',
      city: 'Bonn',
      no: 7,
    });
  });

  test('at any depth, by the name of the field; not of an optional', () => {
    const inner = '<street>S</street><no>7</no>';
    assert.deepEqual(langroid.xmlFields(xml(`<other><a>1</a><address>${inner}</address></other>`), person), {
      name: 'A',
      request: 'person',
      other: { a: '1', address: { street: 'S', city: 'Bonn', no: 7 } },
    });
    assert.deepEqual(langroid.xmlFields(xml(`<maybe>${inner}</maybe>`), person), {
      name: 'A',
      request: 'person',
      maybe: { street: 'S', no: '7' },
    });
    assert.equal(langroid.xmlFields(`<address>${inner}</address>`, person), null);
  });

  test('raise their own ValidationError', () => {
    const text = xml('<address><street>S</street><city>C</city></address>');
    const error = [
      '1 validation error for XAddress',
      'no',
      "  Field required [type=missing, input_value={'street': 'S', 'city': 'C'}, input_type=dict]",
      '    For further information visit https://errors.pydantic.dev/2.13/v/missing',
    ].join('\n');
    assert.equal(
      messageOf(() => langroid.xmlFields(text, person)),
      `ValidationError: ${error}`,
    );
    assert.equal(
      messageOf(() => langroid.parseXml(text, person)),
      `XMLException: Error parsing XML: ${error}`,
    );
  });

  test('are instances in the errors of the tool', () => {
    const text = xml('<address><street>S</street><no>7</no></address>', '');
    assert.match(
      messageOf(() => langroid.parseXml(text, person)),
      /name\n {2}Field required \[type=missing, input_value=\{'request': 'person', 'ad\.\.\.'S', city='Bonn', no=7\)\}, input_type=dict\]/,
    );
  });

  test('are not built without the class', () => {
    const text = xml('<address><street>S</street><no>7</no></address>');
    assert.deepEqual((langroid.xmlFields(text) as { address: object }).address, { street: 'S', no: '7' });
  });
});

suite('Langroid’s operations', () => {
  const agent = { enable_orchestration_tool_handling: false };
  const tool = (request: string, title: string) => ({ request, schema: { title, properties: { n: {} } } });

  test('strict recovery titles a union, and no optional tool', () => {
    const titles = (tools: readonly object[], optional: boolean) =>
      /'title': '(\w+)'/.exec(langroid.strictRecovery({ tools, agent }, { optional }) ?? '')?.[1];
    const [a, b] = [tool('a', 'A'), tool('b', 'B')];
    assert.equal(titles([a], true), undefined);
    assert.equal(titles([a], false), undefined);
    assert.equal(titles([a, b], true), 'Tool');
    assert.equal(titles([a, b], false), 'Tool');
  });

  test('what is counted follows parsing.splitter', () => {
    const messages = [
      { role: 'system', content: 'one two three' },
      { role: 'user', content: '😀😀😀😀😀' },
    ];
    const counted = (parsing: unknown) => langroid.historyTokens({ messages, agent: { parsing } });
    assert.equal(counted(undefined), 4);
    assert.equal(counted({ splitter: 'markdown' }), 4);
    assert.equal(counted({ splitter: 'tokens' }), 4 + 2);
    assert.equal(counted({ splitter: 'simple' }), 4 + 2);
    const tokenizer = { count: () => 10 };
    assert.equal(langroid.historyTokens({ messages, agent: { parsing: { splitter: 'tokens' } } }, tokenizer), 20);
    const llm = { chat_context_length: 400, max_output_tokens: 1000, min_output_tokens: 10 };
    const room = (parsing: unknown) =>
      langroid.truncateHistory(messages, { llm, message: 'next', agent: { parsing, system_message: 'abcdefgh' } })
        .output_len;
    assert.equal(room(undefined), 100 - 1 - 1 - 1);
    assert.equal(room({ splitter: 'tokens' }), 100 - 2 - 2 - 1);
  });

  test('results are cut to max_result_tokens, counted as the agent counts', () => {
    const big = { request: 'big', max_result_tokens: 3 };
    const answer = (text: string, settings: object = {}) =>
      langroid.handleMessage({ tools: [big], agent: { ...agent, ...settings } }, '{"request": "big"}', {
        big: () => text,
      });
    const note = `
        The TOOL result was large, so it was truncated to 3 tokens.
        To get the full result, the TOOL must be called again.
        `;
    assert.equal(answer('a b c'), 'a b c');
    assert.equal(answer('abcdefghijklmnop'), 'abcdefghijklmnop');
    assert.equal(answer('a b c d e f g h'), `a b c d e f ${note}`);
    assert.equal(answer('abcdefghijklmnop', { parsing: { splitter: 'tokens' } }), `abcdefghijkl${note}`);
  });

  test('several tools in one answer, where an agent takes one', () => {
    const tools = [{ request: 'a' }, { request: 'b' }];
    const answer = (text: string, settings: object) =>
      langroid.handleMessage({ tools, agent: { ...agent, ...settings } }, text, { a: () => 'A', b: () => 'B' });
    const both = '{"request": "a"} and {"request": "b"}';
    assert.match(String(answer(both, { allow_multiple_tools: false })), /ONE tool at a time/);
    assert.equal(answer('{"request": "a"}', { allow_multiple_tools: false }), 'A');
    assert.match(String(answer(both, {})), /A[\s\S]*B/);
  });

  test('truncate_message leaves the history where inplace is false', () => {
    const history = [
      { role: 'system', content: 's' },
      { role: 'user', content: 'abcdefgh' },
    ];
    const options = { tokens: 1, warning: '[cut]' };
    for (const idx of [1, -1]) {
      assert.equal(langroid.cutMessage(history, idx, options).content, 'abcd\n[cut]');
      assert.equal(langroid.truncateMessage(history, idx, options)[1]?.content, 'abcd\n[cut]');
      assert.deepEqual(langroid.truncateMessage(history, idx, { ...options, inplace: false }), history);
    }
    for (const idx of [2, -3])
      assert.equal(
        messageOf(() => langroid.truncateMessage(history, idx)),
        'IndexError: list index out of range',
      );
  });

  test('truncate_message leaves what has no content, and the empty results of calls', () => {
    const options = { tokens: 1, warning: '[cut]' };
    const after = (message: object) =>
      langroid.cutMessage([{ role: 'system', content: 's' }, message] as never, 1, options).content;
    const result = { role: 'tool', content: '', tool_call_id: 'c' };
    assert.equal(after(result), '');
    assert.equal(after({ ...result, tool_calls: [] }), '');
    assert.equal(after({ role: 'function', name: 'f', content: '' }), '');
    assert.equal(after({ role: 'assistant', content: null }), null);
    for (const other of [
      { ...result, tool_calls: [{ id: 'd', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { ...result, function_call: { name: 'f', arguments: '{}' } },
      { ...result, tool_call_id: ' ' },
      { role: 'function', name: ' ', content: '' },
      { role: 'user', content: '' },
    ])
      assert.equal(after(other), '\n[cut]', JSON.stringify(other));
  });

  test('values of a type', () => {
    const schema = {
      $defs: { Inner: { properties: { k: { type: 'integer' } }, title: 'Inner', type: 'object' } },
      properties: {
        inner: { $ref: '#/$defs/Inner' },
        flags: { type: 'array', items: {} },
        map: { type: 'object' },
        ratio: { type: 'number' },
      },
    };
    const fields = { inner: { k: 1 }, flags: [true, 2], map: { a: 'b' }, ratio: 1 };
    const found = (type: string) => langroid.valueOfType({ request: 'r', schema }, fields, type);
    assert.deepEqual(found('Dict[str, str]'), { a: 'b' });
    assert.deepEqual(found('dict'), { a: 'b' });
    assert.equal(found('Dict[str, int]'), null);
    assert.deepEqual(found('Inner'), { k: 1 });
    assert.deepEqual(found('List[int]'), [true, 2]);
    assert.equal(found('List[bool]'), null);
    assert.equal(found('float'), 1);
    assert.equal(found('Union[bytes, Optional[float]]'), 1);
    assert.equal(found('int | float'), 1);
    assert.equal(found('str'), null);
    assert.equal(found('List['.repeat(20_000)), null);
  });
});
