import type { Host } from '../core/host.ts';
import type { Problem } from '../core/problem.ts';
import type { PyDict, PyValue } from '../core/pyValue.ts';
import type { ModelMessage, ParseResult } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import type { AnswerGrammar } from '../grammar/index.ts';
import type { GrowingText } from '../text/index.ts';
import type { DefinitionSource } from './parser.ts';
import type { AnswerParts } from './shared/answerParts.ts';
import type { CallableFunctions, NoSchema, ResultShape, ValueSchema } from './shared/schemas.ts';
import type { CutSafety, PieceReader, StreamEvents, StreamReader } from './shared/streamReader.ts';
import type { ValueKeys } from './shared/valueKeys.ts';

/** Something that an answer must have, and so the instruction has to say: `text`, or in other words `what`. */
export interface InstructionRequirement {
  readonly text: string;
  /** For messages: ``the tag `[THOUGHT]` ``. */
  readonly what: string;
  /** Whether upper and lower case are the same. */
  readonly ignoreCase?: boolean;
  /** Whether it is a name, which is said only where it stands as a word of its own. */
  readonly isName?: boolean;
  /** Whether an answer is read from the first place where the text stands. */
  readonly opens?: boolean;
  /** The key of the value that it is: one that the definition's value cannot have is a problem of its own. */
  readonly key?: string;
}

/** A pattern of a definition's author, as it is run. */
export interface UserPattern {
  /** Where it stands, from the definition's object. */
  readonly path: readonly (string | number)[];
  /** As in `PatternJob`. */
  readonly source: string;
  readonly flags: string;
}

/** What a framework sends when it asks a model again: the conversation as it was, and then this for refused answers, each with its feedback. */
export interface AsksAgain {
  /** Whether the refused answer is sent back, in front of the feedback. */
  readonly withAnswer: boolean;
  /** Who says the feedback. */
  readonly role: 'user' | 'system';
  /** Whether every refused answer is told of, or the latest alone. */
  readonly failures: 'all' | 'latest';
  /** Whether the feedback is all that is sent, without the conversation. */
  readonly alone?: true;
  /** The feedback with what it quotes of the conversation. Absent: it quotes nothing. */
  complete?(feedback: string, messages: readonly AskedMessage[]): string;
  /** The answer as it is remembered, and what is told of it, where these are blocks such as results of calls. Absent: as the other members say. */
  messages?(response: string | ModelMessage, result: ParseResult): readonly ToldMessage[];
  /** Where the framework does this, in a sentence or two. */
  readonly note: string;
}

/** The request that a framework sends after an answer that its class cannot read: to another class, and without a word to anybody. */
export interface FallbackRequest {
  /** The class that reads its answer. */
  readonly reader: string;
  /** The texts of its messages, in order. */
  readonly messages: readonly string[];
}

/** A message of a conversation, with its blocks. */
export interface ToldMessage {
  readonly role: 'assistant' | 'system';
  readonly content: PyValue;
}

/** A message of the conversation that a model was asked with, as a text. */
export interface AskedMessage {
  readonly role: string;
  readonly text: string;
}

/**
 * What of a result has a lens of its own: an item of the value, or of what the result says beside it in `extra`; or each
 * of its first fields, by its key.
 */
export type Highlight =
  | { readonly from: 'value' | 'extra'; readonly name: string; readonly key: string }
  | { readonly from: 'fields' };

/** Parts of a provider's message in its JSON text; absent: it has no such part. */
export interface MessageParts {
  readonly text?: Span;
  readonly arguments?: Span;
  readonly call?: Span;
}

/** A file that a definition names. */
export interface NamedFile {
  readonly kind: 'module';
  /** As its author wrote it: relative to the definition's file, with either kind of slash; empty while it is being typed. */
  readonly path: string;
  /** Where the path stands, from the definition's object. */
  readonly at: readonly (string | number)[];
}

/** What the framework does around its class: where the instruction goes, and what follows an answer. */
export interface FrameworkFeatures {
  /**
   * Whether AgentScope's dialog agents drive it: they put the instruction in a message after the memory, and remember
   * `to_memory` of an answer. Absent: the instruction belongs in the system message, and an answer is remembered as it
   * was given.
   */
  readonly dialogAgent?: true;
  /**
   * The runtimes that have the class, the usual one first: the values of the definition's key `runtime`, each with the
   * name that users know. Where there are several, they differ. Absent: the class is of one runtime, which needs no name.
   */
  readonly runtimes?: Readonly<Record<string, string>>;
  /** The runtime that a definition names, or that its keys tell. `undefined`, and absent: the usual one. Total. */
  runtimeOf?(config: PyDict): string | undefined;
  /** The only runtime whose class has the definition's keys, where two classes share their name alone. Total. */
  runtimeOfKeys?(config: PyDict): string | undefined;
  /** Whether no instruction is put into a conversation: the model is given functions instead, and the class, asked for one, may raise. */
  readonly sendsNoInstruction?: true;
  /** Whether the class raises whenever it is asked for its instruction. A run then sends the task alone. */
  readonly hasNoInstruction?: true | ((config: PyDict) => boolean);
  /**
   * Whether a definition reads answers of OpenAI's Responses API. Then models are asked by it where they have it, and the
   * answers of others are given its form. Absent: no definition of the type does.
   */
  readsResponsesApi?(source: DefinitionSource): boolean;
  /**
   * What the framework sets in a request beside its tools, `tool_choice` and `response_format` as OpenAI has them. Absent:
   * nothing. Raises what making the parser raises.
   */
  binds?(source: DefinitionSource): PyDict;
  /** How the framework asks the model again after an answer that it cannot read; absent: it does not. */
  readonly asksAgain?: AsksAgain;
  /**
   * What the framework asks, in silence, after an answer that its class cannot read, without the inputs of a task. Absent,
   * and `undefined`: nothing. Raises what making the parser raises.
   */
  fallback?(source: DefinitionSource): FallbackRequest | undefined;
}

/** What of a result is shown beside its value. */
export interface DisplayFeatures {
  /** What of a result has a lens of its own, in order; absent: nothing. */
  readonly highlights?: readonly Highlight[];
  /** What each key of a result's `extra` is, in words; absent: the type has no `extra`. */
  readonly extra?: Readonly<Record<string, string>>;
  /**
   * The keys of `extra` that list places of the response, each with its `start`, `end` and, if it has to do with one, `field`:
   * text that is not in the value, or marks that are in it and should not. Absent: none does.
   */
  readonly strays?: Readonly<Record<string, 'lost' | 'left-over'>>;
}

/** What responses of the format look like: an example, a definition that fits some, and their parts. */
export interface ResponseFeatures {
  /**
   * A response that the definition reads, to try it out with, as far as its keys show what one looks like. May throw
   * `EngineError`. Absent: the keys never do.
   */
  example?(source: DefinitionSource): string | undefined;
  /**
   * The keys, without `type`, of a definition that reads these responses, as far as they show it: the languages of
   * fences, the keys of objects, tags, calls. `undefined`: they have nothing of this format. Absent: every definition
   * of the type reads alike. Total, and linear in the responses.
   */
  draft?(responses: readonly string[]): PyDict | undefined;
  /**
   * What reading looks for: labels at the beginnings of lines, colons included, and tags that are not in the example. Absent:
   * none. Total.
   */
  marks?(source: DefinitionSource): readonly string[];
  /**
   * What stands in front of what a tool gave, which the framework writes and a model that goes on makes up: labels at the
   * beginnings of lines, colons included, and tags. Absent: nothing is known.
   */
  readonly observations?: readonly string[];
  /** Keys of the value that take whatever stands around the answer, so that more prose there is no other answer. Absent: none. */
  readonly prose?: readonly string[];
  /**
   * The grammar of the answers that the instruction asks for, each of which is read without a repair and gives back the parts
   * that the grammar names; `isAround`: with other text around, where reading takes no notice of it. Throws `NoGrammarError`
   * that says why there is none. Absent: there is none for the type, see `noGrammar`. Called for definitions that can be made.
   */
  grammar?(source: DefinitionSource, isAround: boolean): AnswerGrammar;
  /** Why its answers have no grammar, as a sentence, where the type as a whole has none. */
  readonly noGrammar?: string;
  /** What is known of the parts of an answer, to tell values that the class accepts and that are odd all the same. Absent: nothing. Total. */
  answerParts?(source: DefinitionSource): AnswerParts;
  /**
   * Where the parts of a response stand that is a provider's message as JSON: its text and the arguments of its first call,
   * each a string with its quotes, and that call. `undefined`: the response is not such a message. Absent: no response is. Total.
   */
  messageParts?(response: string): MessageParts | undefined;
  /** Whether a provider's message is read as one, though not from its JSON text. Implied by `messageParts`. */
  readonly readsMessages?: true;
}

/** What is known of a definition while it is written: its problems, the keys of its value, its patterns. */
export interface AuthoringFeatures {
  /** Warnings that the schema cannot express: values that the class accepts although they are odd. */
  check?(source: DefinitionSource): readonly Problem[];
  /** Problems that show only when the files are read that the definition names. Absent: none. Called for definitions that can be made. Does not reject but for a bug. */
  checkFiles?(source: DefinitionSource, host: Host): Promise<readonly Problem[]>;
  /** What the instruction has to say for answers to be read. Absent: nothing. Called for definitions that can be made. Total. */
  requirements?(source: DefinitionSource): readonly InstructionRequirement[];
  /** The keys of the value, for problems, completion and rename. Absent: the value is not a dictionary whose keys the author names. Total. */
  valueKeys?(source: DefinitionSource): ValueKeys;
  /** The author's patterns that can be run. Absent: the type has none. Total. */
  patterns?(source: DefinitionSource): readonly UserPattern[];
}

/** What is known of a response while it grows. */
export interface StreamFeatures {
  /**
   * Reads a response while it grows; or says in words why this definition tells nothing before the end. Every field that
   * is closed must have the value that the whole response gives, unless that is an error or the field is reopened.
   * Absent: the type needs the whole response. Called for definitions that can be made. Total, and linear over the response.
   */
  reader?(source: DefinitionSource, response: GrowingText, events: StreamEvents): StreamReader | PieceReader | string;
  /**
   * What the framework's own streaming gives of an answer that has not ended, guesses included; `undefined`: nothing yet.
   * Absent: it gives nothing before the end. Called for definitions that can be made. Linear; throws `EngineError` where
   * the framework raises.
   */
  partial?(source: DefinitionSource, text: string): PyValue | undefined;
  /**
   * The same of a parser of the author's own, which has to run: of a text that goes on, or `ends`. `undefined`: it has no
   * streaming method. Raises what it raises.
   */
  ask?(source: DefinitionSource, text: string, ends: boolean, host: Host): Promise<OwnStream | undefined>;
  /**
   * Whether what is read of an answer depends on where its stream is cut, and whether a part of it passes for all. Absent:
   * answers are not read as they come. Raises what making the parser raises. The time is that of some hundred readings.
   */
  cuts?(source: DefinitionSource, response: string, host: Host): Promise<CutSafety>;
}

/** What the streaming method of a parser of the author's own gives. */
export interface OwnStream {
  /** Whose method it is, as users know it. */
  readonly framework: string;
  /** Absent: nothing yet. */
  readonly value?: PyValue;
}

/** The schemas of what the model is asked for and of what reading gives, for exports and typed code. */
export interface SchemaFeatures {
  /** The functions that the model may call to answer. Absent: an answer is not a call. Called for definitions that can be made. */
  functions?(source: DefinitionSource): CallableFunctions | NoSchema;
  /** The schema of the object that the model is asked for. Absent: it is not an object whose keys the author names. Called for definitions that can be made. */
  valueSchema?(source: DefinitionSource): ValueSchema | NoSchema;
  /** Whether a provider is asked to hold its answer to the schema; `undefined`: the request does not say. Absent: it is. */
  strict?(source: DefinitionSource): boolean | undefined;
  /** The schema of the value that the model is told of and that reading does not check: what breaks it is suspicious. Absent: none. */
  unchecked?(source: DefinitionSource): PyDict | undefined;
  /** What reading gives, as exactly as the definition says, for typed code. Absent: any value. Called for definitions that can be made. */
  result?(source: DefinitionSource): ResultShape;
}

/** The author’s own modules, and other files that a definition stands on. */
export interface ModuleFeatures {
  /** Whether a module of the author's does the reading, which `files` names: it runs only in a trusted workspace, and gives the instruction as well. */
  readonly runsModule?: true;
  /** The files that a definition names, beside those of its samples. Absent: none. Total. */
  files?(source: DefinitionSource): readonly NamedFile[];
  /**
   * The paths of files of which answers are read otherwise when these change, named or not: relative to the definition's
   * file, there or not. Absent: none. Total.
   */
  stoodOn?(source: DefinitionSource): readonly string[];
}
