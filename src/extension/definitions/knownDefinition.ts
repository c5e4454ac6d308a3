import type * as vscode from 'vscode';
import type { UnknownArgument } from '../../engine/index.ts';
import type { DefinitionSummary } from '../../views/definitions.ts';

/** A definition somewhere in the workspace or among the open documents. */
export interface KnownDefinition extends DefinitionSummary {
  readonly uri: vscode.Uri;
  /** Of a parser of a source what only a run can know; absent: nothing. */
  readonly unknown?: readonly UnknownArgument[];
}
