import type { PyNode } from '../code/python/read/syntax.ts';
import { placeOf } from './constructionPlace.ts';
import { frameworkCall } from './frameworks.ts';
import type { Run } from './sourceRun.ts';
import { as, Built, type Class, type Given, Instance, Part, type Value, wrap } from './values.ts';

/** The parser, or the part of one, that a call of something of another package makes; `undefined`: it makes none. */
export function constructed(path: string, given: Given, node: PyNode, run: Run, of?: Class): Value | undefined {
  const call = frameworkCall(path);
  if (!call) return undefined;
  if (call.kind === 'record') return wrap(new Part(call.path, given));
  const isInit = path.endsWith('.__init__');
  // `Base.__init__(self, …)` names the instance; `super().__init__(…)` does not.
  const [first] = given.positional;
  const isSelfGiven =
    isInit && first !== undefined && as(first.value, Instance) !== undefined && isSelf(first.value, run);
  const own = isSelfGiven ? { ...given, positional: given.positional.slice(1) } : given;
  const self = isInit ? as(isSelfGiven ? first.value : selfOf(run), Instance) : undefined;
  if (isInit && !self) return undefined;
  const place = placeOf(node, run, self);
  const number = run.record({
    path: call.path,
    ...(call.factory !== undefined && { factory: call.factory }),
    given: own,
    ...((self ?? of) && { of: self?.of ?? of! }),
    node,
    ...place,
  });
  return wrap(new Built(number));
}

function selfOf(run: Run): Value | undefined {
  return run.frame.function?.self;
}

function isSelf(value: Value, run: Run): boolean {
  const [self, own] = [as(selfOf(run), Instance), as(value, Instance)];
  return self !== undefined && self === own;
}
