import { childrenOf, itemsOf, type PyNode, spanOf, unwrap } from '../../../code/python/read/syntax.ts';
import { EngineError } from '../../../core/errors.ts';
import { PyOpaque } from '../../../core/pyValue.ts';
import { isDict, keyOf, literalEval, PyTuple } from '../../../python/index.ts';
import { defaultsOf, readArguments } from '../calls/parameters.ts';
import type { Run } from '../run/sourceRun.ts';
import { type Environment, nameAt } from '../values/environment.ts';
import { setOf, truthOf, unknownIn, unknownOf } from '../values/knownValues.ts';
import { as, External, type Placed, Routine, Unknown, Unreadable, type Value, wrap } from '../values/values.ts';
import { comprehend, generate } from './comprehensions.ts';
import { evaluateOperators } from './evaluateOperators.ts';
import { formatString } from './formatStrings.ts';
import { memberOf } from './subscripts.ts';

/** What an expression is. Throws Python's exceptions, and `Unreadable`. */
export function evaluateExpression(expression: PyNode, names: Environment, run: Run): Placed {
  const node = unwrap(expression);
  const own = (value: Value): Placed => ({ value, at: spanOf(node) });
  switch (node.name) {
    case 'String':
    case 'FormatString':
    case 'ContinuedString':
      return own(formatString(node, names, run));
    case 'Number':
      return own(numberOf(node, run));
    case 'Boolean':
      return own(run.program.text.charAt(node.from) === 'T');
    case 'None':
      return own(null);
    case 'Ellipsis':
      return own(wrap(new External('builtins.Ellipsis')));
    case 'VariableName':
      return nameOf(node, names, run);
    case 'MemberExpression':
      return memberOf(node, names, run);
    case 'CallExpression':
      return own(callOf(node, names, run));
    case 'BinaryExpression':
    case 'UnaryExpression':
    case 'AwaitExpression':
      return evaluateOperators(node, names, run);
    case 'ArrayExpression':
      return own(
        listOf(
          itemsOf(node).filter(({ name }) => name !== '[' && name !== ']'),
          names,
          run,
        ),
      );
    case 'TupleExpression':
      return own(new PyTuple(listOf(itemsOf(node), names, run)));
    case 'SetExpression':
      return own(setOf(listOf(itemsOf(node), names, run)));
    case 'DictionaryExpression':
      return own(dictOf(node, names, run));
    case 'ArrayComprehensionExpression':
    case 'SetComprehensionExpression':
    case 'DictionaryComprehensionExpression':
    case 'ComprehensionExpression':
      return own(comprehend(node, names, run));
    case 'ConditionalExpression':
      return conditionOf(node, names, run);
    case 'NamedExpression':
      return namedOf(node, names, run);
    case 'YieldExpression':
      if (run.frame.yields)
        run.journal.doubt(run.frame.yields, new Unknown('What is sent to a generator is not read.', spanOf(node)));
      throw new Unreadable('What is sent to a generator is not read.', spanOf(node));
    case 'LambdaExpression':
      return own(wrap(new Routine(node, names, defaultsOf(node, names, run), undefined)));
    default:
      throw new Unreadable(
        node.type.isError ? 'Not valid Python.' : 'This is known only when the program runs.',
        spanOf(node),
      );
  }
}

function numberOf(node: PyNode, run: Run): Value {
  const value = literalEval(run.program.text.slice(node.from, node.to).replaceAll('_', ''));
  if (value === undefined || value instanceof PyOpaque) throw new Unreadable('This number is not read.', spanOf(node));
  return value as Value;
}

function nameOf(node: PyNode, names: Environment, run: Run): Placed {
  const name = nameAt(node, run.program.text);
  const found = names.find(name);
  run.noteName(name, found);
  if (found) return run.journal.certain(found);
  if (names.isUnbound(name)) throw new EngineError('UnboundLocalError', `cannot access local variable '${name}'`);
  return { value: wrap(new External(`builtins.${name}`)), at: spanOf(node) };
}

function callOf(node: PyNode, names: Environment, run: Run): Value {
  const [callee, list] = childrenOf(node);
  if (!callee || list?.name !== 'ArgList') throw new Unreadable('Not valid Python.', spanOf(node));
  const isSuper = callee.name === 'VariableName' && run.program.text.slice(callee.from, callee.to) === 'super';
  const value =
    isSuper && !names.find('super') ? wrap(new External('builtins.super')) : run.evaluate(callee, names).value;
  const generator = generate(list, names, run);
  const args = generator
    ? { positional: [{ value: generator, at: spanOf(list) }], named: new Map<string, Placed>() }
    : readArguments(list, names, run);
  return run.call(value, args, node);
}

/** The items of a list, those that are spread included. */
export function listOf(items: readonly PyNode[], names: Environment, run: Run): Value[] {
  const list: Value[] = [];
  const places = new Map<Value, Placed['at']>();
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (item.name === '*') {
      const spread = items[++i];
      const value = spread ? run.evaluate(spread, names).value : null;
      const hole = unknownOf(value);
      if (hole) throw Unreadable.for(as(hole, Unknown)!);
      for (const one of run.items(value)) {
        const place = typeof value === 'object' && value !== null ? run.places.get(value) : undefined;
        places.set(list.length, place?.get(list.length) ?? spanOf(spread!));
        list.push(one);
      }
      continue;
    }
    const { value, at } = run.evaluate(item, names);
    places.set(list.length, at);
    list.push(value);
  }
  run.spend(list.length);
  run.places.set(list, places);
  return list;
}

function dictOf(node: PyNode, names: Environment, run: Run): Value {
  const dict = new Map<Value, Value>();
  const places = new Map<Value, Placed['at']>();
  const nodes = itemsOf(node);
  for (let i = 0; i < nodes.length; i++) {
    const first = nodes[i]!;
    if (first.name === '**') {
      const spread = run.evaluate(nodes[++i] ?? first, names).value;
      const hole = unknownOf(spread);
      if (hole) throw Unreadable.for(as(hole, Unknown)!);
      if (!isDict(spread)) throw new Unreadable('What is spread here is not a dict.', spanOf(first));
      for (const [key, value] of spread) {
        dict.set(keyOf(dict, key), value);
        places.set(key, run.places.get(spread)?.get(key) ?? spanOf(nodes[i]!));
      }
      continue;
    }
    if (nodes[i + 1]?.name !== ':' || !nodes[i + 2]) throw new Unreadable('Not valid Python.', spanOf(first));
    const key = run.evaluate(first, names).value;
    const { value, at } = run.evaluate(nodes[i + 2]!, names);
    i += 2;
    const hole = unknownIn(key);
    if (hole) throw Unreadable.for(hole);
    dict.set(keyOf(dict, key), value);
    places.set(key, at);
  }
  run.spend(dict.size);
  run.places.set(dict, places);
  return dict;
}

function conditionOf(node: PyNode, names: Environment, run: Run): Placed {
  const [yes, , test, , no] = childrenOf(node);
  if (!yes || !test || !no) throw new Unreadable('Not valid Python.', spanOf(node));
  const { value } = run.evaluate(test, names);
  const hole = unknownOf(value);
  if (!hole && !as(value, External)) {
    run.decide();
    return run.evaluate(truthOf(value) ? yes : no, names);
  }
  const reason =
    as(hole, Unknown) ?? new Unknown('This depends on what is known only when the program runs.', spanOf(test));
  const holds: Value[] = [];
  run.journal.branch(
    reason,
    [yes, no].map(each => () => void holds.push(run.evaluate(each, names).value)),
  );
  return { value: wrap(reason.with(holds)), at: spanOf(node) };
}

function namedOf(node: PyNode, names: Environment, run: Run): Placed {
  const [name, , value] = childrenOf(node);
  if (!name || !value) throw new Unreadable('Not valid Python.', spanOf(node));
  const placed = run.evaluate(value, names);
  const text = run.program.text.slice(name.from, name.to);
  // In a comprehension the name is that of the function around.
  run.journal.assign(names.outside.ownerOf(text), text, placed);
  return placed;
}
