import type { Problem, Span } from '../engine/index.ts';

/** What pickers, lenses and the preview need to know of a definition without reading its file again. */
export interface DefinitionSummary {
  readonly name: string;
  readonly type: string;
  readonly description?: string;
  /** The definition's object in the file's text. */
  readonly span: Span;
  /** Whether the type's value is split into content, memory and metadata. */
  readonly filters: boolean;
}

/** A definition file as read: what it defines and what is wrong with it. */
export interface DefinitionsModel {
  readonly definitions: readonly DefinitionSummary[];
  readonly problems: readonly Problem[];
}
