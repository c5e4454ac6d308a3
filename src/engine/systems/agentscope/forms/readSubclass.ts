import { membersOf } from '../../../code/python/read/classFacts.ts';
import type { ModelReader } from '../../../code/python/read/modelReader.ts';
import type { Evaluator } from '../../../code/python/read/pythonEvaluator.ts';
import type { ScopedNode } from '../../../code/python/read/scopes.ts';
import { argumentsOf, childOf } from '../../../code/python/read/syntax.ts';
import type { PyValue } from '../../../core/pyValue.ts';
import type { CustomClass } from './customClass.ts';
import { readParser } from './readParser.ts';
import {
  type Bindings,
  boundArguments,
  boundPlace,
  callBindings,
  defaultsOf,
  initBase,
  initsOf,
  parametersOf,
  statementsOf,
} from './subclassCalls.ts';

/** Methods that change nothing of what a parser does. */
const harmless: ReadonlySet<string> = new Set(['__init__', '__repr__', '__str__']);

/** Whether a class derives from a parser of AgentScope and only says what it is made with: then it is that parser. */
export function isPlainSubclass({ concrete, classes }: CustomClass, evaluator: Evaluator): boolean {
  if (concrete === undefined) return false;
  return classes.every(({ node }) =>
    membersOf(node, evaluator).every(({ kind, name }) => kind !== 'function' || harmless.has(name)),
  );
}

/**
 * The keys of the parser that a plain subclass is, without `type`: what its `__init__`, or that of a class of the text
 * between, gives to AgentScope's, with the arguments of a call of it. `undefined`: something that it needs cannot be read.
 */
export function readSubclass(
  custom: CustomClass & { readonly concrete: string },
  call: ScopedNode | undefined,
  models: ModelReader,
): ReadonlyMap<string, PyValue> | undefined {
  const { evaluator } = models;
  const inits = initsOf(custom, evaluator);
  let bindings: Bindings = call ? callBindings(custom, inits.at(-1), call, evaluator) : new Map();
  let last: ScopedNode | undefined = call;
  let isSelfGiven = false;
  for (const [i, { node, scope }] of [...inits].reverse().entries()) {
    bindings = new Map([...defaultsOf({ node, scope }, evaluator), ...bindings]);
    const inner = evaluator.inner.get(node.from) ?? scope;
    const calls = statementsOf(node).flatMap(statement => {
      const found = statement.name === 'ExpressionStatement' ? statement.firstChild : undefined;
      const base = found?.name === 'CallExpression' ? initBase(found, inner, evaluator) : undefined;
      if (!found || base === undefined)
        evaluator.report(statement, 'This part of `__init__` is not carried over: it changes what the parser is.');
      return found && base !== undefined ? [{ node: found, isNamed: base !== 'super' }] : [];
    });
    const [made] = calls;
    last = made && { node: made.node, scope: inner };
    isSelfGiven = made?.isNamed ?? false;
    const next = inits[inits.length - 2 - i];
    if (!next || !last) break;
    const args = argumentsOf(childOf(last.node, 'ArgList'), evaluator.text).slice(isSelfGiven ? 1 : 0);
    const bound = boundArguments(args, parametersOf(next.node, evaluator), inner, custom.name, evaluator);
    bindings = new Map([...bound].map(([name, place]) => [name, boundPlace(place, bindings, evaluator)]));
  }
  const from = last ?? { node: custom.place.node, scope: custom.place.scope };
  const config = readParser(custom.concrete, from, models, {
    bindings: inits.length > 0 ? bindings : new Map(),
    isSelfGiven,
    hasNoArguments: last === undefined,
  });
  if (!config) return undefined;
  return new Map([...attributesOf(custom, evaluator), ...config]);
}

/** What the bodies of the classes set: an instruction, which is a key of every definition. The rest is reported. */
function attributesOf({ classes }: CustomClass, evaluator: Evaluator): ReadonlyMap<string, PyValue> {
  const found = new Map<string, PyValue>();
  for (const { node } of classes) {
    const scope = evaluator.inner.get(node.from);
    for (const member of membersOf(node, evaluator)) {
      if (member.kind !== 'assignment' || !member.value || !scope || member.name.startsWith('__')) continue;
      if (member.name !== 'format_instruction')
        evaluator.report(member.node, `\`${member.name}\` is not carried over: a definition has no key for it.`);
      else {
        const value = evaluator.value(member.value, scope);
        if (typeof value === 'string') found.set(member.name, value);
      }
    }
  }
  return found;
}
