import { sortSchema } from '../../../parsers/agentscope/pydanticSchema.ts';
import { pyRepr } from '../../../python/repr.ts';
import { isPyDict, type PyDict, type PyValue } from '../../../python/value.ts';
import { fieldTitle } from '../docstring.ts';
import { definitionKey, dictAt, partsOf, referenceName } from '../schemaFacts.ts';
import { toolMethods } from '../toolFacts.ts';
import { UniqueNames } from '../uniqueNames.ts';
import { AnnotationReader } from './annotationReader.ts';
import { basesOf, type ClassLine, classNameOf, innerScope, lineOf, type Member, membersOf } from './classFacts.ts';
import { describe, enumMembers, enumSchema } from './enumReader.ts';
import type { Evaluator } from './evaluate.ts';
import { defaultOf, readFieldArguments } from './fieldArguments.ts';
import { type ModelConfig, readConfig, readConfigArguments, readConfigClass, reportCode } from './modelConfig.ts';
import { type Definitions, taggedUnion } from './schemaUnions.ts';
import type { Place, Scope } from './scopes.ts';
import { argumentsOf, childOf, type PyNode } from './syntax.ts';
import type { TypeSchema } from './typeSchema.ts';

/** A field of a model. */
interface Field {
  readonly key: string;
  readonly schema: PyDict;
  readonly isRequired: boolean;
}

const toolFields: readonly Field[] = [
  ['request', true],
  ['purpose', true],
  ['id', false],
].map(([key, isRequired]) => ({
  key: String(key),
  isRequired: isRequired === true,
  schema: new Map<string, PyValue>([
    ...(isRequired ? [] : [['default', ''] as const]),
    ['title', fieldTitle(String(key))],
    ['type', 'string'],
  ]),
}));
const maxDepth = 50;

/** Reads classes as Pydantic's `model_json_schema()` prints them. */
export class ModelReader implements Definitions {
  readonly evaluator: Evaluator;
  readonly #inner: ReadonlyMap<number, Scope>;
  readonly #annotations = new AnnotationReader(this);
  readonly #lines = new Map<number, ClassLine | undefined>();
  readonly #schemas = new Map<number, PyDict | undefined>();
  readonly #members = new Map<number, ReadonlyMap<string, PyValue>>();
  readonly #names = new UniqueNames();
  readonly #keys = new Map<number, string>();
  readonly #places = new Map<string, Place>();
  #depth = 0;

  constructor(evaluator: Evaluator, inner: ReadonlyMap<number, Scope>) {
    this.evaluator = evaluator;
    this.#inner = inner;
    evaluator.memberValue = (owner, name) => this.#membersOf(owner).get(name);
    evaluator.isEnum = owner => this.line(owner)?.kind === 'enum';
    evaluator.instanceValue = (owner, given) => this.#instance(owner, given);
  }

  #membersOf(place: Place): ReadonlyMap<string, PyValue> {
    const at = place.node.from;
    const members = this.#members.get(at) ?? enumMembers(place, this);
    this.#members.set(at, members);
    return members;
  }

  /** Whether anything needed the schema of a class. */
  isRead({ node }: Place): boolean {
    return this.#schemas.has(node.from);
  }

  /** The names of the definitions that a class itself refers to. */
  referencesOf(place: Place): readonly string[] {
    return referencesIn(this.#ownSchema(place) ?? new Map());
  }

  /** What a class is, as far as it matters here. */
  line(place: Place): ClassLine | undefined {
    const at = place.node.from;
    if (!this.#lines.has(at)) {
      // A class that derives from a part of itself is nothing.
      this.#lines.set(at, undefined);
      this.#lines.set(at, lineOf(place, this.evaluator));
    }
    return this.#lines.get(at);
  }

  /** The scope inside a class or a function. */
  scopeIn(place: Place): Scope {
    return innerScope(place, this.#inner);
  }

  /** The type of a field whose annotation is a class of the text. */
  reference(place: Place, node: PyNode): TypeSchema {
    if (this.line(place)) return { schema: new Map([['$ref', `#/$defs/${this.keyOf(place)}`]]), isTitled: false };
    this.evaluator.report(
      node,
      `\`${this.evaluator.textOf(node)}\` is no Pydantic class or enum of this text; it accepts anything.`,
    );
    return { schema: new Map(), isTitled: true };
  }

  definition(name: string): PyDict | undefined {
    const place = this.#places.get(name);
    return place && this.#ownSchema(place);
  }

  /** What `model_json_schema()` prints for a class, in its order. */
  schemaOf(place: Place): PyDict {
    const own = this.#withoutEchoes(
      this.#ownSchema(place) ?? new Map<string, PyValue>(),
      this.#keys.get(place.node.from),
    );
    const definitions = new Map<string, PyValue>();
    const pending: PyDict[] = [own];
    for (let schema = pending.pop(); schema; schema = pending.pop())
      for (const name of referencesIn(schema)) {
        const found = definitions.has(name) ? undefined : this.definition(name);
        if (!found || !this.evaluator.spend(place.node, 20 + 10 * found.size)) continue;
        definitions.set(name, this.#withoutEchoes(found, name));
        pending.push(found);
      }
    if (definitions.size === 0) return sortSchema(own);
    const key = this.#keys.get(place.node.from);
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
  keyOf(place: Place): string {
    const at = place.node.from;
    const known = this.#keys.get(at);
    if (known !== undefined) return known;
    const key = this.#names.take(definitionKey(classNameOf(place.node, this.evaluator)), '__');
    this.#keys.set(at, key);
    this.#places.set(key, place);
    return key;
  }

  /** A class's schema, in which others are references. */
  #ownSchema(place: Place): PyDict | undefined {
    const at = place.node.from;
    if (this.#schemas.has(at)) return this.#schemas.get(at);
    if (this.#depth >= maxDepth) return undefined;
    // A class that needs itself to be read cannot be.
    this.#schemas.set(at, undefined);
    this.#depth++;
    const line = this.line(place);
    const schema = line?.kind === 'enum' ? enumSchema(place, this) : line && this.#modelSchema(place, line);
    this.#depth--;
    this.#schemas.set(at, schema);
    return schema;
  }

  /** What Pydantic dumps of an instance: the fields in their order, with their defaults. */
  #instance(place: Place, given: PyDict): PyDict | undefined {
    const kind = this.line(place)?.kind;
    if (kind === undefined || kind === 'enum' || kind === 'root model') return undefined;
    const values = new Map<string, PyValue>();
    for (const [key, field] of dictAt(this.#ownSchema(place) ?? given, 'properties')) {
      const value = given.get(key) ?? (isPyDict(field) ? field.get('default') : undefined);
      if (value !== undefined) values.set(key, value);
    }
    return new Map([...values, ...given]);
  }

  #modelSchema(place: Place, line: ClassLine): PyDict {
    const isTool = line.kind === 'ToolMessage' || line.kind === 'XMLToolMessage';
    const fields = new Map<string, Field>(isTool ? toolFields.map(field => [field.key, field]) : []);
    const config: ModelConfig = new Map<string, PyValue>(
      isTool
        ? [
            ['extra', 'allow'],
            ['json_schema_extra', new Map([['exclude', ['purpose', 'id']]])],
          ]
        : [],
    );
    let extras: PyDict | undefined;
    for (const each of line.classes) {
      const scope = innerScope(each, this.#inner);
      readConfigArguments(basesOf(each, this.evaluator), config, scope, this.evaluator);
      for (const member of membersOf(each.node, this.evaluator)) {
        if (member.kind === 'function') reportCode(member, this.evaluator);
        else if (member.kind === 'class' && member.name === 'Config')
          readConfigClass(member.node, config, scope, this.evaluator);
        else if (member.kind === 'assignment' && member.name === 'model_config' && member.value)
          readConfig(member.value, config, scope, this.evaluator);
        else if (member.kind === 'assignment' && member.name === '__pydantic_extra__' && member.annotation)
          extras = this.#annotations.read(member.annotation, scope).schema;
        else if (member.kind === 'assignment')
          this.#readField(member, scope, fields, isTool && toolMethods.has(member.name));
      }
    }
    const title = config.get('title');
    const head: (readonly [string, PyValue])[] = [
      ...describe(place, this.evaluator),
      ['title', typeof title === 'string' ? title : classNameOf(place.node, this.evaluator)],
    ];
    const more = config.get('json_schema_extra') ?? null;
    const added = isPyDict(more) ? [...more] : [];
    if (line.kind === 'root model') return new Map([...this.#rootType(line, fields), ...head, ...added]);
    const extra = config.get('extra');
    const keep: PyValue | undefined =
      extra === 'forbid' ? false : extra === 'allow' ? (extras?.get('additionalProperties') ?? true) : undefined;
    const required = [...fields.values()].filter(({ isRequired }) => isRequired).map(({ key }) => key);
    return new Map<string, PyValue>([
      ['properties', new Map([...fields.values()].map(({ key, schema }) => [key, schema]))],
      ...(required.length > 0 ? [['required', required] as const] : []),
      ...head,
      ['type', 'object'],
      ...(keep === undefined ? [] : [['additionalProperties', keep] as const]),
      ...added,
    ]);
  }

  #rootType(line: ClassLine, fields: ReadonlyMap<string, Field>): PyDict {
    const root = fields.get('root');
    if (root) return new Map([...root.schema].filter(([key, value]) => key !== 'title' || value !== 'Root'));
    for (const place of line.classes)
      for (const { value: node } of basesOf(place, this.evaluator)) {
        const open = childOf(node, '[');
        const inner = open?.nextSibling;
        if (inner) return this.#annotations.read(inner, place.scope).schema;
      }
    return new Map();
  }

  #readField(
    member: Extract<Member, { kind: 'assignment' }>,
    scope: Scope,
    fields: Map<string, Field>,
    isMethod: boolean,
  ): void {
    const { name, annotation, value } = member;
    const isOverride = !annotation && fields.has(name) && value !== undefined;
    if (name.startsWith('_') || (!annotation && !isOverride)) return;
    const base = annotation && childOf(annotation, '[') ? annotation.firstChild : annotation;
    if (base && this.evaluator.importedName(base, scope) === 'ClassVar') return;
    let read: TypeSchema = annotation
      ? this.#annotations.read(annotation, scope)
      : { schema: new Map([...fields.get(name)!.schema].filter(([key]) => key !== 'default')), isTitled: true };
    const callee = value?.name === 'CallExpression' ? value.firstChild : undefined;
    const calls = callee ? this.evaluator.importedName(callee, scope) : undefined;
    if (calls === 'PrivateAttr') return;
    if (value && calls === 'Field')
      read = readFieldArguments(
        read,
        argumentsOf(childOf(value, 'ArgList'), this.evaluator.text),
        scope,
        this.evaluator,
      );
    else if (value) read = { ...read, field: { ...read.field, ...defaultOf(value, scope, this.evaluator) } };
    const { field = {}, isTitled } = read;
    const schema = new Map(
      field.discriminator === undefined ? read.schema : taggedUnion(read.schema, field.discriminator, this),
    );
    const key = field.alias ?? name;
    if (isTitled && !schema.has('title')) schema.set('title', fieldTitle(key));
    if (field.default !== undefined) schema.set('default', field.default);
    fields.set(name, { key, schema, isRequired: field.isOptional !== true && !(isMethod && !value) });
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
