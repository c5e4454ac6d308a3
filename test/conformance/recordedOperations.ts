import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  EngineError,
  fromPlain,
  isPyDict,
  isPyList,
  type PyDict,
  toJsonText,
  toPlain,
} from '../../src/engine/index.ts';
import { jsonLoads } from '../../src/engine/python/jsonLoads.ts';
import { jsonEquals } from '../../src/engine/python/jsonValue.ts';
import { expectations, hasTag, withPython } from './recordedActions.ts';

/** An operation of the façade that takes a recorded case. */
export type Operation = (input: Readonly<Record<string, unknown>>) => unknown;

/** The cases of a file. */
export function recordedOperations(file: string): readonly PyDict[] {
  const recorded = jsonLoads(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8'));
  assert(recorded.ok && isPyList(recorded.value));
  return recorded.value.map(withPython).filter(isPyDict);
}

/** Runs a case: the value, or the error's class and message; of Python's own exceptions only that there is one. */
export async function runOperation(item: PyDict, run: Operation): Promise<void> {
  let value: unknown;
  let error: EngineError | undefined;
  try {
    value = await run(toPlain(item) as Readonly<Record<string, unknown>>);
  } catch (thrown) {
    if (!(thrown instanceof EngineError)) throw thrown;
    error = thrown;
  }
  const made = fromPlain(value);
  const isMet = expectations(item).some(expected => {
    const wanted = expected.get('error') as PyDict | undefined;
    // Plain data: a float that is whole looks like an int, so both are compared as plain data.
    if (!wanted) {
      const plain = fromPlain(toPlain(expected.get('value') ?? null));
      // The text as well, since NaN equals nothing.
      return !error && (jsonEquals(made, plain) || toJsonText(made) === toJsonText(plain));
    }
    if (wanted.get('crash') === true || hasTag(item, 'crash'))
      return error !== undefined && error.class !== 'InternalError';
    return error?.class === wanted.get('class') && error?.message === wanted.get('message');
  });
  const shown = error ? `${error.class}: ${error.message}` : toJsonText(made);
  assert(isMet, `${shown}\n  instead of ${toJsonText(item.get('expect') ?? item.get('expect_any_of') ?? null)}`);
}
