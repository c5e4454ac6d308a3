import { deepEqual } from 'node:assert/strict';
import { EngineError, type PyDict, toPlain } from '../../src/engine/index.ts';
import { dspy } from './adapters/dspy.ts';
import { hasTag } from './recordedActions.ts';
import { type Operation, recordedOperations, runOperation } from './recordedOperations.ts';

const operations = dspy as unknown as Readonly<Record<string, Operation>>;

suite('DSPy’s adapters, as recorded', () => {
  for (const item of recordedOperations('dspy.json')) {
    const run: Operation = input => operations[String(input.op)]!(input);
    test(String(item.get('id')), () => (hasTag(item, 'ctor-error') ? runClass(item, run) : runOperation(item, run)));
  }
});

/** A case of whose error the class alone compares: the message has Python's print of a field. */
async function runClass(item: PyDict, run: Operation): Promise<void> {
  const wanted = toPlain(item.get('expect') ?? null) as { readonly error: { readonly class: string } };
  let raised: unknown;
  try {
    await run(toPlain(item) as Readonly<Record<string, unknown>>);
  } catch (error) {
    raised = error instanceof EngineError && error.class;
  }
  deepEqual(raised, wanted.error.class);
}
