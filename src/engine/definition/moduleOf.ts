import type { Definition } from './definition.ts';

/** The path of the module that reads for a definition, as its author wrote it; `undefined`: none does. */
export function moduleOf(definition: Definition): string | undefined {
  const { parserType, source } = definition;
  return parserType.files?.(source).find(({ kind }) => kind === 'module')?.path || undefined;
}
