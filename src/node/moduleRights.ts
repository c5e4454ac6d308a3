import { dirname, resolve } from 'node:path';
import { type Host, type ModuleJob, type ModuleOutcome, withoutModules } from '../engine/index.ts';
import { type Confines, confinedPath, NamedFileError } from './namedFile.ts';

/** Which modules may run where nobody asks: plain data, which threads get as well. */
export interface ModuleRights {
  /** Those that stand in a file which the user named: the file's absolute path, and the module as it is written there. */
  readonly named: readonly (readonly [file: string, module: string])[];
  /** Where all others must be, which are reached through another file; absent: these do not run. */
  readonly confines?: Confines;
}

/** Why modules were not run, and what to do about it. */
export const whyNotRun = 'modules run only for definition files that the command line names, or with --run-modules.';

/** A host that runs no module without the right to; what it does not run is an error that says so. */
export function withModuleRights(host: Host, rights: () => ModuleRights): Host {
  const { runModule, runModules } = host;
  if (!runModule) return withoutModules(host, 'unavailable');
  return {
    ...host,
    async runModule(job, limitMs) {
      const refused = await refusedModule(job, rights());
      return refused ?? runModule.call(host, job, limitMs);
    },
    ...(runModules && {
      async runModules(jobs, limitMs, mostTimeouts) {
        const refused = await refusedModules(jobs, rights());
        const run = await runModules.call(
          host,
          jobs.filter((_, i) => !refused[i]),
          limitMs,
          mostTimeouts,
        );
        let next = 0;
        return run && refused.map(each => each ?? run[next++]!);
      },
    }),
  };
}

/** The same for many calls; those of one module stand or fall together. */
async function refusedModules(jobs: readonly ModuleJob[], rights: ModuleRights) {
  const refusals = new Map<string, ReturnType<typeof refusedModule>>();
  return Promise.all(
    jobs.map(job => {
      const key = `${job.file}\0${job.module}`;
      const refused = refusals.get(key) ?? refusedModule(job, rights);
      refusals.set(key, refused);
      return refused;
    }),
  );
}

/** Why a module may not run; `undefined`: it may. */
export async function refusedModule(
  { file, module }: Pick<ModuleJob, 'file' | 'module'>,
  { named, confines }: ModuleRights,
): Promise<(ModuleOutcome & { readonly ok: false }) | undefined> {
  if (named.some(each => each[0] === file && each[1] === module)) return undefined;
  const refuse = (className: string, message: string) => ({ ok: false, error: { class: className, message } }) as const;
  if (!confines) return refuse('ModuleNotTrusted', `It was not run: ${whyNotRun}`);
  try {
    await confinedPath(resolve(dirname(file), module), confines);
    return undefined;
  } catch (error) {
    // One that is not there is told of by whoever looks for it.
    if (!(error instanceof NamedFileError)) return undefined;
    return refuse('FileNotAllowed', `It was not run: it is outside of ${confines.name}.`);
  }
}
