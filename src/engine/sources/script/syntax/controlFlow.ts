import type { SyntaxNode } from '@lezer/common';
import { expressionsOf } from '../../../code/typescript/tsSyntax.ts';
import { bind } from '../calls/scriptTargets.ts';
import { partsOf } from '../values/scriptFiles.ts';
import type { Completion, ScriptRun } from '../values/scriptRun.ts';
import { Scope, Unknown } from '../values/scriptValues.ts';
import { operate } from './scriptOperators.ts';

/** `switch`; `perhaps` reads it where nobody knows which case it is. */
export function switched(
  node: SyntaxNode,
  scope: Scope,
  run: ScriptRun,
  perhaps: () => Completion | undefined,
): Completion | undefined {
  const [, subject, body] = partsOf(node);
  const value = run.evaluate(subject, scope);
  const inner = new Scope(scope, run.region);
  const parts = body ? partsOf(body).slice(1, -1) : [];
  let start = parts.findIndex(({ name }) => name === 'DefaultLabel');
  for (const [i, part] of parts.entries()) {
    if (part.name !== 'CaseLabel') continue;
    const isIt = operate('===', value, run.evaluate(expressionsOf(part)[0], inner), part, run);
    if (isIt instanceof Unknown) return perhaps();
    if (isIt !== true) continue;
    start = i;
    break;
  }
  if (start < 0) return undefined;
  const statements = parts.slice(start).filter(({ name }) => !name.endsWith('Label'));
  const end = run.execute(statements, inner);
  return end?.kind === 'break' && end.label === undefined ? undefined : end;
}

/** `try`: as if it were not there where nothing in it may throw; else it may end anywhere, and its handler may run. */
export function attempted(node: SyntaxNode, scope: Scope, run: ScriptRun): Completion | undefined {
  const body = node.getChild('Block');
  const handler = node.getChild('CatchClause');
  const last = node.getChild('FinallyClause')?.getChild('Block');
  const read = (block: SyntaxNode | null | undefined, around = scope) =>
    block ? run.execute(partsOf(block), new Scope(around, run.region)) : undefined;
  const { doubts } = run;
  const end = read(body);
  const isCertain = run.doubts === doubts && end?.kind !== 'maybe';
  if (isCertain && end?.kind !== 'throw') return read(last) ?? end;
  const hole = run.unknown(node, 'Whether this throws is known only when the program runs.');
  const caught = new Scope(scope, run.region);
  const named = handler && partsOf(handler).find(({ name }) => /^VariableDefinition$|Pattern$/.test(name));
  if (named) bind(named, hole, caught, run);
  if (isCertain) {
    const other = handler ? read(handler.getChild('Block'), caught) : end;
    return read(last) ?? other;
  }
  // What it did before is as uncertain as what it would have done behind.
  run.silently(() => run.within(hole, () => read(body)));
  const other = run.within(hole, () => read(handler?.getChild('Block'), caught));
  const ends = [end, other];
  const after = read(last);
  if (after) return after;
  const values = ends.flatMap(each =>
    each?.kind === 'return' ? [each.value] : each?.kind === 'maybe' ? (each.values ?? []) : [],
  );
  return ends.some(each => each && each.kind !== 'throw') ? { kind: 'maybe', values } : undefined;
}

/** What stands in the head of a `for (…; …; …)`, a `while` or a `do`. */
export function headOf(node: SyntaxNode): {
  readonly first: SyntaxNode | undefined;
  readonly test: SyntaxNode | undefined;
  readonly update: SyntaxNode | undefined;
} {
  const spec = node.getChild('ForSpec');
  if (!spec)
    return { first: undefined, test: node.getChild('ParenthesizedExpression') ?? undefined, update: undefined };
  const parts = partsOf(spec).slice(1, -1);
  const isDeclared = parts[0]?.name === 'VariableDeclaration';
  const groups: SyntaxNode[][] = isDeclared ? [[parts[0]!], []] : [[]];
  for (const part of isDeclared ? parts.slice(1) : parts)
    if (part.name === ';') groups.push([]);
    else groups.at(-1)!.push(part);
  const [[first] = [], [test] = [], [update] = []] = groups;
  return { first, test, update };
}

/** The turns of a loop over known items: once it may have ended, what follows may not run. */
export class Turns {
  end: Completion | undefined;
  readonly #label: string | undefined;
  readonly #run: ScriptRun;
  #hole: Unknown | undefined;

  constructor(label: string | undefined, run: ScriptRun) {
    this.#label = label;
    this.#run = run;
  }

  /** Reads one turn; whether it is the last. */
  take(node: SyntaxNode, read: () => Completion | undefined): boolean {
    const hole = this.#hole;
    const end = hole ? this.#run.within(hole, read) : read();
    if (!this.#run.step()) return this.#last({ kind: 'maybe' });
    if (!end || (end.kind === 'continue' && this.#isOwn(end))) return false;
    if (end.kind === 'maybe') {
      this.#hole ??= this.#run.unknown(node, 'How often this runs is known only when the program runs.');
      this.end = end;
      return false;
    }
    if (end.kind === 'break' && this.#isOwn(end)) return this.#last(this.end);
    return this.#last(this.end ?? end);
  }

  #isOwn({ label }: { readonly label?: string }): boolean {
    return label === undefined || label === this.#label;
  }

  #last(end: Completion | undefined): true {
    this.end = end;
    return true;
  }
}

/** The label that stands before a loop. */
export function labelOf(node: SyntaxNode, run: ScriptRun): string | undefined {
  const label = node.parent?.name === 'LabeledStatement' ? node.parent.getChild('Label') : null;
  return label ? run.textOf(label) : undefined;
}
