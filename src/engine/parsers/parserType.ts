import type * as z from 'zod';
import type { EngineError } from '../core/errors.ts';
import type { Host, ModuleAbout } from '../core/host.ts';
import type { Problem } from '../core/problem.ts';
import type { PyDict, PyList, PyValue } from '../core/pyValue.ts';
import type { ModelMessage, OwnSplits, Repair } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import type { MemberSpan } from '../json/jsonSpans.ts';
import type { MappedText } from '../json/jsonStringMap.ts';
import type { GrowingText } from '../text/growing/growingText.ts';
import type { AnswerParts } from './shared/answerParts.ts';
import type { CutSafety } from './shared/cutSafety.ts';
import type { CallableFunctions, NoSchema, ResultShape, ValueSchema } from './shared/schemas.ts';
import type { StreamEvents, StreamReader } from './shared/streamReader.ts';
import type { ValueKeys } from './shared/valueKeys.ts';
import type { Want } from './shared/wants.ts';

/** A definition's keys as written, with their types kept (1.0, big integers) and the place of everything in the file. */
export interface DefinitionSource {
  readonly name: string;
  /** The file that the definition is in: a path or a URI, as `readDefinitions` was given it. */
  readonly file?: string;
  /** All keys of the definition, `type` included. */
  readonly config: PyDict;
  /** The value at a path, its span in the definition's file (quotes included); `undefined` where the path leads nowhere. */
  spanOf(path: readonly (string | number)[]): Span | undefined;
  /** The span of the property name at a path (quotes included). */
  keySpanOf(path: readonly (string | number)[]): Span | undefined;
  /** The string at a path with the place of each of its characters in the file; `undefined` where there is no string. */
  stringAt(path: readonly (string | number)[]): MappedText | undefined;
}

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

/** A piece of the format instruction; `origin` is the part of the definition's file that it was written in, absent for the type's own words. */
export interface Piece {
  readonly text: string;
  readonly origin?: Span;
  /** Why there is nothing here: the system raises this. The preview shows it in place; the text as such is not to be had. */
  readonly error?: EngineError;
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
  /** Where the framework does this, in a sentence or two. */
  readonly note: string;
}

/** A message of the conversation that a model was asked with, as a text. */
export interface AskedMessage {
  readonly role: string;
  readonly text: string;
}

/** A part of the format instruction that is a message of its own. */
export interface InstructionMessage {
  readonly role: 'system' | 'user';
  readonly pieces: readonly Piece[];
}

/** A field of a reading, see `Field` of the façade; here with its Python value. */
export interface ReadField {
  readonly key: string;
  readonly value: PyValue;
  readonly span: Span;
  readonly inner: Span;
}

/** What a parser made of a response. `response` is the text as the system leaves it; absent where it is unchanged. */
export interface Reading {
  readonly value: PyValue;
  readonly fields: readonly ReadField[];
  readonly repairs?: readonly Repair[];
  readonly response?: string;
  readonly warnings?: readonly string[];
  readonly toolError?: boolean;
  readonly extra?: Readonly<Record<string, unknown>>;
  /** What the parser itself makes of the value for its destinations, where it does; the definition's `keys_to_*` win. */
  readonly splits?: OwnSplits;
  /** The value as plain data, where that is known before its Python types are; `value` and `fields` are made when they are asked for. */
  readonly plain?: PlainReading;
}

/** A dict or a list as plain data, and where its members stand in the text, each once. */
export interface PlainReading {
  readonly value: object;
  readonly members: readonly MemberSpan[];
}

/** What a response is before a type reads it: its text (`null` is Python's `None`), and the provider's message if there was one. */
export interface ResponseInput {
  readonly text: string | null;
  readonly message?: ModelMessage;
}

/**
 * What of a result has a lens of its own: an item of the value, or of what the result says beside it in `extra`; or each
 * of its first fields, by its key.
 */
export type Highlight =
  | { readonly from: 'value' | 'extra'; readonly name: string; readonly key: string }
  | { readonly from: 'fields' };

/** Another text that a model is sent because of a definition, such as a system message or the schemas of its functions. */
export interface ParserView {
  /** The title that is shown, unique in its definition. */
  readonly name: string;
  readonly language: 'markdown' | 'json';
  /** Throws `EngineError` where the system raises. */
  pieces(): readonly Piece[];
}

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

/** A parser made from a definition. */
export interface Parser {
  /** Gets what `instruction` cannot do without waiting; absent where there is nothing to wait for. Does not reject: what goes wrong is raised by `instruction`. */
  prepare?(): Promise<void>;
  /** What was found of a parser of the user's own in Python, once it is prepared. Absent: nothing is found. */
  about?(): ModuleAbout | undefined;
  /** The type's own format instruction, in pieces. Throws `EngineError` where the system raises. The façade applies `format_instruction` overrides through `placeholders`. */
  instruction(): readonly Piece[];
  /** The instruction as the messages that the framework spreads it over, with their roles; absent: it is one text. With a task, the one that stands in them. Throws like `instruction`. */
  messages?(task?: string): readonly InstructionMessage[];
  /** The functions that are sent with the instruction, in OpenAI's form; absent: none. Throws like `instruction`. */
  tools?(): PyList;
  /** What each of the type's placeholders (`content_hint`, …) stands for, for a `format_instruction` override; a type whose class takes `format_instruction` itself has none. */
  placeholders?(): Readonly<Record<string, readonly Piece[]>>;
  /** What the model is sent beside the instruction; absent: nothing. */
  views?(): readonly ParserView[];
  /** Reads a response. Throws `ResponseError` where the system raises; anything else thrown is a bug. */
  read(input: ResponseInput): Reading | Promise<Reading>;
  /** Reads many responses at once, where that is another thing than one after the other: of each what `read` gives or throws. Absent: it is not. */
  readAll?(inputs: readonly ResponseInput[]): Promise<readonly (Reading | EngineError)[]>;
}

/**
 * A parser type: one file, one line in `registry.ts`, one fixture folder. Schema, completion, pickers, templates, CLI
 * help and the table of docs/parser-types.md all come from here.
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
  /** Whether no instruction is put into a conversation: the model is given functions instead, and the class, asked for one, may raise. */
  readonly sendsNoInstruction?: true;
  /**
   * Whether a definition reads answers of OpenAI's Responses API. Then models are asked by it where they have it, and the
   * answers of others are given its form. Absent: no definition of the type does.
   */
  readsResponsesApi?(source: DefinitionSource): boolean;
  /** How the framework asks the model again after an answer that it cannot read; absent: it does not. */
  readonly asksAgain?: AsksAgain;
  /** What of a result has a lens of its own, in order; absent: nothing. */
  readonly highlights?: readonly Highlight[];
  /** Keys of the value that take whatever stands around the answer, so that more prose there is no other answer. Absent: none. */
  readonly prose?: readonly string[];
  /** What each key of a result's `extra` is, in words; absent: the type has no `extra`. */
  readonly extra?: Readonly<Record<string, string>>;
  /** A complete definition in JSONC, for *New Parser Definition*. */
  readonly template: string;
  /**
   * A response that the definition reads, to try it out with, as far as its keys show what one looks like. May throw
   * `EngineError`. Absent: the keys never do.
   */
  example?(source: DefinitionSource): string | undefined;
  /** Makes the parser. Throws `EngineError` where the class's constructor raises. */
  create(source: DefinitionSource, host: Host): Parser;
  /** The keys of the value, for problems, completion and rename. Absent: the value is not a dictionary whose keys the author names. Total. */
  valueKeys?(source: DefinitionSource): ValueKeys;
  /** What is known of the parts of an answer, to tell values that the class accepts and that are odd all the same. Absent: nothing. Total. */
  answerParts?(source: DefinitionSource): AnswerParts;
  /**
   * Where the parts of a response stand that is a provider's message as JSON: its text and the arguments of its first call,
   * each a string with its quotes, and that call. `undefined`: the response is not such a message. Absent: no response is. Total.
   */
  messageParts?(response: string): MessageParts | undefined;
  /** Whether a provider's message is read as one, though not from its JSON text. Implied by `messageParts`. */
  readonly readsMessages?: true;
  /** Warnings that the schema cannot express: values that the class accepts although they are odd. */
  check?(source: DefinitionSource): readonly Problem[];
  /** Problems that show only when the files are read that the definition names. Absent: none. Called for definitions that can be made. Does not reject but for a bug. */
  checkFiles?(source: DefinitionSource, host: Host): Promise<readonly Problem[]>;
  /** What the instruction has to say for answers to be read. Absent: nothing. Called for definitions that can be made. Total. */
  requirements?(source: DefinitionSource): readonly InstructionRequirement[];
  /**
   * Reads a response while it grows; or says in words why this definition tells nothing before the end. Every field that
   * is closed must have the value that the whole response gives, unless that is an error or the field is reopened.
   * Absent: the type needs the whole response. Called for definitions that can be made. Total, and linear over the response.
   */
  reader?(source: DefinitionSource, response: GrowingText, events: StreamEvents): StreamReader | string;
  /**
   * What the framework's own streaming gives of an answer that has not ended, guesses included; `undefined`: nothing yet.
   * Absent: it gives nothing before the end. Called for definitions that can be made. Linear; throws `EngineError` where
   * the framework raises.
   */
  partial?(source: DefinitionSource, text: string): PyValue | undefined;
  /** Whether a module of the author's does the reading, which `files` names: it runs only in a trusted workspace, and gives the instruction as well. */
  /**
   * Whether what is read of an answer depends on where its stream is cut, and whether a part of it passes for all. Absent:
   * answers are not read as they come. Raises what making the parser raises. The time is that of some hundred readings.
   */
  cuts?(source: DefinitionSource, response: string, host: Host): Promise<CutSafety>;
  readonly runsModule?: true;
  /** The files that a definition names, beside those of its samples. Absent: none. Total. */
  files?(source: DefinitionSource): readonly NamedFile[];
  /** The functions that the model may call to answer. Absent: an answer is not a call. Called for definitions that can be made. */
  functions?(source: DefinitionSource): CallableFunctions | NoSchema;
  /** The schema of the object that the model is asked for. Absent: it is not an object whose keys the author names. Called for definitions that can be made. */
  valueSchema?(source: DefinitionSource): ValueSchema | NoSchema;
  /** What reading gives, as exactly as the definition says, for typed code. Absent: any value. Called for definitions that can be made. */
  result?(source: DefinitionSource): ResultShape;
  /**
   * What reading looks for: labels at the beginnings of lines, colons included, and tags that are not in the example. Absent:
   * none. Total.
   */
  marks?(source: DefinitionSource): readonly string[];
  /** The author's patterns that can be run. Absent: the type has none. Total. */
  patterns?(source: DefinitionSource): readonly UserPattern[];
  /**
   * The keys, without `type`, of a definition that reads these responses, as far as they show it: the languages of
   * fences, the keys of objects, tags, calls. `undefined`: they have nothing of this format. Absent: every definition
   * of the type reads alike. Total, and linear in the responses.
   */
  draft?(responses: readonly string[]): PyDict | undefined;
}
