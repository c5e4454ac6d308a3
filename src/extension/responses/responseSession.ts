import type * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import type { ResponseModel } from '../../views/responseModel.ts';
import type { Destination } from '../../views/splitModel.ts';

/** Which definition reads a response. */
export interface DefinitionId {
  readonly uri: vscode.Uri;
  readonly name: string;
}

/** Whether both name the same definition. */
export function sameDefinition(one: DefinitionId, other: DefinitionId): boolean {
  return one.name === other.name && one.uri.toString() === other.uri.toString();
}

/** How far a response is: `stale` while a newer text is being parsed; `isKept`: read by the definition as it was before its file broke; `unknown`: the arguments of its source that only a run can know. */
export type SessionState =
  | { readonly kind: 'parsing' }
  | {
      readonly kind: 'parsed';
      readonly model: ResponseModel;
      readonly stale: boolean;
      readonly isKept?: true;
      readonly unknown?: readonly string[];
    }
  | { readonly kind: 'failed'; readonly message: string };

/** Which of several answers one is: `number` from 1. */
export interface Among {
  readonly number: number;
  readonly count: number;
}

/** A response that is being looked at: a stretch of an open document, or a file too large to be one. */
export interface ResponseSession {
  readonly id: string;
  readonly uri: vscode.Uri;
  /** Absent: a file too large for VS Code to give it to extensions. */
  readonly document?: vscode.TextDocument;
  readonly definition: DefinitionId;
  /** Where the response is in the document now. */
  readonly span: Span;
  readonly state: SessionState;
  /** The field of the log's row that the response was found in, such as `choices[0].message.content`. */
  readonly field?: string;
  /** Which of several answers of its document it is. */
  readonly among?: Among;
  /** The destination whose parts are tinted; absent: each part by the first place that it goes to. */
  readonly focus?: Destination;
}
