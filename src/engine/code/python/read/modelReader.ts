import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { sortSchema } from '../../../parsers/shared/pydanticSchema.ts';
import { pyRepr } from '../../../python/index.ts';
import { UniqueNames } from '../../uniqueNames.ts';
import { literalType } from '../literals.ts';
import { definitionKey, dictAt, partsOf, referenceName } from '../schemaFacts.ts';
import { AnnotationReader } from './annotationReader.ts';
import { type ClassLine, classNameOf, describe, lineOf, type ModelBase, membersOf } from './classFacts.ts';
import type { ModelContext } from './modelContext.ts';
import { modelSchema } from './modelSchema.ts';
import type { Evaluator } from './pythonEvaluator.ts';
import type { Scope, ScopedNode } from './scopes.ts';
import type { PyNode } from './syntax.ts';
import type { TypeSchema } from './typeSchema.ts';

const maxDepth = 50;

/** Reads classes as Pydantic's `model_json_schema()` prints them. */
export class ModelReader implements ModelContext {
  readonly evaluator: Evaluator;
  readonly #bases: readonly ModelBase[];
  readonly #annotations = new AnnotationReader(this);
  readonly #lines = new Map<number, ClassLine | undefined>();
  readonly #schemas = new Map<number, PyDict | undefined>();
  readonly #members = new Map<number, ReadonlyMap<string, PyValue>>();
  readonly #names = new UniqueNames();
  readonly #keys = new Map<number, string>();
  readonly #places = new Map<string, ScopedNode>();
  #depth = 0;

  /** `bases`: the frameworks' classes that models may derive from. */
  constructor(evaluator: Evaluator, bases: readonly ModelBase[]) {
    this.evaluator = evaluator;
    this.#bases = bases;
    evaluator.memberValue = (owner, name) => this.#membersOf(owner).get(name);
    evaluator.isEnum = owner => this.line(owner)?.kind === 'enum';
    evaluator.instanceValue = (owner, fields) => this.#instance(owner, fields);
  }

  #membersOf(place: ScopedNode): ReadonlyMap<string, PyValue> {
    const at = place.node.from;
    const members = this.#members.get(at) ?? enumMembers(place, this);
    this.#members.set(at, members);
    return members;
  }

  /** Whether anything needed the schema of a class. */
  isRead({ node }: ScopedNode): boolean {
    return this.#schemas.has(node.from);
  }

  /** The names of the definitions that a class itself refers to. */
  referencesOf(place: ScopedNode): readonly string[] {
    return referencesIn(this.#ownSchema(place) ?? new Map());
  }

  line(place: ScopedNode): ClassLine | undefined {
    const at = place.node.from;
    if (!this.#lines.has(at)) {
      // A class that derives from a part of itself is nothing.
      this.#lines.set(at, undefined);
      this.#lines.set(at, lineOf(place, this.evaluator, this.#bases));
    }
    return this.#lines.get(at);
  }

  scopeIn(place: ScopedNode): Scope {
    return this.evaluator.inner.get(place.node.from) ?? place.scope;
  }

  readType(annotation: PyNode, scope: Scope): TypeSchema {
    return this.#annotations.read(annotation, scope);
  }

  reference(place: ScopedNode, node: PyNode): TypeSchema {
    if (this.line(place)) return { schema: new Map([['$ref', `#/$defs/${this.keyOf(place)}`]]), isTitled: false };
    this.evaluator.report(
      node,
      `\`${this.evaluator.textOf(node)}\` is not a Pydantic class or enum of this text; it accepts anything.`,
    );
    return { schema: new Map(), isTitled: true };
  }

  definition(name: string): PyDict | undefined {
    const place = this.#places.get(name);
    return place && this.#ownSchema(place);
  }

  /** What `model_json_schema()` prints for a class, in its order. */
  schemaOf(place: ScopedNode): PyDict {
    return this.withDefinitions(this.#ownSchema(place) ?? new Map<string, PyValue>(), place.node);
  }

  /** A schema with the definitions that it refers to, sorted as Pydantic prints it. `node`: where it is written. */
  withDefinitions(schema: PyDict, node: PyNode): PyDict {
    const key = this.#keys.get(node.from);
    const own = this.#withoutEchoes(schema, key);
    const definitions = new Map<string, PyValue>();
    const pending: PyDict[] = [own];
    for (let schema = pending.pop(); schema; schema = pending.pop())
      for (const name of referencesIn(schema)) {
        const found = definitions.has(name) ? undefined : this.definition(name);
        if (!found || !this.evaluator.spend(node, 20 + 10 * found.size)) continue;
        definitions.set(name, this.#withoutEchoes(found, name));
        pending.push(found);
      }
    if (definitions.size === 0) return sortSchema(own);
    const root = key !== undefined && definitions.has(key) ? new Map([['$ref', `#/$defs/${key}`]]) : own;
    return sortSchema(new Map<string, PyValue>([['$defs', definitions], ...root]));
  }

  /** A schema whose fields do not say again what the class that they refer to says. */
  #withoutEchoes(schema: PyDict, own: string | undefined): PyDict {
    const properties = [...dictAt(schema, 'properties')].map(([key, field]) => {
      const target = isPyDict(field) ? referenceName(field.get('$ref')) : undefined;
      if (!isPyDict(field) || field.size < 2 || target === undefined || target === own) return [key, field] as const;
      const said = this.definition(target);
      const rest = [...field].filter(([name, value]) => {
        const same = said?.get(name);
        return same === undefined || !isSame(same, value);
      });
      return [key, new Map(rest)] as const;
    });
    return schema.has('properties') ? new Map([...schema, ['properties', new Map(properties)]]) : schema;
  }

  /** The key of a class among definitions. */
  keyOf(place: ScopedNode): string {
    const at = place.node.from;
    const cached = this.#keys.get(at);
    if (cached !== undefined) return cached;
    const key = this.#names.take(definitionKey(classNameOf(place.node, this.evaluator)), '__');
    this.#keys.set(at, key);
    this.#places.set(key, place);
    return key;
  }

  /** A class's schema, in which others are references. */
  #ownSchema(place: ScopedNode): PyDict | undefined {
    const at = place.node.from;
    if (this.#schemas.has(at)) return this.#schemas.get(at);
    if (this.#depth >= maxDepth) return undefined;
    // A class that needs itself to be read cannot be.
    this.#schemas.set(at, undefined);
    this.#depth++;
    const line = this.line(place);
    const schema = line?.kind === 'enum' ? enumSchema(place, this) : line && modelSchema(place, line, this);
    this.#depth--;
    this.#schemas.set(at, schema);
    return schema;
  }

  /** What Pydantic dumps of an instance: the fields in their order, with their defaults. */
  #instance(place: ScopedNode, fields: PyDict): PyDict | undefined {
    const kind = this.line(place)?.kind;
    if (kind === undefined || kind === 'enum' || kind === 'root model') return undefined;
    const values = new Map<string, PyValue>();
    for (const [key, field] of dictAt(this.#ownSchema(place) ?? fields, 'properties')) {
      const value = fields.get(key) ?? (isPyDict(field) ? field.get('default') : undefined);
      if (value !== undefined) values.set(key, value);
    }
    return new Map([...values, ...fields]);
  }
}

function isSame(a: PyValue, b: PyValue): boolean {
  return typeof a === 'string' || typeof b === 'string' ? a === b : pyRepr(a) === pyRepr(b);
}

/** The definitions that a schema refers to. */
function referencesIn(schema: PyDict): readonly string[] {
  const names: string[] = [];
  for (const part of partsOf(schema)) {
    const name = isPyDict(part) ? referenceName(part.get('$ref')) : undefined;
    if (name !== undefined) names.push(name);
  }
  return names;
}

/** What Pydantic prints of an enum. */
function enumSchema(place: ScopedNode, models: ModelContext): PyDict {
  const values = [...enumMembers(place, models).values()];
  const type = literalType(values);
  return new Map<string, PyValue>([
    ...describe(place, models.evaluator),
    ['enum', values],
    ['title', classNameOf(place.node, models.evaluator)],
    ...(type === undefined ? [] : [['type', type] as const]),
  ]);
}

/** The members of an enum with their values; none of another class. */
export function enumMembers(place: ScopedNode, models: ModelContext): ReadonlyMap<string, PyValue> {
  const members = new Map<string, PyValue>();
  if (models.line(place)?.kind !== 'enum') return members;
  const scope = models.scopeIn(place);
  for (const member of membersOf(place.node, models.evaluator)) {
    if (member.kind !== 'assignment' || !member.value || member.name.startsWith('_')) continue;
    const value = models.evaluator.value(member.value, scope);
    if (value !== undefined) members.set(member.name, value);
  }
  return members;
}
