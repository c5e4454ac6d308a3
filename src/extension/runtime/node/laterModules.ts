import type { UserModules } from '../../../node/modules/userModules.ts';
import type { PythonOptions } from '../../../node/python/pythonPool.ts';
import { firstLine } from '../../firstLine.ts';
import type { ModuleProcesses } from '../runtime.ts';

/** The processes of users' modules. Their code, `dist/modules.js`, is loaded when the first module is asked. */
export function laterModules(options: PythonOptions): ModuleProcesses {
  let loading: Promise<UserModules> | undefined;
  let isDisposed = false;
  const load = () => {
    loading ??= import('../../../node/modules/userModules.ts').then(
      ({ UserModules }) => new UserModules(true, options),
    );
    return loading;
  };
  /** What a question is answered where it cannot be asked. */
  const failed = (error?: unknown) => {
    loading = undefined;
    const message =
      error === undefined
        ? 'The module cannot be run: the window closes.'
        : `A part of ParserLens could not be loaded. Reload the window, or install the extension again. ${firstLine(error)}`;
    return { failed: { class: 'ModuleInterrupted', message } };
  };
  return {
    async ask(...asked) {
      const modules = await load().catch(failed);
      if ('failed' in modules) return modules;
      return isDisposed ? failed() : modules.ask(...asked);
    },
    async askEach(path, questions, ...asked) {
      const modules = await load().catch(failed);
      if ('failed' in modules) return questions.map(() => modules);
      return isDisposed ? questions.map(() => failed()) : modules.askEach(path, questions, ...asked);
    },
    dispose() {
      isDisposed = true;
      void loading?.then(
        modules => modules.dispose(),
        () => undefined,
      );
    },
  };
}
