import type { Definition } from './definition.ts';

/** The path of the module that reads for a definition, as its author wrote it; `undefined`: none does. */
export function moduleOf({ parserType, source }: Definition): string | undefined {
  return parserType.files?.(source).find(({ kind }) => kind === 'module')?.path || undefined;
}
