/** Whether a user's module is Python, by its path. */
export function isPython(module: string): boolean {
  return /\.py$/i.test(module);
}

/** What `ModuleJob.module` says where the job brings its Python itself. */
export const sourceModule = 'parserlens-source.py';
