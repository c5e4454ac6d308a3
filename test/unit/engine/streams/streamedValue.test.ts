import assert from 'node:assert/strict';
import { EngineError } from '../../../../src/engine/core/errors.ts';
import type { PyValue } from '../../../../src/engine/core/pyValue.ts';
import type { Definition } from '../../../../src/engine/parsers/definition.ts';
import { streamedValue } from '../../../../src/engine/streams/index.ts';

/** A definition whose framework streams what `partial` gives. */
const streaming = (partial?: (source: unknown, text: string) => PyValue | undefined) =>
  ({ parserType: { streams: { ...(partial && { partial }) } }, source: {} }) as unknown as Definition;
const failing = (error: Error) =>
  streaming(() => {
    throw error;
  });

suite('streamedValue', () => {
  test('a framework that streams nothing', () => assert.equal(streamedValue(streaming(), '{"a": 1'), undefined));

  test('a value so far, plain and as Python has it', () => {
    const dict = new Map([['a', [1n]]]);
    const streamed = streamedValue(
      streaming((_, text) => (text === '{' ? dict : undefined)),
      '{',
    );
    assert.equal(streamed?.exact, dict);
    assert.deepEqual(streamed, { value: { a: [1n] } });
    assert.deepEqual(
      streamedValue(
        streaming(() => null),
        '',
      ),
      { value: null },
    );
  });

  test('nothing yet', () =>
    assert.deepEqual(
      streamedValue(
        streaming(() => undefined),
        '',
      ),
      {},
    ));

  test('what the framework raises', () => {
    const raised = { class: 'ValidationError', message: '1 validation error' };
    assert.deepEqual(streamedValue(failing(new EngineError(raised.class, raised.message)), ''), { error: raised });
    assert.deepEqual(streamedValue(failing(new RangeError('Maximum call stack')), ''), {
      error: { class: 'RangeError', message: 'Maximum call stack' },
    });
    assert.throws(() => streamedValue(failing(new TypeError('ours')), ''), /^TypeError: ours$/);
  });
});
