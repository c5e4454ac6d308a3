/** Whether a user's module is Python, by its path. */
export function isPython(module: string): boolean {
  return /\.py$/i.test(module);
}

/** What `ModuleJob.module` says where the job brings its Python itself. */
export const sourceModule = 'parserlens-source.py';

/** What `ModuleJob.export` says where the streaming method of a Python parser is wanted, with a definition: of a text, and whether it ends there. */
export const streamedExport = 'parserlens-streamed';

/** The same where it is wanted what the class is that a definition's `parser` names: `{ schema, members? }`. */
export const describedExport = 'parserlens-described';
