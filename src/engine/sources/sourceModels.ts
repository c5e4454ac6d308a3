import { dataKindOf } from '../code/python/read/classFacts.ts';
import { ModelReader } from '../code/python/read/modelReader.ts';
import { type Outline, outlineOf } from '../code/python/read/outline.ts';
import type { ScopedNode } from '../code/python/read/scopes.ts';
import { dictAt } from '../code/python/schemaFacts.ts';
import type { PyDict } from '../core/pyValue.ts';
import { readTool } from '../systems/langroid/forms/readTool.ts';
import { LinkedEvaluator } from './linkedEvaluator.ts';
import type { Hole } from './sourceData.ts';
import type { Run } from './sourceRun.ts';
import type { Class } from './values.ts';

/** What changes nothing of a schema that is read: code that checks values. */
const unseen =
  /is code|validator|changes the schema only|not taken over for this type|(?<!override`) is not taken over: a schema cannot say it/;

/** Reads the Pydantic classes and Langroid's tools of a program. */
export class Models {
  readonly outline: Outline;
  readonly evaluator: LinkedEvaluator;
  readonly #reader: ModelReader;

  constructor(run: Run) {
    this.outline = outlineOf(run.program.tree, run.program.text);
    this.evaluator = new LinkedEvaluator(run, this.outline);
    this.#reader = new ModelReader(this.evaluator);
  }

  /** The schema of a Pydantic class, and what of it is unknown; `undefined`: the class is none. */
  schemaOf(of: Class): { readonly schema: PyDict; readonly holes: readonly Hole[] } | undefined {
    const read = this.dataSchemaOf(of);
    return read?.kind === undefined ? read : undefined;
  }

  /** The same, and of a dataclass or a `TypedDict`, with its `kind`. */
  dataSchemaOf(
    of: Class,
  ): { readonly schema: PyDict; readonly holes: readonly Hole[]; readonly kind?: string } | undefined {
    const place = this.placeOf(of);
    const line = place && this.#reader.line(place);
    if (!place || !line || line.kind === 'enum') return undefined;
    const schema = this.#reader.schemaOf(place);
    const kind = dataKindOf(line);
    return { schema, holes: this.#holes(place, schema), ...(kind && { kind }) };
  }

  placeOf(of: Class): ScopedNode | undefined {
    return this.outline.classes.find(({ node }) => node.from === of.node.from);
  }

  /** A class that is a tool of Langroid; `undefined`: it is none, or an abstract one. */
  toolOf(
    place: ScopedNode,
  ): { readonly kind: string; readonly config: PyDict; readonly holes: readonly Hole[] } | undefined {
    const line = this.#reader.line(place);
    if (line?.kind !== 'ToolMessage' && line?.kind !== 'XMLToolMessage') return undefined;
    const tool = readTool(place, this.#reader);
    if (!tool || tool.request === '') return undefined;
    return { kind: tool.kind, config: tool.config, holes: this.#holes(place, this.#reader.schemaOf(place)) };
  }

  /** What was not understood in the classes that a schema is made of. */
  #holes(place: ScopedNode, schema: PyDict): readonly Hole[] {
    const names = new Set(dictAt(schema, '$defs').keys());
    const own = [
      place,
      ...this.outline.classes.filter(each => this.#reader.isRead(each) && names.has(this.#reader.keyOf(each))),
    ];
    const classes = own.flatMap(each => [each, ...(this.#reader.line(each)?.classes ?? [])]);
    const isInside = (offset: number) => classes.some(({ node }) => node.from <= offset && offset < node.to);
    return this.evaluator.problems
      .filter(({ span, message }) => isInside(span.start) && !unseen.test(message))
      .map(({ span, message }) => ({ path: [], reason: message, at: span }));
  }
}
