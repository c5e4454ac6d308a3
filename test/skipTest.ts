import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Skips the test, or from a hook the suite, that this machine cannot run; a run names all that it left out, and why.
 * @param reason such as "without Python 3"
 */
export function skipTest(context: Mocha.Context, reason: string): never {
  const file = process.env.PARSERLENS_RESULTS;
  if (file) {
    const { type, parent, title } = context.runnable() as Mocha.Runnable & { type: string };
    const what = type === 'test' ? context.runnable().fullTitle() : (parent?.fullTitle() ?? title);
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(`${file}.skipped`, `${reason}: ${what}\n`);
  }
  return context.skip();
}
