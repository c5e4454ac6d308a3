import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { EngineError } from '../../src/engine/index.ts';
import type { MessageOperation } from './adapters/agentscope.ts';
import { agentscope } from './adapters/agentscope.ts';

interface Case extends MessageOperation {
  readonly id: string;
  readonly note: string;
  readonly op?: string;
  readonly expect: { readonly value?: unknown; readonly error?: { readonly class: string; readonly message: string } };
}

const cases: readonly Case[] = JSON.parse(readFileSync(new URL('agentscope-1.0.21.json', import.meta.url), 'utf8'));
const operations: Readonly<Record<string, (operation: MessageOperation) => unknown>> = {
  to_dict: agentscope.toDict,
  get_text_content: agentscope.getTextContent,
  get_content_blocks: agentscope.getContentBlocks,
};

suite("AgentScope 1.0.21's Msg, as recorded", () => {
  for (const { op, expect, id, note, ...operation } of cases)
    if (op !== undefined) test(`${id} ${note}`, () => assert.deepEqual(outcome(op, operation), expect));

  test('an id has the form of shortuuid, and is the same for the same message', () => {
    const operation = { msg: { name: 'Ann', content: 'x', role: 'user' } };
    const { id, timestamp } = agentscope.toDict(operation) as Record<string, string>;
    assert.match(id!, /^[2-9A-HJ-NP-Za-km-z]{22}$/);
    assert.equal((agentscope.toDict(operation) as { id: string }).id, id);
    assert.match(timestamp!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
  });

  const old: readonly (readonly [what: string, op: string, version: string, given: object, expected: unknown])[] = [
    ['null metadata before 1.0.16', 'to_dict', '1.0.16dev', { metadata: null }, { metadata: null }],
    ['null metadata since 1.0.16', 'to_dict', '1.0.16', { metadata: null }, { metadata: {} }],
    ['texts before 1.0.9', 'get_text_content', '1.0.8', { content: [text('a'), text('b')] }, 'ab'],
    ['texts since 1.0.9', 'get_text_content', '1.0.9', { content: [text('a'), text('b')] }, 'a\nb'],
  ];
  for (const [what, op, version, given, expected] of old)
    test(what, () => {
      const msg = { name: 'Ann', content: 'x', role: 'user', ...given };
      const value = operations[op]!({ msg, agentscope_version: version });
      if (op === 'to_dict')
        assert.deepEqual(
          (value as { metadata: unknown }).metadata,
          given && (expected as { metadata: unknown }).metadata,
        );
      else assert.equal(value, expected);
    });

  test('a list of types selects nothing before 1.0.10, a separator is unknown before 1.0.9', () => {
    const msg = { name: 'Ann', content: [text('a')], role: 'user' };
    const blocks = (version: string) =>
      agentscope.getContentBlocks({ msg, args: { block_type: ['text'] }, agentscope_version: version });
    assert.deepEqual([blocks('1.0.9'), blocks('1.0.10')], [[], [text('a')]]);
    const joined = () => agentscope.getTextContent({ msg, args: { separator: '' }, agentscope_version: '1.0.8' });
    assert.throws(joined, { class: 'TypeError', message: /unexpected keyword argument 'separator'/ });
  });

  test('a constructor without its arguments', () => {
    const missing = (msg: object) => () => agentscope.toDict({ msg });
    assert.throws(missing({}), { message: /missing 3 required positional arguments: 'name', 'content', and 'role'$/ });
    assert.throws(missing({ name: 'a', content: '' }), { message: /missing 1 required positional argument: 'role'$/ });
  });
});

function text(words: string) {
  return { type: 'text', text: words };
}

function outcome(op: string, operation: MessageOperation): Case['expect'] {
  try {
    const value = operations[op]!(operation);
    if (op === 'to_dict') (value as { id: string }).id = '{{ID}}';
    return { value };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { error: { class: error.class, message: error.message } };
  }
}
