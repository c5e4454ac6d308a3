import type { PyDict } from '../core/pyValue.ts';
import type { RegistryEntry } from '../core/registryEntry.ts';
import type { Span } from '../core/span.ts';
import type { Definition } from './definition.ts';

/** Something that a form cannot carry, or that had to change for it. */
export interface Loss {
  /** The definition that loses it; absent: the file as a whole. */
  readonly definition?: string;
  /** The key of the definition that is meant, such as `samples` or `tools.0.examples`. */
  readonly key?: string;
  /** What is lost or changed, in one sentence. */
  readonly message: string;
}

/** What an export gives: the file's whole text and what is not in it. */
export interface Exported {
  readonly text: string;
  readonly losses: readonly Loss[];
}

/** A form that definitions can be written in: one file, one line in `registry.ts`, one fixture folder. */
export interface ExportFormat extends RegistryEntry {
  /** One line for pickers and the tables of docs/. */
  readonly summary: string;
  /** The end of the file's name, with its dot: `.py`. */
  readonly extension: string;
  /** VS Code's language id of the text. */
  readonly language: 'python' | 'yaml' | 'typescript' | 'json';
  /** The id of the form that reads it back; absent: its own. */
  readonly readBy?: string;
  /** Why the form has no words for this definition; `undefined`: it has. */
  refuses(definition: Definition): string | undefined;
  /** Writes definitions that it does not refuse, of one file, in their order. Total, and linear in the definitions. `exportDefinitions` reads the text back and adds the losses that are not named here. */
  write(definitions: readonly Definition[]): Exported;
}

/** A key of an imported definition whose value the text leaves open, for a user to choose. */
export interface OpenKey {
  readonly key: string;
  /** What it can be; the first is what the definition has. */
  readonly values: readonly string[];
  /** Why that is not certain, in a sentence or two. */
  readonly message: string;
}

/** A definition that was read from another form. */
export interface Imported {
  readonly name: string;
  /** The keys of the definition, `type` first. */
  readonly config: PyDict;
  /** The part of the text that it was read from. */
  readonly span: Span;
  /** Absent: nothing is left open. */
  readonly open?: OpenKey;
}

/** Something in a text that an import cannot take over, at its place. */
export interface ImportProblem {
  readonly message: string;
  readonly span: Span;
  /** An error: nothing could be read there. A warning: the definition is usable without it. */
  readonly severity: 'error' | 'warning';
}

/** An ES module that an import gives, for the user to port foreign code in, which stands in it as comments. */
export interface ImportedModule {
  /** Its name, without a folder; definitions of the same import name it as their `module`. */
  readonly fileName: string;
  /** A definition names a parser's module, a conversation a formatter's. */
  readonly kind: 'parser' | 'formatter';
  readonly text: string;
  /** The part of the text that it was read from. */
  readonly span: Span;
}

/** What an import gives. Nothing found and no problem: the text has nothing of this form. */
export interface ImportResult {
  readonly definitions: readonly Imported[];
  /** Modules to be written beside the definitions; absent: none. */
  readonly modules?: readonly ImportedModule[];
  readonly problems: readonly ImportProblem[];
}

/** A form that definitions can be read from: one file, one line in `registry.ts`, one fixture folder. */
export interface ImportFormat extends RegistryEntry {
  readonly summary: string;
  /** The ends of names of files that may hold it. */
  readonly extensions: readonly string[];
  /** VS Code's language ids of texts that may hold it. */
  readonly languages: readonly string[];
  /** The forms that a text of this one may be meant as instead, by their ids; absent: none. */
  readonly rivals?: readonly string[];
  /** Reads what stands within `span` of the text (the whole without it). Never throws, and nothing of the text is run. */
  read(text: string, fileName: string, span?: Span): ImportResult;
}
