import { type Problem, problem } from '../core/problem.ts';
import { isPyDict, isPyList, type PyDict } from '../core/pyValue.ts';
import { type Definition, valueParts } from '../parsers/definition.ts';
import { renameFix } from './keyFixes.ts';
import type { DefinitionKeys } from './keyUses.ts';
import { kindOf, list } from './shapeProblems.ts';

type Part = (typeof valueParts)[number];

/** What samples expect although no response can give it: parts that the type does not have, and keys that never come. `keys`: absent for a type without filters. */
export function expectationProblems(definition: Definition, keys: DefinitionKeys | undefined): Problem[] {
  const samples = definition.source.config.get('samples') ?? null;
  const isKnown = keys && new Set(keys.keys.map(({ name }) => name));
  return (isPyList(samples) ? samples : []).flatMap((sample, i) => {
    const expect = isPyDict(sample) ? (sample.get('expect') ?? null) : null;
    if (!isPyDict(expect)) return [];
    if (expect.has('error') && expect.size > 1) return errorAndValue(definition, ['samples', i, 'expect']);
    return valueParts.flatMap(part => {
      if (!expect.has(part)) return [];
      const path = ['samples', i, 'expect', part];
      if (!isKnown) return part === 'value' ? [] : withoutPart(definition, path);
      const allowed = allowedKeys(definition, part, keys.exact ? isKnown : undefined);
      return allowed ? impossible(definition, path, expect, allowed) : [];
    });
  });
}

function errorAndValue({ source }: Definition, path: readonly (string | number)[]): Problem[] {
  const span = source.keySpanOf([...path, 'error']);
  const message = 'A response gives an error or a value, never both. Expect one of them.';
  return span ? [problem('impossible-expectation', message, span)] : [];
}

function withoutPart({ source, type }: Definition, path: readonly (string | number)[]): Problem[] {
  const span = source.keySpanOf(path);
  const message = `\`${type}\` has no filters, so no response gives \`${String(path.at(-1))}\`.`;
  return span ? [problem('impossible-expectation', message, span)] : [];
}

/** The keys that a part can have and why; `undefined` where any could come. */
interface Allowed {
  readonly names: ReadonlySet<string>;
  readonly reason: string;
  /** The part is `null`. */
  readonly isNull?: true;
}

function allowedKeys({ source }: Definition, part: Part, exact: ReadonlySet<string> | undefined): Allowed | undefined {
  const whole = exact && { names: exact, reason: 'the value never has' };
  if (part === 'value') return whole;
  const name = `keys_to_${part}`;
  const filter = source.config.get(name) ?? (source.config.has(name) ? null : part !== 'metadata');
  if (filter === true) return whole;
  if (filter === false) return { names: new Set(), reason: `\`${name}\` lets nothing pass`, isNull: true };
  if (!isPyList(filter) || !filter.every(key => typeof key === 'string')) return undefined;
  return { names: new Set(filter), reason: `\`${name}\` does not let pass` };
}

function impossible(
  { source }: Definition,
  path: readonly (string | number)[],
  expect: PyDict,
  { names, reason, isNull }: Allowed,
): Problem[] {
  const part = String(path.at(-1));
  const expected = expect.get(part) ?? null;
  const span = source.spanOf(path);
  if (!span || (isNull && expected === null)) return [];
  if (isNull) return [problem('impossible-expectation', `\`${part}\` is always \`null\`: ${reason}.`, span)];
  if (!isPyDict(expected)) {
    const message = `\`${part}\` is always an object, not ${kindOf(expected)}.`;
    return [problem('impossible-expectation', message, span)];
  }
  const given = new Set(expected.keys());
  const unknown = [...given].filter(name => !names.has(name)).slice(0, 10);
  return unknown.flatMap(name => {
    const keySpan = source.keySpanOf([...path, name]);
    if (!keySpan) return [];
    const rename = renameFix(name, keySpan, names, given);
    const advice = rename
      ? ` Did you mean \`${rename.name}\`?`
      : names.size > 0
        ? ` It has ${list([...names].slice(0, 10))}.`
        : '';
    const message = `\`${part}\` cannot have \`${name}\`, which ${reason}.${advice}`;
    return [problem('impossible-expectation', message, keySpan, rename && [rename.fix])];
  });
}
