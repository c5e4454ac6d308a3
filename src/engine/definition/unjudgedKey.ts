import type { Definition } from '../parsers/definition.ts';

/** Keys that change what a model is asked, and not how its answer is read. */
const askedOnly = /^(?:content_hint|format_instruction)\b/;

/** The argument of a source without which nobody can say what answers give; `undefined`: answers can be judged. */
export function unjudgedKey(definition: Definition): string | undefined {
  const { linked, source } = definition;
  return linked?.unknown.find(argument => !askedOnly.test(argument) || source.config.has('content_schema'));
}
