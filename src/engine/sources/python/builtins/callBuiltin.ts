import type { PyNode } from '../../../code/python/read/syntax.ts';
import type { Run } from '../run/sourceRun.ts';
import { lastOf } from '../values/classLines.ts';
import { unknownIn } from '../values/knownValues.ts';
import { Part, PartialCall } from '../values/libraryValues.ts';
import { as, type Given, Unknown, Unreadable, type Value, wrap } from '../values/values.ts';
import type { BuiltinCall, Builtins } from './builtinCall.ts';
import { iterableBuiltins } from './iterableBuiltins.ts';
import { moduleFunctions, patternFunctions } from './moduleFunctions.ts';
import { standardFunctions } from './standardFunctions.ts';
import { valueBuiltins } from './valueBuiltins.ts';

/** Functions whose arguments are kept for what asks for them. */
const kept = /(?:^|\.)(?:Field|field|PrivateAttr)$|^enum\.auto$/;

/** The keywords that are read of functions which do not look at them all themselves; others take none that is read. */
const keywords: Readonly<Record<string, RegExp>> = {
  int: /^base$/,
  sorted: /^(?:key|reverse)$/,
  min: /^(?:key|default)$/,
  max: /^(?:key|default)$/,
  sum: /^start$/,
  round: /^ndigits$/,
  enumerate: /^start$/,
  'textwrap.indent': /^(?:prefix|predicate)$/,
  'itertools.product': /^repeat$/,
  'itertools.permutations': /^r$/,
  'itertools.combinations': /^r$/,
  'itertools.repeat': /^times$/,
  'itertools.groupby': /^key$/,
  'itertools.zip_longest': /^fillvalue$/,
};
const readsItsKeywords =
  /^(?:dict|zip|print|pow|property|json\.dumps|json\.loads|re\.(?:sub|split|findall)|itertools\.accumulate|string\.Template|types\.SimpleNamespace|dataclasses\.replace|collections\.(?:OrderedDict|defaultdict|Counter|namedtuple))$/;

/** What a function of Python's own gives; `undefined`: it is none that is read. Throws Python's exceptions, and `Unreadable`. */
export function callBuiltin(path: string, callArgs: Given, node: PyNode, run: Run): Value | undefined {
  if (kept.test(path)) return wrap(new Part(lastOf(path), callArgs));
  if (path === 'functools.partial' || path === 'functools.partialmethod') {
    const [callee, ...positional] = callArgs.positional;
    return callee && wrap(new PartialCall(callee.value, { ...callArgs, positional }));
  }
  const args = callArgs.positional.map(({ value }) => value);
  const named = new Map([...callArgs.named].map(([name, { value }]) => [name, value]));
  const call: BuiltinCall = { args, named, callArgs, node, run };
  const name = path === 'typing.cast' ? 'cast' : /^builtins\.(\w+)$/.exec(path)?.[1];
  const ownOf = (all: Builtins, key: string | undefined) =>
    key !== undefined && Object.hasOwn(all, key) ? all[key] : undefined;
  const shallow = ownOf(iterableBuiltins, name);
  const own =
    shallow ??
    ownOf(valueBuiltins, name) ??
    ownOf(moduleFunctions, path) ??
    ownOf(standardFunctions, path) ??
    ownOf(patternFunctions, path);
  const isShallow =
    shallow !== undefined || /^(?:itertools|functools|copy|types|collections|dataclasses|builtins\.dict)\./.test(path);
  if (!own) return undefined;
  const hole =
    callArgs.spread?.unknown ??
    [...args, ...named.values()].map(each => (isShallow ? as(each, Unknown) : unknownIn(each))).find(Boolean);
  if (hole) return wrap(hole.with([...args, ...named.values()]));
  const of = name ?? path;
  if (!readsItsKeywords.test(of) && [...named.keys()].some(key => !keywords[of]?.test(key)))
    throw new Unreadable(`A keyword of \`${of}\` is not read.`, undefined, false, [...args, ...named.values()]);
  try {
    return own(call);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    // It may be one of them.
    throw new Unreadable(error.message, error.at, error.isUnknown, [...error.holds, ...args]);
  }
}
