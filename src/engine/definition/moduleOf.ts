import type { Definition } from '../parsers/definition.ts';

/** The path of the module that reads for a definition, as its author wrote it; `undefined`: none does. */
export function moduleOf(definition: Definition): string | undefined {
  // Taken apart here: the published type has no word of how a definition is kept.
  const { parserType, source } = definition;
  return parserType.modules?.files?.(source).find(({ kind }) => kind === 'module')?.path || undefined;
}

/** The paths of the files, beside its module, that a definition stands on: where they change, its answers are read otherwise. */
export function filesStoodOn(definition: Definition): readonly string[] {
  const { parserType, source } = definition;
  return parserType.modules?.stoodOn?.(source) ?? [];
}
