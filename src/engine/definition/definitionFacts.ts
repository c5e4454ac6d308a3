import { EngineError } from '../core/errors.ts';
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

/**
 * A response that a definition reads, to try it out with: made of its own hints, tags, schema and commands.
 * `undefined` where they do not show what a response looks like. Never throws.
 */
export function exampleResponse(definition: Definition): string | undefined {
  const { parserType, source, invalid } = definition;
  if (invalid !== undefined) return undefined;
  try {
    return parserType.responses?.example?.(source);
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

/** Keys that change the request to the model, and not how its answer is read. */
const askedOnly = /^(?:content_hint|format_instruction)\b/;

/** The argument of a source without which nobody can say what answers give; `undefined`: answers can be judged. */
export function unjudgedKey(definition: Definition): string | undefined {
  const { linked, source } = definition;
  return linked?.unknown.find(argument => !askedOnly.test(argument) || source.config.has('content_schema'));
}
