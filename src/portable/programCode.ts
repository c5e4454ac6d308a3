import { codeOfProgram } from '../../build/programs.js';

/**
 * The text of a program that runs by itself: a file of `src` with all that it imports, bundled. In our bundles the build
 * puts the text in the place of the call (`build/programs.js`); from source the first call makes it.
 */
export function programCode(entry: string): () => string {
  let code: string | undefined;
  return () => {
    code ??= codeOfProgram(entry);
    return code;
  };
}
