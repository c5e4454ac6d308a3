import assert from 'node:assert/strict';
import type { Candidate } from '../../../../src/engine/repair/index.ts';

/** Checks that a candidate's edits lie in its span, in order, and lead to strict JSON that reads to its value. */
export function proved(text: string, { value, edits, span, confidence, causes }: Candidate): void {
  const { start, end } = span ?? { start: 0, end: text.length };
  let at = start;
  let out = '';
  for (const edit of edits) {
    assert.ok(at <= edit.start && edit.start <= edit.end && edit.end <= end, 'edits lie in the span, in order');
    assert.ok(causes.includes(edit.cause));
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  out += text.slice(at, end);
  assert.equal(plain(value), plain(JSON.parse(out)));
  assert.ok(confidence >= 0 && confidence <= 1);
}

/** The value as JSON.stringify writes it, big integers as the numbers that JSON.parse gives. */
export function plain(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part));
}
