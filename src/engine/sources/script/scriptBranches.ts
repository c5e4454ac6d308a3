import type { SyntaxNode } from '@lezer/common';
import { expressionsOf } from '../../code/typescript/tsSyntax.ts';
import { partsOf } from './scriptFiles.ts';
import { operate } from './scriptOperators.ts';
import type { Completion, ScriptRun } from './scriptRun.ts';
import { bind } from './scriptTargets.ts';
import { Scope, Unknown } from './scriptValues.ts';

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
