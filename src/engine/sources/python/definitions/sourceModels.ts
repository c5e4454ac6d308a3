import { dataKindOf, membersOf } from '../../../code/python/read/classFacts.ts';
import { ModelReader } from '../../../code/python/read/modelReader.ts';
import { type Outline, outlineOf } from '../../../code/python/read/outline.ts';
import type { Evaluator } from '../../../code/python/read/pythonEvaluator.ts';
import { type FoundInPython, modelBases } from '../../../code/python/read/readPython.ts';
import type { ScopedNode } from '../../../code/python/read/scopes.ts';
import { argumentsOf, childOf, childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { dictAt } from '../../../code/python/schemaFacts.ts';
import { isPyDict, type PyDict } from '../../../core/pyValue.ts';
import { firstOfForms, pythonReadings } from '../../../systems/registry.ts';
import type { Run } from '../run/sourceRun.ts';
import { lineOf } from '../values/classLines.ts';
import type { Class } from '../values/values.ts';
import { LinkedEvaluator } from './linkedEvaluator.ts';
import type { Hole, Origin } from './sourceData.ts';

/** What changes nothing of a schema that is read: code that checks values. */
const unseen =
  /is code|validator|changes the schema only|not taken over for this type|has no key for it|only the signature is read|(?<!override`) is not taken over: a schema cannot say it/;

/** A key of a parser that is not wholly known before the program runs. */
export type UnknownKey = Hole & { readonly argument: string };

/** Reads the Pydantic classes of a program, Langroid's tools, and what else its systems make of classes. */
export class Models {
  readonly outline: Outline;
  readonly evaluator: LinkedEvaluator;
  readonly #reader: ModelReader;
  /** The origins of classes, by where they begin: each parser of a class asks for them. */
  readonly #origins = new Map<number, Origin>();

  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
    this.outline = outlineOf(run.program.tree, run.program.text);
    this.evaluator = new LinkedEvaluator(run, this.outline);
    this.#reader = new ModelReader(this.evaluator, modelBases(pythonReadings()));
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
    return { schema, holes: [...this.#holes(place, schema), ...this.#changes(of)], ...(kind && { kind }) };
  }

  /** What its lines alone do not say of a class: statements around its fields, changes after it, values that differ each time. */
  #changes(of: Class): readonly Hole[] {
    return lineOf(of).flatMap(({ node, changedAt }): readonly Hole[] => {
      const statements = childrenOf(childOf(node, 'Body') ?? node);
      const around = statements.find(({ name }) => /^(?:If|For|While|Try|With|Match)Statement$/.test(name));
      const hole = (reason: string, at: Hole['at']) => [{ path: [], reason, at }];
      if (around) return hole('What the fields of this class are depends on these statements.', spanOf(around));
      if (changedAt) return hole('The class is changed after it is made.', changedAt);
      return this.#run.hasChanged(node)
        ? hole('The class is another one each time that it is made.', spanOf(node))
        : [];
    });
  }

  /** Where the schema of a Pydantic class was written, and its parts. */
  originOf(of: Class, schema: PyDict): Origin {
    const before = this.#origins.get(of.node.from);
    if (before) return before;
    const at = spanOf(of.node);
    const names = dictAt(schema, '$defs');
    const definitions = new Map<string, Origin>();
    for (const each of names.size > 0 ? this.outline.classes.filter(place => this.#reader.isRead(place)) : []) {
      const key = this.#reader.keyOf(each);
      if (names.has(key) && !definitions.has(key)) definitions.set(key, this.#originAt(each));
    }
    const place = this.placeOf(of);
    const items = new Map(place && this.#originAt(place).items);
    if (definitions.size > 0) items.set('$defs', { at, items: definitions });
    const origin = { at, items };
    this.#origins.set(of.node.from, origin);
    return origin;
  }

  #originAt(place: ScopedNode): Origin {
    const classes = this.#reader.line(place)?.classes ?? [place];
    const at = spanOf(place.node);
    const nodes = classes.map(({ node }) => node);
    return { at, items: new Map(modelOrigins(nodes, at, this.evaluator)) };
  }

  placeOf(of: Class): ScopedNode | undefined {
    return this.outline.classes.find(({ node }) => node.from === of.node.from);
  }

  /** A class that is a tool of Langroid; `undefined`: it is none, or an abstract one. */
  toolOf(
    place: ScopedNode,
  ): { readonly kind: string; readonly config: PyDict; readonly holes: readonly Hole[] } | undefined {
    const tool = firstOfForms(forms => forms.toolClass?.(place, this.#reader));
    if (!tool || tool.request === '') return undefined;
    return { kind: tool.kind, config: tool.config, holes: this.#holes(place, this.#reader.schemaOf(place)) };
  }

  /** The parsers that the files of the program up to a place make by other classes and calls, as their systems read them. */
  foundUpTo(end: number): readonly (FoundInPython & { readonly unknown: readonly UnknownKey[] })[] {
    const isMeant = ({ node }: ScopedNode) => node.from < end;
    const found = pythonReadings().flatMap(({ isInSources, readClasses }) =>
      isInSources && readClasses ? readClasses(this.outline, this.#reader, isMeant, '').found : [],
    );
    return found.map(each => ({ ...each, unknown: this.#unknownKeys(each) }));
  }

  /** The keys of which something was not understood. */
  #unknownKeys({ config, node, open, parts = new Map() }: FoundInPython): readonly UnknownKey[] {
    const types = dictAt(config, 'types');
    const inner = [...types.values()].flatMap(each => [...(isPyDict(each) ? dictAt(each, '$defs').keys() : [])]);
    const several = open && { argument: open.key, path: [], reason: open.message, at: spanOf(node) };
    const unread = [...parts].flatMap(([argument, nodes]) => {
      const classes = argument === 'signature' ? this.#classesNamed(new Set([...types.keys(), ...inner])) : [];
      return this.#holesIn([...nodes, ...classes]).map(hole => ({ argument, ...hole }));
    });
    return [...unread, ...(several ? [several] : [])];
  }

  /** What was not understood in the classes that a schema is made of. */
  #holes(place: ScopedNode, schema: PyDict): readonly Hole[] {
    const own = [place, ...(this.#reader.line(place)?.classes ?? [])].map(({ node }) => node);
    return this.#holesIn([...own, ...this.#classesNamed(new Set(dictAt(schema, '$defs').keys()))]);
  }

  /** The classes of these names that were read, with those that they derive from. */
  #classesNamed(names: ReadonlySet<string>): readonly PyNode[] {
    const own = this.outline.classes.filter(each => this.#reader.isRead(each) && names.has(this.#reader.keyOf(each)));
    return own.flatMap(each => [each, ...(this.#reader.line(each)?.classes ?? [])]).map(({ node }) => node);
  }

  #holesIn(nodes: readonly PyNode[]): readonly Hole[] {
    const isInside = (offset: number) => nodes.some(({ from, to }) => from <= offset && offset < to);
    return this.evaluator.problems
      .filter(({ span, message }) => isInside(span.start) && !unseen.test(message))
      .map(({ span, message }) => ({ path: [], reason: message, at: span }));
  }
}

/**
 * Where the parts of the schema of a class were written: each property at its field, its description at the argument that says it.
 * `nodes`: the class and those that it derives from, the first of all first.
 */
function modelOrigins(
  nodes: readonly PyNode[],
  at: Origin['at'],
  evaluator: Evaluator,
): readonly (readonly [string, Origin])[] {
  const fields = new Map<string, Origin>();
  for (const node of nodes)
    for (const member of membersOf(node, evaluator)) {
      if (member.kind !== 'assignment') continue;
      const description = descriptionIn(member.node, evaluator.text);
      fields.set(member.name, {
        at: spanOf(member.node),
        ...(description && { items: new Map([['description', { at: spanOf(description) }]]) }),
      });
    }
  return fields.size > 0 ? [['properties', { at, items: fields }]] : [];
}

/** The value of `description=…` in a field: of its `Field(…)`, in the annotation or behind it. */
function descriptionIn(node: PyNode, text: string): PyNode | undefined {
  let found: PyNode | undefined;
  node.cursor().iterate(each => {
    if (!found && each.name === 'ArgList')
      found = argumentsOf(each.node, text).find(({ name }) => name === 'description')?.value;
    return found === undefined;
  });
  return found;
}
