import { instanceOf } from './calls/scriptClasses.ts';
import type { ScriptFile } from './values/scriptFiles.ts';
import type { ScriptRun } from './values/scriptRun.ts';
import { Class, Fn, Unknown } from './values/scriptValues.ts';

const maxFunctions = 3000;

/** Functions and classes that may be called from elsewhere. */
export class Callables {
  readonly #all = new Map<string, { readonly of: Fn | Class; readonly file: ScriptFile }>();

  /** Keeps one, with the file that it stands in. */
  add(of: Fn | Class, file: ScriptFile): void {
    this.#all.set(`${file.path}:${of.node.from}`, { of, file });
  }

  /** Reads what each does with arguments that nobody knows; those that are met meanwhile, too. */
  read(run: ScriptRun): void {
    let count = 0;
    for (const { of, file } of this.#all.values()) {
      if (count++ > maxFunctions) break;
      const hole = new Unknown(
        'What this function is called with is known only when the program runs.',
        { file, start: of.node.from, end: of.node.from + 1 },
        true,
      );
      const frame = { self: of instanceof Fn ? of.self : undefined, home: of instanceof Fn ? of.home : of };
      const args = { values: [], spread: hole, places: [] };
      const read = () => {
        if (of instanceof Class) instanceOf(of, args, of.node, run);
        else run.enter(of, args);
      };
      run.inScope(of.scope, frame, () => run.within(hole, read));
    }
  }
}
