import type { SyntaxNode } from '@lezer/common';
import { partsOf } from '../values/scriptFiles.ts';
import type { ScriptRun } from '../values/scriptRun.ts';
import { Arr, Fn, Getter, Obj, type Scope, Unknown, type Value } from '../values/scriptValues.ts';

/** The values of a list, some of which may be spread; a hole where their number is unknown. */
export function listed(
  node: SyntaxNode,
  scope: Scope,
  run: ScriptRun,
): { values: Value[]; spread: Unknown | undefined; nodes: SyntaxNode[]; isSparse: boolean } {
  const values: Value[] = [];
  const nodes: SyntaxNode[] = [];
  let spread: Unknown | undefined;
  let isSpread = false;
  let isEmpty = true;
  let isSparse = false;
  for (const part of partsOf(node).slice(1, -1)) {
    if (part.name === ',') {
      if (isEmpty) {
        values.push(undefined);
        isSparse = true;
      }
      isEmpty = true;
    } else if (part.name === 'Spread') isSpread = true;
    else {
      isEmpty = false;
      const value = run.evaluate(part, scope);
      if (!isSpread) {
        values.push(value);
        nodes.push(part);
      } else if (value instanceof Arr && !value.hole && values.length + value.items.length < 20_000)
        values.push(...value.items);
      else if (typeof value === 'string' && value.length < 20_000) values.push(...value);
      else
        spread ??=
          value instanceof Unknown
            ? value
            : value instanceof Arr && value.hole
              ? value.hole
              : run.unknown(part, 'What this holds is known only when the program runs.');
      isSpread = false;
    }
  }
  return { values, spread, nodes, isSparse };
}

/** `[a, ...b]` */
export function array(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  const { values, spread, isSparse } = listed(node, scope, run);
  const made = new Arr(run.region, values);
  made.isSparse = isSparse;
  return spread ?? made;
}

/** `{ a, b: c, ...d }` */
export function object(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  const made = new Obj(run.region);
  for (const property of node.getChildren('Property')) {
    const parts = partsOf(property);
    const [first] = parts;
    if (first?.name === 'Spread') {
      spreadInto(made, run.evaluate(parts[1], scope), property, run);
      continue;
    }
    const colon = parts.findIndex(({ name }) => name === ':');
    const block = property.getChild('Block');
    const named = property.getChild('PropertyDefinition');
    const literal = parts
      .slice(0, colon < 0 ? parts.length : colon)
      .find(({ name }) => !/^(?:get|set|async|\*|Star|\[|\])$/.test(name));
    const key = named ? run.textOf(named) : run.evaluate(literal, scope);
    if (key instanceof Unknown || (typeof key !== 'string' && typeof key !== 'number')) {
      made.hole ??=
        key instanceof Unknown ? key : run.unknown(property, 'Which key this is is known only when the program runs.');
      if (colon >= 0) run.evaluate(parts[colon + 1], scope);
      continue;
    }
    const value = block
      ? methodOf(property, scope, made, run)
      : run.evaluate(colon < 0 ? first : parts[colon + 1], scope);
    if (property.getChild('set')) {
      if (value instanceof Fn) made.setters.set(String(key), value);
      continue;
    }
    if (String(key) === '__proto__' && !literal?.name.startsWith('['))
      made.hole ??= run.unknown(property, '`__proto__` is not read.');
    made.members.set(String(key), value);
    made.place(String(key), block ? undefined : run.place(colon < 0 ? first! : (parts[colon + 1] ?? property)));
  }
  return made;
}

function methodOf(property: SyntaxNode, scope: Scope, self: Obj, run: ScriptRun): Value {
  const fn = new Fn(property, scope, self);
  run.meet(fn);
  return property.getChild('get') ? new Getter(fn) : fn;
}

/** `{ ...value }` */
function spreadInto(made: Obj, value: Value, node: SyntaxNode, run: ScriptRun): void {
  if (value === undefined || value === null || value === false) return;
  if (value instanceof Obj && !value.hole) {
    // `{ ...of }` of an instance has its own members; no others are known.
    for (const [key, each] of value.members) {
      made.members.set(key, each instanceof Getter ? run.member(value, key, node) : each);
      made.place(key, value.places.get(key));
    }
    return;
  }
  if (value instanceof Unknown) made.hole ??= value;
  else if (value instanceof Obj) made.hole ??= value.hole;
  else made.hole ??= run.unknown(node, 'What this holds is known only when the program runs.');
}
