import {
  type Definition,
  filesStoodOn,
  modelTemplates,
  moduleOf,
  type Problem,
  runtimesOf,
  type Span,
} from '../engine/index.ts';

/** What pickers, lenses and the preview need to know of a definition without reading its file again. */
export interface DefinitionSummary {
  readonly name: string;
  readonly type: string;
  readonly description?: string;
  /** The definition's object in the file's text. */
  readonly span: Span;
  /** Its key under `parsers`, else the value of `type`. */
  readonly nameSpan: Span;
  /** The value of its `type`. */
  readonly typeSpan: Span;
  /** Whether the type's value is split into content, memory and metadata. */
  readonly filters: boolean;
  /** The module that reads for the definition, relative to the file. */
  readonly module?: string;
  /** The files that its answers depend on, beside the module, relative to its own. Absent: none. */
  readonly stoodOn?: readonly string[];
  /** The source that says what it is, as the file names it. Absent: the file says it itself. */
  readonly linked?: string;
  /** Whether several runtimes have the class. Absent: one has it, or that is not a question. */
  readonly hasRuntimes?: true;
  /** The key of what servers read its answers by. Absent: they do not. */
  readonly served?: Span;
}

/** A definition file as read: what it defines and what is wrong with it. */
export interface DefinitionsModel {
  readonly definitions: readonly DefinitionSummary[];
  readonly problems: readonly Problem[];
  /** Whether there are patterns or modules whose problems are not known yet. */
  readonly unchecked?: boolean;
}

/** The part of a definition that can be sent to another thread. */
export function summarize(definition: Definition): DefinitionSummary {
  const { name, type, description, span, nameSpan, filters, source, linked } = definition;
  const module = moduleOf(definition);
  const stoodOn = filesStoodOn(definition);
  const served = linked ? undefined : modelTemplates().servedSpan(definition);
  return {
    name,
    type,
    ...(description !== undefined && { description }),
    span,
    nameSpan,
    typeSpan: (linked ? source.spanOf(['source']) : source.spanOf(['type'])) ?? nameSpan,
    filters,
    ...(module !== undefined && { module }),
    ...(stoodOn.length > 0 && { stoodOn }),
    ...(linked && { linked: linked.reference }),
    ...(runtimesOf(definition).length > 1 && { hasRuntimes: true as const }),
    ...(served && { served }),
  };
}

/**
 * The definition of a file's `text` that its reader means: the one called `name`; else the one around `offset`, the line
 * of its name included, or the last before it; else the first.
 */
export function pickDefinition<T extends Pick<DefinitionSummary, 'name' | 'span' | 'nameSpan'>>(
  definitions: readonly T[],
  text: string,
  name: string | undefined,
  offset: number | undefined,
): T | undefined {
  const named = name === undefined ? undefined : definitions.find(definition => definition.name === name);
  if (named || offset === undefined) return named ?? definitions[0];
  return definitions.findLast(definition => startOf(definition, text) <= offset) ?? definitions[0];
}

/** What a line begins with, also in a notebook's JSON, where nothing but what a call is bound to comes before it. */
const lineStart = /(?:^|\n|\\n|": ?")([ \t]*(?:[\w$.]+(?: [\w$]+)*(?:: ?[\w$.[\]<>]+)? ?= ?)?)$/;

/** Where a definition begins for its reader: at its name, or at the start of that line where nothing else is before it. */
function startOf({ span, nameSpan }: Pick<DefinitionSummary, 'span' | 'nameSpan'>, text: string): number {
  const name = Math.min(span.start, nameSpan.start);
  const before = lineStart.exec(text.slice(Math.max(0, name - 200), name));
  return name - (before?.[1]?.length ?? 0);
}
