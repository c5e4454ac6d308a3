import type { Outline } from '../../../code/python/read/outline.ts';
import { Evaluator } from '../../../code/python/read/pythonEvaluator.ts';
import type { Named } from '../../../code/python/read/resolveName.ts';
import type { Scope } from '../../../code/python/read/scopes.ts';
import { type PyNode, unwrap } from '../../../code/python/read/syntax.ts';
import { isPyDict, type PyValue } from '../../../core/pyValue.ts';
import { PyObject } from '../../../python/index.ts';
import type { Run } from '../run/sourceRun.ts';
import { as, Class, External, Member, Module, type Placed, Unknown } from '../values/values.ts';
import { toData } from './sourceData.ts';

/** Reads the classes of a program of several files: names lead into other files, and expressions are what they were when the program came to them. */
export class LinkedEvaluator extends Evaluator {
  readonly #run: Run;
  readonly #outline: Outline;

  constructor(run: Run, outline: Outline) {
    super(run.program.text, outline.attributes, outline.inner);
    this.#run = run;
    this.#outline = outline;
  }

  override resolve(node: PyNode, scope: Scope): Named {
    const named = super.resolve(node, scope);
    if (named.kind !== 'import') return named;
    const placed = this.#find(unwrap(node));
    if (!placed) return named;
    const of = as(placed.value, Class);
    if (of) return this.#classOf(of) ?? named;
    const origin = this.#nodeAt(placed);
    if (origin && !/^(?:VariableName|ImportStatement)$/.test(origin.name) && !isDotted(origin))
      return { kind: 'value', node: origin, scope: this.#moduleScope(origin) };
    const external = as(placed.value, External);
    return external ? { kind: 'import', path: external.path } : named;
  }

  override value(node: PyNode, scope: Scope): PyValue | undefined {
    const placedValue = this.#run.valuesByPlace.get(`${node.from}:${node.to}`);
    if (!placedValue) return super.value(node, scope);
    const hole = as(placedValue.value, Unknown);
    if (hole) return this.refuse(node, hole.reason);
    const member = as(placedValue.value, Member);
    const placed = member ? member.value : placedValue;
    if (placed.value instanceof PyObject) return super.value(node, scope);
    const data = toData(placed, this.#run);
    for (const each of data.holes) this.report(node, each.reason);
    return data.holes.length > 0 && !isPyDict(data.value) ? undefined : this.charge(node, data.value);
  }

  /** What a dotted name is in the module that it stands in. */
  #find(node: PyNode): Placed | undefined {
    const text = this.textOf(node);
    if (!/^[\p{L}_][\p{L}\p{N}_]*(?:\s*\.\s*[\p{L}_][\p{L}\p{N}_]*)*$/u.test(text)) return undefined;
    const [head, ...rest] = text.split('.').map(each => each.trim());
    let placed = this.#run.load(this.#run.program.fileAt(node.from)).names.names.get(head!);
    for (const name of rest) {
      const names = placed && (as(placed.value, Module)?.names ?? as(placed.value, Class)?.names);
      const external = placed && as(placed.value, External);
      placed = external
        ? { value: new PyObject(new External(`${external.path}.${name}`)), at: placed!.at }
        : names?.names.get(name);
    }
    return placed;
  }

  #classOf(of: Class): Named | undefined {
    const found = this.#outline.classes.find(({ node }) => node.from === of.node.from);
    return found && { kind: 'class', ...found };
  }

  #nodeAt({ at }: Placed): PyNode | undefined {
    let node: PyNode | null = this.#run.program.tree.resolveInner(at.start, 1);
    while (node && node.to < at.end) node = node.parent;
    while (node?.parent && node.from === node.parent.from && node.to === node.parent.to) node = node.parent;
    return node && node.from === at.start && node.to === at.end ? node : undefined;
  }

  #moduleScope(node: PyNode): Scope {
    return this.#outline.modules.findLast(({ node: module }) => module.from <= node.from) ?? this.#outline.module;
  }
}

function isDotted(node: PyNode): boolean {
  return node.name === 'MemberExpression' && node.lastChild?.name === 'PropertyName';
}
