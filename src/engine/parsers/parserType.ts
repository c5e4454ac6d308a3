// parsers/: what a parser type and a definition are, and what several systems share.

import type * as z from 'zod';
import type { Host } from '../core/host.ts';
import type { DefinitionSource, Parser } from './parser.ts';
import type {
  AuthoringFeatures,
  DisplayFeatures,
  FrameworkFeatures,
  ModuleFeatures,
  ResponseFeatures,
  SchemaFeatures,
  StreamFeatures,
} from './parserFeatures.ts';

/** What an author wants of a model, in the order in which pickers show it, with the words for it. */
export const wants = {
  json: 'JSON',
  tags: 'Tags',
  code: 'Code',
  command: 'A command',
  'tool-calls': 'Tool calls',
  list: 'A list or a single value',
  dialogue: 'A line of dialogue',
  own: 'A format of your own',
} as const;

/** One of `wants`. */
export type Want = keyof typeof wants;

/**
 * A parser type: one file, one line in its system's face, one fixture folder. Schema, completion, pickers, templates, CLI
 * help and the table of docs/parser-types.md all come from here.
 * What a type may do beside reading is grouped by the feature that asks for it; an absent group is a feature without it.
 */
export interface ParserType {
  /** The discriminator, the class's own name. */
  readonly type: string;
  /** The framework's name, as pickers and tables show it: the same for all of its types. */
  readonly system: string;
  /** One line for pickers and the tables of docs/. */
  readonly summary: string;
  /** What an author wants who picks it: pickers and completion offer types by this, and name the system second. */
  readonly want: Want;
  /** A short answer that the template's definition reads, as pickers show it on one line. Absent: no two definitions read alike. */
  readonly answer?: string;
  /** Markdown for hovers. */
  readonly documentation: string;
  /** The type's own keys (without `type`, `description`, `samples`, `format_instruction` and the filters), each with `.describe()` in Markdown. Lenient: what the class accepts passes. @internal */
  readonly keys: z.ZodRawShape;
  /** Whether a definition may have keys that the type does not know, because they are the author's. */
  readonly hasOwnKeys?: true;
  /** Whether the value is a dictionary that `keys_to_*` split. */
  readonly filters: boolean;
  /** A complete definition in JSONC, for *New Parser Definition*. */
  readonly template: string;
  /** Makes the parser. Throws `EngineError` where the class's constructor raises. */
  create(source: DefinitionSource, host: Host): Parser;
  /** What the framework does around its class: where the instruction goes, and what follows an answer. */
  readonly framework?: FrameworkFeatures;
  /** What the display has of a result beside its value. */
  readonly display?: DisplayFeatures;
  /** What responses of the format look like: an example, a definition that fits some, and their parts. */
  readonly responses?: ResponseFeatures;
  /** What a definition says while it is written: its problems, the keys of its value, its patterns. */
  readonly authoring?: AuthoringFeatures;
  /** What can be said of a response while it grows. */
  readonly streams?: StreamFeatures;
  /** The schemas of the answer and of the value that reading makes of it, for exports and typed code. */
  readonly schemas?: SchemaFeatures;
  /** The modules of the author’s own. */
  readonly modules?: ModuleFeatures;
}
