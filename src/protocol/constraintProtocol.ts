/** The part of the preview's messages that is about the section *Constraint*. */
import { isObject, type TextSpan } from './guards.ts';

/** UTF-16 units of a constraint that the page shows. */
export const shownConstraint = 20_000;

/** A keyword that the engine does not keep as it is written. */
export interface UnkeptView {
  readonly verdict: 'refuses' | 'drops' | 'narrows';
  readonly keyword: string;
  /** A sentence. */
  readonly reason: string;
  /** Where the keyword was written; the definition's name where nobody can say. */
  readonly span: TextSpan;
}

/** A constraint, bounded, or why there is none. */
export type ConstraintBody =
  | {
      readonly form: string;
      /** Its first part. */
      readonly text: string;
      /** The length of the whole text, in UTF-16 units. */
      readonly length: number;
      /** Whether it can be sent in a request: libraries have none. */
      readonly hasRequest: boolean;
      readonly unkept: readonly UnkeptView[];
      /** How many keywords there are beyond those. */
      readonly more: number;
      readonly enforced: number;
      /** Of a grammar: how many sentences were tried, and the one that does not read as it was written. */
      readonly proof?: {
        readonly sentences: number;
        readonly fault?: { readonly text: string; readonly reason: string };
      };
      /** Samples that read and are no sentences, with the reason. */
      readonly samples: readonly { readonly name: string; readonly reason: string }[];
      /** When it begins to hold, for models that think: a sentence. */
      readonly reasoning?: string;
      /** What else to know, each a sentence. */
      readonly notes: readonly string[];
    }
  | { readonly failure: string };

/** What the section shows: the engine, the forms that it takes, and its constraint. */
export interface ConstraintView {
  readonly engines: readonly { readonly id: string; readonly title: string }[];
  readonly engine: string;
  readonly forms: readonly string[];
  readonly body: ConstraintBody;
}

/** What the section should show; without an engine one that the user chose, without a form the best. */
export interface ConstraintChoice {
  readonly engine?: string;
  readonly form?: string;
}

/** What of a constraint can be taken along. */
export type ConstraintPart = 'constraint' | 'request';

/** To the preview: the section is to be opened; the present results (`view` absent: what was sent before), and whether new ones are on their way. */
export type ConstraintToPreview =
  | { readonly type: 'showConstraint' }
  | {
      readonly type: 'constraint';
      /** The definition's name. */
      readonly name: string;
      readonly checking: boolean;
      readonly view?: ConstraintView;
    };

/** From the preview: the section was opened or closed, or another choice made; the constraint is to be taken along. */
export type PreviewToConstraint =
  | ({ readonly type: 'constraint'; readonly isOpen: boolean } & ConstraintChoice)
  | { readonly type: 'copyConstraint'; readonly part: ConstraintPart }
  | { readonly type: 'openConstraint' };

/** True for a message about the constraint that a preview may send. */
export function isPreviewToConstraint(message: unknown): message is PreviewToConstraint {
  if (!isObject(message)) return false;
  if (message.type === 'openConstraint') return true;
  if (message.type === 'copyConstraint') return message.part === 'constraint' || message.part === 'request';
  return message.type === 'constraint' && typeof message.isOpen === 'boolean' && isConstraintChoice(message);
}

/** True for a message about the constraint that the host may send to a preview. */
export function isConstraintToPreview(message: unknown): message is ConstraintToPreview {
  if (!isObject(message)) return false;
  if (message.type === 'showConstraint') return true;
  return message.type === 'constraint' && 'name' in message && 'checking' in message;
}

/** True for what may be chosen. */
export function isConstraintChoice(choice: object): choice is ConstraintChoice {
  return (['engine', 'form'] as const).every(key => {
    const value: unknown = (choice as ConstraintChoice)[key];
    return value === undefined || typeof value === 'string';
  });
}
