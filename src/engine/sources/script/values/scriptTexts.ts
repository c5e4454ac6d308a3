import type { SyntaxNode } from '@lezer/common';
import type { ScriptRun } from './scriptRun.ts';
import { Arr, Collection, Obj, Promised, Schema, type ScriptHole, Unknown, type Value } from './scriptValues.ts';

/** Characters of a text that is made. */
export const maxText = 500_000;

/** The first of some values that only a run can know. */
export function unknownIn(values: readonly Value[]): Unknown | undefined {
  return values.find(value => value instanceof Unknown) as Unknown | undefined;
}

/** Whether a value is one that JavaScript compares and joins as it is. */
export function isPrimitive(value: Value): value is undefined | null | boolean | number | bigint | string {
  return value === null || typeof value !== 'object';
}

/** The members of an object in JavaScript's order: whole numbers first. */
export function membersOf(of: Obj): readonly (readonly [string, Value])[] {
  const all = [...of.members];
  const isIndex = (key: string) => /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
  const first = all.filter(([key]) => isIndex(key)).sort(([a], [b]) => Number(a) - Number(b));
  return first.length === 0 ? all : [...first, ...all.filter(([key]) => !isIndex(key))];
}

/** `String(value)`; `undefined` where that runs code or is too long. */
export function textOf(value: Value, depth = 0): string | undefined {
  if (isPrimitive(value)) return String(value);
  if (value instanceof Arr && !(value instanceof Collection) && !value.hole && depth < 20) {
    const parts = value.items.map(item => (item === undefined || item === null ? '' : textOf(item, depth + 1)));
    if (parts.some(part => part === undefined)) return undefined;
    return bounded(parts as string[], ',');
  }
  return undefined;
}

/** Texts joined; `undefined` where that is too long. */
export function bounded(parts: readonly string[], between = ''): string | undefined {
  const length = parts.reduce((sum, part) => sum + part.length + between.length, 0);
  return length > maxText ? undefined : parts.join(between);
}

/** `Boolean(value)`; what only a run can know of it stays unknown. */
export function truthOf(value: Value): boolean | Unknown {
  if (value instanceof Unknown) return value;
  return value instanceof Promised || !isPrimitive(value) || Boolean(value);
}

/** A value as plain data, without its unknown parts. */
interface ScriptData {
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
