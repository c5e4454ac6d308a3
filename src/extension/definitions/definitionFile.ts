import type * as vscode from 'vscode';
import type { UnknownArgument } from '../../engine/index.ts';
import type { DefinitionsModel } from '../../views/definitions.ts';
import type { LinkedSource, WrittenSource } from '../sources/sourceReader.ts';

/** A definition's text, as the engine wants it. `version` is another string whenever the text is another. */
export interface DefinitionText {
  readonly uri: vscode.Uri;
  readonly name: string;
  /** The file's whole address: modules are relative to it. */
  readonly fileName: string;
  readonly text: string;
  /** What the file's document holds. */
  readonly written: string;
  readonly version: string;
  /** How often the file's modules changed, and the other files that it stands on. */
  readonly modules: number;
  /** The file is not JSON at the moment: this is how it last was. */
  readonly isKept?: true;
  /** What of it only a run of its source can know; absent: nothing. */
  readonly unknown?: readonly UnknownArgument[];
}

/** A definition file as it stands: the open document's text where it is open, else the file's. */
export interface DefinitionFile extends DefinitionsModel {
  readonly uri: vscode.Uri;
  /** The file's whole address. */
  readonly fileName: string;
  /** What is read, judged and compared; of a source its definitions as a `.parser.json`. */
  readonly text: string;
  readonly version: string;
  /** What the file's document holds, and what the places of its definitions and problems index: another text than `text` where it is a source. */
  readonly written: string;
  /** Absent: the file is no source. */
  readonly source?: WrittenSource;
  /** The sources that its definitions name; absent: there are none. */
  readonly linked?: LinkedSource;
}

/** A definition file's text. `tooLarge`: it has none for us, for its size in bytes. */
export interface DefinitionSource {
  readonly text: string;
  /** What the file's document holds; the same but for sources, and for files that name some: behind their own text stands what those say. */
  readonly written: string;
  readonly version: string;
  readonly tooLarge?: number;
  /** What the text was made of, where the file is a source. */
  readonly source?: WrittenSource;
  /** The sources that the file's definitions name. */
  readonly linked?: LinkedSource;
}

export function isBroken({ problems }: DefinitionsModel): boolean {
  return problems.some(({ code }) => code === 'syntax-error');
}
