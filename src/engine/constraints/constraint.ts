import type { Evidence } from './engines/engines.ts';
import type { ConstraintForm } from './forms/forms.ts';
import type { Counterexample } from './proof/prove.ts';

/** What a constraint is asked for. */
export interface ConstrainOptions {
  /** An id of `constraintEngines`. */
  readonly engine: string;
  /** Absent, or one that is not known: the newest release that is. */
  readonly version?: string;
  /** Absent: of a schema `json`, of a definition the best that the engine takes. */
  readonly form?: ConstraintForm;
  /** `text`: other text may stand around the answer, where reading takes no notice of it. Absent: `none`. */
  readonly around?: 'none' | 'text';
  /**
   * What a model thinks before it answers: `none` (also where it is absent); `engine`: the server holds the model to the answer
   * alone; else the name of a tag, whose thought the grammar lets stand before the answer.
   */
  readonly reasoning?: string;
  /** What the engine drops of a schema is said in the descriptions of its members. */
  readonly describe?: boolean;
}

/** A keyword of the schema, and the JSON pointer to the subschema that it stands in. */
export interface ConstraintKeyword {
  readonly keyword: string;
  readonly path: string;
}

/** A keyword that is not kept as it is written, with the reason as a sentence. */
export interface UnkeptKeyword extends ConstraintKeyword {
  readonly reason: string;
}

/** Whether a sample that reads is a sentence of the grammar, and if not, why. */
export interface ConstrainedSample {
  readonly name: string;
  readonly accepted: boolean;
  /** What the grammar does without: `text around`, `not closed`, `cut`, `coerced` or `fallback`. */
  readonly reason?: string;
}

/** The constraint for one engine, and what the engine makes of it. */
export interface Constraint {
  readonly engine: string;
  /** The version whose facts these are. */
  readonly version: string;
  readonly form: ConstraintForm;
  /** The constraint as text: the schema, or the grammar. */
  readonly text: string;
  /** The part of the request's body that carries it; `null`: a library, which has no requests. */
  readonly request: Readonly<Record<string, unknown>> | null;
  /** Each keyword stands in one of four lists; an absent `additionalProperties` counts as one. */
  readonly enforces: readonly ConstraintKeyword[];
  /** The engine takes the constraint, and can write what the keyword forbids. */
  readonly drops: readonly UnkeptKeyword[];
  /** Only texts are lost that the schema allows. */
  readonly narrows: readonly UnkeptKeyword[];
  /** The request fails. */
  readonly refuses: readonly UnkeptKeyword[];
  /** Of a definition's grammar: whether its samples that read are sentences. */
  readonly samples?: readonly ConstrainedSample[];
  /** Of a definition's grammar: whether no sentence was found that the definition does not read as it was written. */
  readonly proved?: boolean;
  /** How many sentences were tried. */
  readonly sentences?: number;
  /** A sentence that the definition does not read as it was written. */
  readonly counterexample?: Counterexample;
  /** Whether the engine's code was run, or its documentation read, and when. */
  readonly evidence: Evidence;
  readonly dated: string;
  /** The library to which a server hands the schema. */
  readonly by?: string;
  /** When it begins to hold, for models that think. */
  readonly reasoning?: string;
  /** What else to know, each a sentence. */
  readonly notes: readonly string[];
}
