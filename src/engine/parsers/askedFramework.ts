import type { Host } from '../core/host.ts';
import type { Definition } from './definition.ts';

/** A definition as Python that makes the framework's own object of it. */
export interface InstalledSource {
  /** Python that imports the framework and leaves the parser in a variable. */
  readonly text: string;
  readonly variable: string;
  /** What the text could not take over, one sentence each. */
  readonly notes: readonly string[];
}

/** A framework as reports name it. */
export interface AskedFramework {
  /** As users know it. */
  readonly name: string;
  /** What pip installs, the framework itself first: whose versions the report names. */
  readonly distributions: readonly string[];
}

/** The part of a definition's parser that makes the instruction. */
export interface ToldBy {
  formatInstruction(): string;
  instructionMessages(): readonly { readonly role: string; readonly text: string }[];
}

/** A framework whose installed version can be asked what a definition of its types gives. */
export interface InstalledFramework extends AskedFramework {
  /** Whether its errors have a message that ours repeats. */
  readonly hasMessages: boolean;
  /** Whether parsers that read messages get one: a response that is a provider's as JSON, or one with its text. */
  readonly takesMessages: boolean;
  /** How the object reads a text, as an expression of Python: `parser.parse(TEXT)`. */
  reads(variable: string, text: string): string;
  /** What it reads of a text, where that is not the text itself. */
  inputOf?(definition: Definition, text: string): string;
  /** What is compared with what it says to the model, where that is not the format instruction. */
  instructionOf?(definition: Definition, parser: ToldBy): string;
  /** Whether its class takes an instruction of the definition's own, which otherwise does not concern it. Absent: no class does. */
  takesInstruction?(definition: Definition): boolean;
  /** The definition as Python; a text: why there is none. Total. */
  source(definition: Definition, host: Host): InstalledSource | string | Promise<InstalledSource | string>;
}
