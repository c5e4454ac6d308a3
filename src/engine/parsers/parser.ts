import type { EngineError, ResponseError } from '../core/errors.ts';
import type { ModuleAbout } from '../core/host.ts';
import type { PyDict, PyList, PyValue } from '../core/pyValue.ts';
import type { ModelMessage, OwnSplits, Repair } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import type { Suspicion } from '../core/suspicion.ts';
import type { PlainMember } from '../json/jsonSpans.ts';
import type { MappedText } from '../json/jsonStringMap.ts';

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

/** A piece of the format instruction; `origin` is the part of the definition's file that it was written in, absent for the type's own words. */
export interface Piece {
  readonly text: string;
  readonly origin?: Span;
  /** Why there is nothing here: the system raises this. The preview shows it in place; the text as such is not to be had. */
  readonly error?: EngineError;
}

/** A part of the format instruction that is a message of its own. */
export interface InstructionMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly pieces: readonly Piece[];
  /** Whether it is the question or the answer of an example, which stand one behind the other and go together. */
  readonly isExample?: true;
  /** The words by which a message is known that says this with values in its places. Absent: it has none. */
  readonly mark?: string;
}

/** The same as text. */
export type InstructionMessageText = Omit<InstructionMessage, 'pieces'> & { readonly text: string };

/** A field of a reading, see `Field` of the façade; here with its Python value. */
export interface ReadField {
  readonly key: string;
  readonly value: PyValue;
  readonly span: Span;
  readonly inner: Span;
  readonly pieces?: readonly Span[];
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
  /** What the framework takes without a word, as only the parser can tell. Total. */
  odd?(): readonly Suspicion[];
  /** The value as plain data, where that is known before its Python types are; `value` and `fields` are made when they are asked for. */
  readonly plain?: PlainReading;
  /** Whether the value is the dict of the fields, in their order: it is made when it is asked for. */
  readonly isOfFields?: true;
}

/** A dict or a list as plain data, where its JSON stands in the text, which is strict, and where its members do, each once. */
export interface PlainReading {
  readonly value: object;
  readonly span: Span;
  readonly members: readonly PlainMember[];
}

/** What a response is before a type reads it: its text (`null` is Python's `None`), and the provider's message if there was one. */
export interface ResponseInput {
  readonly text: string | null;
  readonly message?: ModelMessage;
}

/** Another text that a model is sent because of a definition, such as a system message or the schemas of its functions. */
export interface ParserView {
  /** The title that is shown, unique in its definition. */
  readonly name: string;
  readonly language: 'markdown' | 'json';
  /** Throws `EngineError` where the system raises. */
  pieces(): readonly Piece[];
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
  /** Reads a response. Throws `ResponseError` where the system raises, or gives it, which takes a third of the time; anything else thrown is a bug. */
  read(input: ResponseInput): Reading | ResponseError | Promise<Reading>;
  /** Reads many responses at once, where that is another thing than one after the other: of each what `read` gives or throws. Absent: it is not. */
  readAll?(inputs: readonly ResponseInput[]): Promise<readonly (Reading | EngineError)[]>;
}
