import type { SyntaxNode } from '@lezer/common';
import type { Arguments, ScriptRun } from './scriptRun.ts';
import type { Unknown } from './scriptValues.ts';

/** What a method gives that is not read. */
export function notRead(name: string, node: SyntaxNode, run: ScriptRun): Unknown {
  return run.unknown(node, `What \`${name.slice(0, 60)}\` gives is known only when the program runs.`);
}

/** An unknown for a call, whose arguments may be changed by it. */
export function handOver(hole: Unknown, given: Arguments, node: SyntaxNode, run: ScriptRun): Unknown {
  for (const value of given.values) run.escape(value, node, hole);
  return hole;
}
