import assert from 'node:assert/strict';
import {
  createParser,
  createReader,
  type Definition,
  type ParseResult,
  type Partial,
} from '../../../../src/node/engine.ts';

/** A response and the definition that reads it. */
export interface Case {
  readonly id: string;
  readonly definition: Definition;
  readonly text: string;
}

/** Whether one moment agrees with the whole response: each closed field has the value and the place that the whole gives. */
function agrees(partial: Partial, whole: Extract<ParseResult, { ok: true }>, reopened: ReadonlySet<string>): void {
  partial.closed.forEach((field, index) => {
    if (reopened.has(field.key) && !field.final) return;
    // Of Langroid's tools several have one key.
    const isList = Array.isArray(whole.value) && field.key !== String(index);
    const same = isList ? whole.fields[index] : whole.fields.find(({ key }) => key === field.key);
    assert(same, `the whole has no ${field.key}`);
    const { key, value, span, inner } = field;
    const { pieces: _, ...told } = same;
    assert.deepEqual({ key, value, span, inner }, told);
  });
}

/** Reads a response in pieces and compares every moment with the whole. Gives how many fields were ever closed. */
export async function check({ definition, text }: Case, cuts: readonly number[]): Promise<number> {
  const reader = createReader(definition);
  const whole = await createParser(definition).parse(text);
  const places = [...new Set([0, ...cuts.map(cut => cut % (text.length + 1)), text.length])].sort((a, b) => a - b);
  const moments: { readonly partial: Partial; readonly closed: readonly unknown[] }[] = [];
  for (let i = 1; i < places.length; i++) {
    const partial = reader.push(text.slice(places[i - 1], places[i]));
    assert.equal(partial.text(), text.slice(0, places[i]));
    moments.push({ partial, closed: partial.closed });
  }
  assert.deepEqual(await reader.end(), whole);
  if (!whole.ok) return 0;
  const reopened = new Set(moments.at(-1)?.partial.reopened);
  for (const { partial, closed } of moments) {
    agrees(partial, whole, reopened);
    assert.deepEqual(partial.closed, closed);
  }
  const last = moments.at(-1)?.partial;
  if (last) agrees(last, whole, new Set());
  return last?.closed.length ?? 0;
}
