import type { PyValue } from '../../core/pyValue.ts';
import type { Repair } from '../../core/result.ts';
import { LenientFault, type LenientNode, nodeValue } from './lenientNode.ts';
import { LenientReader } from './lenientReader.ts';
import { lenientRepairs } from './lenientRepairs.ts';

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
