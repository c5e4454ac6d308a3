import { type Definition, moduleOf, type Problem, type Span } from '../engine/index.ts';

/** What pickers, lenses and the preview need to know of a definition without reading its file again. */
export interface DefinitionSummary {
  readonly name: string;
  readonly type: string;
  readonly description?: string;
  /** The definition's object in the file's text. */
  readonly span: Span;
  /** Where the definition says what it is: its name, and the value of its `type`. */
  readonly headSpans: readonly Span[];
  /** Whether the type's value is split into content, memory and metadata. */
  readonly filters: boolean;
  /** The module that reads for the definition, relative to the file. */
  readonly module?: string;
}

/** A definition file as read: what it defines and what is wrong with it. */
export interface DefinitionsModel {
  readonly definitions: readonly DefinitionSummary[];
  readonly problems: readonly Problem[];
  /** Whether there are patterns whose problems are not known yet. */
  readonly unchecked?: boolean;
}

/** The part of a definition that can be sent to another thread. */
export function summarize(definition: Definition): DefinitionSummary {
  const { name, type, description, span, nameSpan, filters, source } = definition;
  const module = moduleOf(definition);
  return {
    name,
    type,
    ...(description !== undefined && { description }),
    span,
    headSpans: [nameSpan, source.spanOf(['type']) ?? nameSpan],
    filters,
    ...(module !== undefined && { module }),
  };
}

/**
 * The definition that a file's reader means: the one called `name`; else the one around `offset`, or the last before
 * it; else the first.
 */
export function pickDefinition<T extends { readonly name: string; readonly span: Span }>(
  definitions: readonly T[],
  name: string | undefined,
  offset: number | undefined,
): T | undefined {
  const named = name === undefined ? undefined : definitions.find(definition => definition.name === name);
  if (named || offset === undefined) return named ?? definitions[0];
  return definitions.findLast(definition => definition.span.start <= offset) ?? definitions[0];
}
