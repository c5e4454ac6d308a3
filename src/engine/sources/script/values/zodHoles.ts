import { Obj, type ScriptHole, Unknown, type Value } from './scriptValues.ts';

/** Texts that stand in zod's schemas for descriptions that only a run can know: zod takes and prints them where it would those. */
export class HoleTexts {
  readonly #holes = new Map<string, Unknown>();

  /** The unknown that a text stands for. */
  of(text: unknown): Unknown | undefined {
    return typeof text === 'string' ? this.#holes.get(text) : undefined;
  }

  /** The argument of `.describe(…)` or `.meta(…)`, as zod takes it. */
  withHoles(method: string, value: Value): Value {
    if (value instanceof Unknown) return method === 'describe' ? this.#add(value) : value;
    if (!(value instanceof Obj) || value.hole || value.of) return value;
    const members = [...value.members].map(([key, member]) => {
      const isText = member instanceof Unknown && (key === 'description' || key === 'title');
      return [key, isText ? this.#add(member) : member] as const;
    });
    const copy = new Obj(value.region, new Map(members));
    for (const [key, at] of value.places) copy.place(key, at);
    return copy;
  }

  #add(hole: Unknown): string {
    // No character that a program would write.
    const text = `\u{10fffe}${this.#holes.size}`;
    this.#holes.set(text, hole);
    return text;
  }

  /** A printed schema with marks for its unknown parts, and what these are: `schema.properties.name.description`. */
  named(printed: object, argument: string): { readonly schema: object; readonly holes: readonly ScriptHole[] } {
    const holes: ScriptHole[] = [];
    if (this.#holes.size === 0) return { schema: printed, holes };
    const named = (value: unknown, path: readonly string[]): unknown => {
      const hole = this.of(value);
      if (hole) {
        holes.push({ path, reason: hole.reason, at: hole.at, isParameter: hole.isParameter });
        return `⟨${path.join('.')}⟩`;
      }
      if (Array.isArray(value)) return value.map((item, i) => named(item, [...path, String(i)]));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, named(member, [...path, key])]));
    };
    return { schema: named(printed, [argument]) as object, holes };
  }
}
