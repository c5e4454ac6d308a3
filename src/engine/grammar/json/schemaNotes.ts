/** A keyword that a grammar does not keep as it is written. */
export interface SchemaNote {
  readonly keyword: string;
  /** A JSON pointer to the subschema. */
  readonly path: string;
  readonly verdict: 'dropped' | 'narrowed';
  /** A sentence, without its full stop. */
  readonly reason: string;
}

/** What a grammar does not keep of a schema, each keyword once. */
export class SchemaNotes {
  readonly #notes = new Map<string, SchemaNote>();

  /** Adds a note; of several on one keyword the first that is `dropped` counts. */
  add(path: string, keyword: string, verdict: SchemaNote['verdict'], reason: string): void {
    const place = `${path} ${keyword}`;
    const note = this.#notes.get(place);
    if (!note || (note.verdict === 'narrowed' && verdict === 'dropped'))
      this.#notes.set(place, { keyword, path, verdict, reason });
  }

  /** All notes. */
  get all(): readonly SchemaNote[] {
    return [...this.#notes.values()];
  }
}
