import { addTo } from '../../core/addTo.ts';
import { EngineError } from '../../core/errors.ts';
import { pointerStep } from '../../core/pointerStep.ts';
import { isPyDict, isPyList, type PyValue, toPlain } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { valueAt } from '../../core/valueAt.ts';
import type { JsonSchema } from '../../json/jsonSchema.ts';
import { canonicalJson, targetOf } from '../../json/schema/subschema.ts';
import type { Definition } from '../../parsers/definition.ts';
import { schemaOfDefinition } from '../checkedSchema.ts';
import type { ConstraintKeyword } from '../constraint.ts';

type Path = readonly (string | number)[];

/** How many places of one keyword are compared. */
const maxCompared = 200;

/**
 * Finds where the keywords of a definition's schema were written in its file: the schema may stand in a tool, or be put
 * together from several, so that what has the keyword, its value and the longest end of its path is meant. Linear in the
 * definition.
 */
export class KeywordPlaces {
  readonly #definition: Definition;
  readonly #schema: JsonSchema;
  readonly #places = new Map<string, Path[]>();

  constructor(definition: Definition, schema: JsonSchema) {
    this.#definition = definition;
    this.#schema = schema;
    for (const [key, value] of definition.source.config) if (key !== 'samples') this.#visit(value, [key]);
  }

  /** The span of a keyword's name; of one that is absent that of `properties` beside it; where nothing is found, the definition's name. */
  spanOf({ keyword, path }: ConstraintKeyword): Span {
    const { source, nameSpan } = this.#definition;
    const found = this.#pathOf(keyword, path) ?? this.#pathOf('properties', path) ?? this.#pathOf('type', path);
    return (found && source.keySpanOf(found)) ?? nameSpan;
  }

  #pathOf(keyword: string, path: string): Path | undefined {
    const value = targetOf(this.#schema, `#${path}/${keyword}`)?.value;
    if (value === undefined) return undefined;
    const expected = canonicalJson(value);
    const steps = path.split('/').slice(1).map(pointerStep);
    let best: { readonly place: Path; readonly length: number } | undefined;
    for (const place of (this.#places.get(keyword) ?? []).slice(0, maxCompared)) {
      const length = sharedEnd(steps, place.slice(0, -1));
      if ((best && length <= best.length) || canonicalJson(toPlain(this.#at(place))) !== expected) continue;
      best = { place, length };
    }
    return best?.place;
  }

  #at(path: Path): PyValue {
    return valueAt(this.#definition.source.config, path) ?? null;
  }

  #visit(value: PyValue, path: Path): void {
    if (isPyList(value)) for (const [i, item] of value.entries()) this.#visit(item, [...path, i]);
    if (!isPyDict(value)) return;
    for (const [key, part] of value) {
      if (typeof key !== 'string') continue;
      const own = [...path, key];
      addTo(this.#places, key, own);
      this.#visit(part, own);
    }
  }
}

/** Finds the span of a keyword of a definition's schema in its file, see {@link KeywordPlaces}; without a schema that of the definition's name. */
export function keywordSpans(definition: Definition): (keyword: ConstraintKeyword) => Span {
  try {
    const places = new KeywordPlaces(definition, schemaOfDefinition(definition).schema);
    return keyword => places.spanOf(keyword);
  } catch (error) {
    if (error instanceof EngineError) return () => definition.nameSpan;
    throw error;
  }
}

/** How many steps two paths have in common at their ends. */
function sharedEnd(one: readonly string[], other: Path): number {
  let length = 0;
  while (length < one.length && length < other.length && one.at(-1 - length) === String(other.at(-1 - length)))
    length++;
  return length;
}
