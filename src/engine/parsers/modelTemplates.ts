import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import type { Problem } from '../core/problem.ts';
import type { PyDict, PyList, PyValue } from '../core/pyValue.ts';
import type { Edit, Span } from '../core/span.ts';
import type { RenderedChat, TripConversation } from '../tokens/index.ts';
import type { Definition } from './definition.ts';
import type { DefinitionSource } from './parser.ts';

/** The files of a model that say how it is asked and read, by their paths below its folder. */
export type ModelFiles = ReadonlyMap<string, string>;

/** What is wrong with a file of a model. */
export interface ModelProblem extends Problem {
  /** The file's path below the model's folder. */
  readonly file: string;
}

/** What an engine makes of a response template, in short. */
export interface ServingVerdict {
  /** As its user names it; releases of one are one. */
  readonly engine: string;
  /** Whether it refuses the template when it starts. */
  readonly refuses: boolean;
  /** The fields that it leaves out of the message. */
  readonly loses: readonly string[];
}

/** A key whose value does not come back; one of the two may be missing. */
export interface RoundTripDifference {
  readonly key: string;
  readonly original?: PyValue;
  readonly parsed?: PyValue;
}

/** The conversation rendered with the message that was read. */
export type Rerendering =
  | { readonly same: true }
  | { readonly same: false; readonly expectedTail: string; readonly tail: string }
  | { readonly error: EngineError };

/** What became of a message that was rendered and read again. */
export interface RoundTrip {
  /** The prompt for the answer, and the whole conversation as rendered. */
  readonly prompt: RenderedChat;
  readonly rendered: RenderedChat;
  /** Whether the conversation begins with the prompt. */
  readonly startsWithPrompt: boolean;
  /** The longest common beginning of both: what the answer is read after. */
  readonly prefix: string;
  /** The part of it behind its last start anchor. */
  readonly prefill: string;
  /** What the model would have written. */
  readonly generated: string;
  /** What the prompt has instead; absent where the conversation begins with it. */
  readonly promptTail?: string;
  /** The message that was read, or why it could not be. */
  readonly outcome:
    | {
        readonly message: PyDict;
        readonly same: boolean;
        readonly differences: readonly RoundTripDifference[];
        readonly rerender: Rerendering;
      }
    | { readonly error: EngineError };
}

/** The round trip of a conversation, or why there is none. */
export interface ModelTrip {
  readonly name: string;
  readonly messages: PyList;
  readonly trip: RoundTrip | EngineError;
}

/** How a model is asked beside its conversations. */
export interface TripOptions {
  /** Absent: the built-in ones. */
  readonly conversations?: readonly TripConversation[];
  /** Arguments of the chat template, such as `enable_thinking`. */
  readonly kwargs?: PyDict;
  /** The name of one of several chat templates; absent: the one that the framework takes. */
  readonly template?: string;
}

/** What TRL asks of a chat template: an answer, or the error that ends its asking. */
export interface TrainingChecks {
  /** Whether the template says which text the model is to write; those in comments count as well. */
  readonly hasGenerationMarkers: boolean;
  /** Whether a call, its arguments and its result appear in the prompt. */
  readonly supportsToolCalling: boolean | EngineError;
  /** Whether a tool's result only adds to what was rendered before it. */
  readonly prefixPreserving: boolean | EngineError;
}

/** Whether messages of a kind came back; `reason`: why not, or which part of them the answer does not hold. */
export interface ProvenKind {
  readonly kind: string;
  readonly cameBack: boolean;
  readonly reason?: string;
}

/** What answers are read by, made from a chat template alone. */
export interface DerivedTemplate {
  readonly template: Readonly<Record<string, unknown>>;
  /** Whether messages of every kind come back, as far as the answer holds them at all. */
  readonly proved: boolean;
  readonly kinds: readonly ProvenKind[];
}

/** What a response template is derived for. */
export interface DeriveOptions {
  /** What reads the answers, one of {@link ModelTemplates.servers}. Default: the first of them. */
  readonly serves?: string;
  /** The name of the chat template; absent, or unknown: that for tools, else the default one. */
  readonly name?: string;
}

/** The round trips of a model's two templates, and the checks of its chat template. */
export interface ModelTrips {
  readonly trips: readonly ModelTrip[];
  readonly checks: TrainingChecks;
}

/**
 * What a system makes of the templates of open models: of that by which answers are read, alone and beside the chat
 * template. `engines` are always those that a user names; those that read by no such templates do not count.
 */
export interface ModelTemplates {
  /** The keys of the definition that reads a model's answers. Raises `KeyError` for a model that has none, and what reading its files raises. */
  definitionOf(files: ModelFiles): PyDict;
  /** The keys of a definition that names a model's files, by the keys of the one that stands in them; `hasChatFile`: the chat template is a file of its own. */
  namingKeys(keys: PyDict, hasChatFile: boolean): PyDict;
  /** The model's file that a definition names, relative to the definition or absolute; `undefined`: it names none. */
  namedFile(source: DefinitionSource): string | undefined;
  /** What the framework raises for a model's templates, and what is surely not meant in them, at its place. Total, and linear. */
  problems(files: ModelFiles): readonly ModelProblem[];
  /** What engines do otherwise with a model's template, each rule at its place. Total. */
  servingProblems(files: ModelFiles, engines: readonly string[]): readonly ModelProblem[];
  /** What each engine makes of a template, as it is written. Total. */
  servingVerdicts(template: PyValue, engines: readonly string[]): readonly ServingVerdict[];
  /** Whether a definition's answers may be read by servers, too, each with rules of its own. */
  isServed(definition: Definition): boolean;
  /** Where a definition says what servers read its answers by: the key; `undefined`: they do not, or it is not in the definition's own text. */
  servedSpan(definition: Definition): Span | undefined;
  /** What engines do otherwise with the templates of definitions, each rule at its place. The host reads the files that they name. */
  definitionProblems(
    definitions: readonly Definition[],
    engines: readonly string[],
    host?: Host,
  ): Promise<readonly Problem[]>;
  /** What each engine makes of the templates of definitions, by the definitions' names. The host reads the files that they name. */
  definitionVerdicts(
    definitions: readonly Definition[],
    engines: readonly string[],
    host?: Host,
  ): Promise<ReadonlyMap<string, readonly ServingVerdict[]>>;
  /** Round trips of conversations. Raises what reading the files and the templates raises, and `KeyError` for a model that lacks one of the two. */
  roundTrips(files: ModelFiles, options?: TripOptions): ModelTrips;
  /** What a template can be derived for. */
  readonly servers: readonly string[];
  /** What a template is derived for where a user names these engines. */
  serverFor(engines: readonly string[]): string;
  /** A template made from a model's chat template. Raises what rendering that raises, and `KeyError` for a model without one. */
  derive(files: ModelFiles, options?: DeriveOptions): DerivedTemplate;
  /** The same from the chat template of a definition, which need not have one of the other kind yet. Rejects as that raises. */
  deriveFor(definition: Definition, host?: Host, serves?: string): Promise<DerivedTemplate>;
  /** The edits that put a template into the text of a model's configuration; `undefined`: that is not a JSON object. Linear. */
  configEdits(text: string, template: PyDict): readonly Edit[] | undefined;
  /** The same of a definition's own template; `undefined` also where it has none. */
  configEditsOf(text: string, definition: Definition): readonly Edit[] | undefined;
  /** The edits that put a template into a definition, whose file has this text. Linear. */
  definitionEdits(text: string, definition: Definition, template: PyDict): readonly Edit[];
}

/** Where no system reads models: nothing is said of them, and what is asked for raises. */
export const noModelTemplates: ModelTemplates = {
  definitionOf: raise,
  namingKeys: keys => keys,
  namedFile: () => undefined,
  problems: () => [],
  servingProblems: () => [],
  servingVerdicts: () => [],
  isServed: () => false,
  servedSpan: () => undefined,
  definitionProblems: async () => [],
  definitionVerdicts: async () => new Map(),
  roundTrips: raise,
  servers: [],
  serverFor: () => '',
  derive: raise,
  deriveFor: async () => raise(),
  configEdits: () => undefined,
  configEditsOf: () => undefined,
  definitionEdits: () => [],
};

function raise(): never {
  throw new EngineError('NotImplementedError', 'No system reads the answers of open models.');
}
