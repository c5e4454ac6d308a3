import type { SyntaxNode } from '@lezer/common';
import { partsOf } from './scriptFiles.ts';
import type { Completion, ScriptRun } from './scriptRun.ts';
import type { Unknown } from './scriptValues.ts';

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
