import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PyFloat } from '../../src/engine/core/pyValue.ts';
import { readSource } from '../../src/engine/index.ts';
import { filesOf } from './recordedProgram.ts';

interface Program {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly made: readonly { readonly lines: readonly number[]; readonly hint: unknown }[];
}

const { projects } = JSON.parse(readFileSync(new URL('python-values.json', import.meta.url), 'utf8')) as {
  readonly projects: readonly Program[];
};

/** A value as it was recorded; keys as a definition has them. */
function recorded(value: unknown): unknown {
  if (typeof value === 'bigint') return { $int: String(value) };
  if (value instanceof PyFloat) return { $f: value.value };
  if (typeof value === 'number' && !Number.isFinite(value)) return { $float: String(value) };
  if (Array.isArray(value)) return value.map(recorded);
  const pairs = value instanceof Map ? [...value] : (value as { readonly $dict?: [unknown, unknown][] } | null)?.$dict;
  if (pairs === undefined) return value;
  return { $dict: pairs.map(([key, item]) => [typeof key === 'string' ? key : String(key ?? 'None'), recorded(item)]) };
}

/** Whether what is known of a value is what was recorded: `⟨…⟩` stands for what is not. */
function fits(known: unknown, whole: unknown): boolean {
  if (typeof known === 'string' && known.includes('⟨')) return true;
  if (Array.isArray(known))
    return Array.isArray(whole) && known.length === whole.length && known.every((each, i) => fits(each, whole[i]));
  const [one, other] = [known, whole].map(each => (each as { readonly $dict?: [string, unknown][] } | null)?.$dict);
  if (!one) return JSON.stringify(known) === JSON.stringify(whole);
  return (
    other?.length === one.length && one.every(([key, item], i) => key === other[i]![0] && fits(item, other[i]![1]))
  );
}

suite('values of Python programs, as CPython has them', () => {
  let exact = 0;
  for (const { name, files, made } of projects)
    test(name, async () => {
      const { found, definitions } = await readSource(...filesOf(files, 'a.py'));
      const named = new Set<number>();
      for (const { line, name: parser, unknown, isUncalled } of found) {
        if (unknown.some(({ argument }) => /^(?:content_hint$|\*)/.test(argument))) continue;
        const shown = definitions.find(each => each.name === parser)?.source.config.get('content_hint');
        const wanted = made.filter(({ lines }) => lines.includes(line)).map(({ hint }) => recorded(hint));
        if (shown === undefined || (wanted.length === 0 && isUncalled)) continue;
        const own = recorded(shown);
        ok(
          wanted.some(each => fits(own, each)),
          `${line}: ${JSON.stringify(own)}\n${JSON.stringify(wanted)}`,
        );
        if (unknown.length === 0) exact++;
      }
      for (const { line } of found) named.add(line);
      deepEqual(
        made.filter(({ lines }) => !lines.some(line => named.has(line))),
        [],
      );
    });
  test('more than half are known to the last', () => ok(exact >= 228, String(exact)));
});
