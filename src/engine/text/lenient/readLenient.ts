import type { PyValue } from '../../core/pyValue.ts';
import type { Repair } from '../../core/result.ts';
import { isBlank } from '../../json/jsonSpans.ts';
import { jsonDumps, jsonEquals, jsonLoads, stripSpan } from '../../python/index.ts';
import { LenientFault, type LenientNode, nodeValue } from './lenientNode.ts';
import { LenientReader } from './lenientReader.ts';

/**
 * What was read. `repairs` are edits of the text, computed when first asked for: with all of them made, `json.loads` reads the same value.
 * `node` has the place of every part, and is absent where the text had to be rewritten before it could be read.
 */
export type LenientOutcome =
  | {
      readonly ok: true;
      readonly value: PyValue;
      readonly node: LenientNode | undefined;
      readonly repairs: () => readonly Repair[];
    }
  | { readonly ok: false; readonly message: string };

/**
 * Reads what a model meant for JSON: `json_repair`'s `repair_json(text, return_objects=True)`, version 0.61.2, without its
 * first try with `json.loads`. Fails only where values are nested too deeply. Linear in the text, but for nesting and a
 * logarithm.
 */
export function readLenient(text: string): LenientOutcome {
  const reader = new LenientReader(text);
  try {
    const root = reader.readAll();
    const value = nodeValue(root);
    const node = reader.isRewritten ? undefined : root;
    return { ok: true, value, node, repairs: () => lenientRepairs(text, value, node) };
  } catch (error) {
    if (error instanceof LenientFault) return { ok: false, message: error.message };
    throw error;
  }
}

/** A part of the JSON that is meant: punctuation, or a scalar with its place. */
type Part = string | { readonly value: PyValue; readonly start: number; readonly end: number };

/**
 * The edits that make JSON of the text, in order, none touching another: each scalar that is not written as JSON is one,
 * and so is each stretch between scalars whose punctuation is wrong. One edit for everything where the parts do not
 * stand in the text in their order.
 */
function lenientRepairs(text: string, value: PyValue, node: LenientNode | undefined): readonly Repair[] {
  const whole = stripSpan(text);
  const rewritten = { name: 'rewritten', span: whole, text: jsonDumps(value, { ensureAscii: false }) };
  if (!node) return [rewritten];
  const repairs: Repair[] = [];
  let punctuation = '';
  let done = 0;
  for (const part of [...partsOf(node), { value: null, start: text.length, end: text.length }]) {
    if (typeof part === 'string') {
      punctuation += part;
      continue;
    }
    if (part.start < done) return [rewritten];
    gapRepair(text, done, part.start, punctuation, repairs);
    if (part.start < text.length) scalarRepair(text, part, repairs);
    else if (part.value !== null) return [rewritten];
    punctuation = '';
    done = part.end;
  }
  return repairs;
}

function* partsOf(node: LenientNode): Generator<Part> {
  if (node.kind === 'scalar') {
    yield node;
    return;
  }
  let separator = '';
  yield node.kind === 'array' ? '[' : '{';
  if (node.kind === 'array')
    for (const item of node.items) {
      yield separator;
      yield* partsOf(item);
      separator = ',';
    }
  else
    for (const [key, member] of node.members) {
      yield separator;
      yield { value: key, start: member.start, end: member.end };
      yield ':';
      yield* partsOf(member.node);
      separator = ',';
    }
  yield node.kind === 'array' ? ']' : '}';
}

function gapRepair(text: string, start: number, end: number, expected: string, repairs: Repair[]): void {
  // White space of other kinds is not JSON, so that it goes.
  let found = '';
  let from = end;
  let to = end;
  for (let i = start; i < end; i++) {
    if (isBlank(text.charCodeAt(i))) continue;
    if (found === '') from = i;
    found += text.charAt(i);
    to = i + 1;
  }
  if (found !== expected)
    repairs.push({ name: gapName(found, expected), span: { start: from, end: to }, text: expected });
}

function gapName(all: string, expected: string): string {
  const found = all.replace(/\s/g, '');
  if (found === expected) return 'stray-text';
  if (/#|\/\/|\/\*/.test(found)) return 'comment';
  if (/[\p{L}\p{N}]/u.test(found)) return 'stray-text';
  if (isSubsequence(found, expected)) {
    const missing = expected.length - found.length;
    if (missing === 1 && count(expected, ',') > count(found, ',')) return 'missing-comma';
    return missing === 1 && count(expected, ':') > count(found, ':') ? 'missing-colon' : 'missing-bracket';
  }
  if (!isSubsequence(expected, found)) return 'wrong-punctuation';
  return count(found, ',') - count(expected, ',') === found.length - expected.length ? 'extra-comma' : 'stray-text';
}

function scalarRepair(text: string, part: Exclude<Part, string>, repairs: Repair[]): void {
  const { value, start, end } = part;
  const written = text.slice(start, end);
  const isPlain = typeof value === 'string' ? /^"[^"\\\x00-\x1f]*"$/.test(written) : written === String(value);
  if (isPlain && (typeof value !== 'string' || written.slice(1, -1) === value)) return;
  const read = jsonLoads(written);
  if (read.ok && jsonEquals(read.value, value)) return;
  const json = jsonDumps(value, { ensureAscii: false });
  repairs.push({ name: scalarName(written, value), span: { start, end }, text: json });
}

function scalarName(written: string, value: PyValue): string {
  if (written === '') return 'missing-value';
  if (typeof value !== 'string') return typeof value === 'number' ? 'number' : 'constant';
  const first = written.charAt(0);
  if (!`"'“”`.includes(first)) return 'missing-quotes';
  if (first !== '"' || !written.endsWith('"')) return 'quotes';
  return 'escape';
}

function isSubsequence(part: string, whole: string): boolean {
  let found = 0;
  for (const unit of whole) if (unit === part.charAt(found)) found++;
  return found === part.length;
}

function count(text: string, unit: string): number {
  return text.split(unit).length - 1;
}
