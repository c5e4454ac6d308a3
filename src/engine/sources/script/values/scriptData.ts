import type { SyntaxNode } from '@lezer/common';
import type { ScriptRun } from './scriptRun.ts';
import { membersOf } from './scriptTexts.ts';
import { Arr, Collection, Obj, Schema, type ScriptHole, Unknown, type Value } from './scriptValues.ts';

/** A value as plain data, without what is not known of it. */
export interface ScriptData {
  readonly data: unknown;
  readonly holes: readonly ScriptHole[];
}

const maxParts = 50_000;

/** A value as JSON has it: keys in JavaScript's order, without those that are `undefined`. Bounded in parts and depth. */
export function toScriptData(value: Value, path: readonly string[], run: ScriptRun, node: SyntaxNode): ScriptData {
  const holes: ScriptHole[] = [];
  let parts = 0;
  const hole = (of: Unknown, at: readonly string[]) => {
    holes.push({ path: at, reason: of.reason, at: of.at, isParameter: of.isParameter });
    return undefined;
  };
  const read = (of: Value, at: readonly string[]): unknown => {
    if (of instanceof Unknown) return hole(of, at);
    if (++parts > maxParts || at.length > 100) return hole(run.unknown(node, 'This is too large.'), at);
    if (typeof of === 'number') return Number.isFinite(of) ? of : null;
    if (typeof of === 'bigint') return hole(run.unknown(node, 'This is not JSON.'), at);
    if (of === undefined || of === null || typeof of !== 'object') return of;
    if (of instanceof Arr && !(of instanceof Collection)) {
      if (of.hole) hole(of.hole, at);
      return of.items.map((item, i) => read(item, [...at, String(i)]) ?? null);
    }
    if (of instanceof Obj && !of.of) {
      if (of.hole) hole(of.hole, at);
      // Without a prototype `__proto__` is a key as any other.
      const made: Record<string, unknown> = Object.create(null);
      for (const [key] of membersOf(of)) {
        const member = read(run.member(of, key, node), [...at, key]);
        if (member !== undefined) made[key] = member;
      }
      return made;
    }
    if (of instanceof Schema && of.hole) return hole(of.hole, at);
    return hole(run.unknown(node, 'This is not a value that a definition can hold.'), at);
  };
  return { data: read(value, path), holes };
}
