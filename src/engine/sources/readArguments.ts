import { argumentsOf, type PyNode } from '../code/python/read/syntax.ts';
import { isDict } from '../python/index.ts';
import type { Environment } from './environment.ts';
import { unknownOf } from './knownValues.ts';
import type { Run } from './sourceRun.ts';
import { as, type Given, type Placed, reasonOfError, Unknown, type Value } from './values.ts';

/** The arguments of a call, those that are spread included. */
export function readArguments(list: PyNode, names: Environment, run: Run): Given {
  const positional: Placed[] = [];
  const named = new Map<string, Placed>();
  let spread: Given['spread'];
  for (const argument of argumentsOf(list, run.program.text)) {
    const placed = run.evaluate(argument.value, names);
    if (argument.name !== undefined) named.set(argument.name, placed);
    else if (!argument.spread) positional.push(placed);
    else {
      const found = spreadOf(argument.spread, placed, run);
      if (found instanceof Unknown) spread ??= { kind: argument.spread, unknown: found };
      else if (argument.spread === '*') positional.push(...found.map(([, each]) => each));
      else for (const [key, each] of found) named.set(key, each);
    }
  }
  return { positional, named, ...(spread && { spread }) };
}

function spreadOf(kind: '*' | '**', { value, at }: Placed, run: Run): readonly (readonly [string, Placed])[] | Unknown {
  const hole = unknownOf(value);
  if (hole) return as(hole, Unknown)!;
  const places = typeof value === 'object' && value !== null ? run.places.get(value) : undefined;
  const placed = (key: Value, item: Value): Placed => run.journal.known({ value: item, at: places?.get(key) ?? at });
  if (kind === '**') {
    if (!isDict(value)) return new Unknown('What is spread here is not a dict that can be read.', at);
    return [...value].map(([key, item]) => [String(key), placed(key, item)] as const);
  }
  try {
    return run.items(value).map((item, i) => [String(i), placed(i, item)] as const);
  } catch (error) {
    return new Unknown(reasonOfError(error), at);
  }
}
