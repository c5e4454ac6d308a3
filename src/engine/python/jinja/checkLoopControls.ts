import { JinjaError } from './jinjaError.ts';
import type { Statement } from './node.ts';

/** Refuses `break` and `continue` outside of a loop, as Python does with the code that Jinja makes of a template. Raises `SyntaxError`. Linear. */
export function checkLoopControls(statements: readonly Statement[], isInLoop = false): void {
  for (const statement of statements) {
    if ((statement.type === 'break' || statement.type === 'continue') && !isInLoop) {
      const what = statement.type === 'break' ? "'break' outside loop" : "'continue' not properly in loop";
      throw new JinjaError('SyntaxError', `${what} (<unknown>, line ${statement.line})`, statement.span);
    }
    if (statement.type === 'for') {
      checkLoopControls(statement.body, true);
      checkLoopControls(statement.otherwise, isInLoop && !statement.isRecursive);
    } else if (statement.type === 'if') {
      for (const { body } of statement.branches) checkLoopControls(body, isInLoop);
      checkLoopControls(statement.otherwise, isInLoop);
    } else if ('body' in statement) checkLoopControls(statement.body, isInLoop && !functions.includes(statement.type));
  }
}

/** Statements whose bodies are functions of their own. */
const functions: readonly Statement['type'][] = ['macro', 'callBlock', 'block', 'generation'];
