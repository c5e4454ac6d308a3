import { NodeType, Tree } from '@lezer/common';
import { parser } from '@lezer/python';
import type { PyValue } from '../../../core/pyValue.ts';
import { pyRepr } from '../../../python/index.ts';
import { literalType } from '../literals.ts';
import { readConstraints, readFieldArguments } from './fieldArguments.ts';
import type { ModelContext } from './modelContext.ts';
import { lastName, plainType, typed } from './plainTypes.ts';
import { nullable, taggedUnion, unionSchema } from './schemaUnions.ts';
import type { Scope } from './scopes.ts';
import { argumentsOf, barMembers, childOf, childrenOf, itemsOf, type PyNode, unwrap } from './syntax.ts';
import type { TypeSchema } from './typeSchema.ts';

const maxDepth = 100;
const any: TypeSchema = { schema: new Map(), isTitled: true };

/** What `Annotated[…, Ge(0)]` and the like are called in `Field(…)`. */
const constraintClasses: ReadonlyMap<string, string> = new Map([
  ['Ge', 'ge'],
  ['Gt', 'gt'],
  ['Le', 'le'],
  ['Lt', 'lt'],
  ['MultipleOf', 'multiple_of'],
  ['MinLen', 'min_length'],
  ['MaxLen', 'max_length'],
  ['Len', 'min_length'],
]);
/** The types that `constr(…)` and the like constrain. */
const constrainedTypes: ReadonlyMap<string, string> = new Map([
  ['constr', 'str'],
  ['conint', 'int'],
  ['confloat', 'float'],
  ['conbytes', 'bytes'],
  ['condecimal', 'Decimal'],
  ['condate', 'date'],
]);

/** Reads annotations as Pydantic prints them. What it does not know is reported and accepts anything. */
export class AnnotationReader {
  readonly #models: ModelContext;
  #depth = 0;

  constructor(models: ModelContext) {
    this.#models = models;
  }

  /** The schema of an annotation. */
  read(annotation: PyNode, scope: Scope): TypeSchema {
    if (this.#depth >= maxDepth) return this.#unknown(annotation, 'This type is nested too deeply to be read.');
    // Names of types that are made of names of types grow without end.
    if (!this.#models.evaluator.spend(annotation, 4)) return any;
    this.#depth++;
    try {
      return this.#readAny(unwrap(annotation), scope);
    } finally {
      this.#depth--;
    }
  }

  #unknown(node: PyNode, message?: string): TypeSchema {
    const { evaluator } = this.#models;
    evaluator.report(
      node,
      message ?? `\`${evaluator.textOf(node)}\` is not a type that is known here; it accepts anything.`,
    );
    return any;
  }

  #readAny(node: PyNode, scope: Scope): TypeSchema {
    const { evaluator } = this.#models;
    if (node.name === 'None') return { schema: new Map([['type', 'null']]), isTitled: true };
    if (node.name === 'String') return this.#quoted(node, scope);
    if (node.name === 'BinaryExpression' || node.name === 'CallExpression' || this.#subscript(node))
      return this.#compound(node, scope);
    const named = evaluator.resolve(node, scope);
    if (named.kind === 'class') return this.#models.reference(named, node);
    if (named.kind === 'value' && named.node !== node) return this.read(named.node, named.scope);
    if (named.kind !== 'import') return this.#unknown(node);
    return plainType(lastName(named.path)) ?? this.#unknown(node);
  }

  /** A type in quotes: the name of a class further down, or anything else. */
  #quoted(node: PyNode, scope: Scope): TypeSchema {
    const { evaluator } = this.#models;
    const text = evaluator.plainText(node);
    const raw = evaluator.textOf(node);
    if (text === undefined || raw.slice(1, -1) !== text) return this.#unknown(node);
    // Parsed in its place, so that its parts keep their places in the text.
    const start = node.from + 1;
    const tree = parser.parse(evaluator.text, [], [{ from: start, to: node.to - 1 }]);
    const whole = new Tree(NodeType.none, [tree], [start], node.to);
    const statement = whole.topNode.firstChild?.firstChild;
    const expression = statement?.name === 'ExpressionStatement' ? statement.firstChild : undefined;
    return expression ? this.read(expression, scope) : this.#unknown(node);
  }

  #subscript(node: PyNode): boolean {
    return node.name === 'MemberExpression' && childOf(node, '[') !== undefined;
  }

  #compound(node: PyNode, scope: Scope): TypeSchema {
    const { evaluator } = this.#models;
    if (node.name === 'BinaryExpression')
      return this.#union(barMembers(node, evaluator.text), scope) ?? this.#unknown(node);
    if (node.name === 'CallExpression') return this.#constrained(node, scope);
    const [base, ...rest] = childrenOf(node);
    const items = rest.length === 1 || rest[1]?.name !== 'TupleExpression' ? itemsOf(node).slice(1) : itemsOf(rest[1]);
    const name = base && evaluator.importedName(base, scope);
    const inner = () => (items[0] ? this.read(items[0], scope).schema : new Map<string, PyValue>());
    switch (name) {
      case 'Optional':
        return items[0] ? nullable(this.read(items[0], scope)) : this.#unknown(node);
      case 'Union':
        return this.#union(items, scope) ?? this.#unknown(node);
      case 'Literal':
        return this.#literal(items, scope);
      case 'Annotated':
        return this.#annotated(items, scope) ?? this.#unknown(node);
      case 'Final':
      case 'Required':
      case 'NotRequired':
      case 'ClassVar':
        return items[0] ? this.read(items[0], scope) : any;
      case 'List':
      case 'list':
      case 'Sequence':
      case 'MutableSequence':
      case 'Iterable':
      case 'Collection':
      case 'Deque':
      case 'deque':
        return typed('array', ['items', inner()]);
      case 'Set':
      case 'set':
      case 'FrozenSet':
      case 'frozenset':
      case 'AbstractSet':
      case 'MutableSet':
        return typed('array', ['items', inner()], ['uniqueItems', true]);
      case 'Tuple':
      case 'tuple':
        return this.#tuple(items, scope);
      case 'Dict':
      case 'dict':
      case 'Mapping':
      case 'MutableMapping':
      case 'DefaultDict':
      case 'defaultdict':
      case 'OrderedDict':
        return this.#dict(items, scope);
      default:
        return this.#unknown(node);
    }
  }

  #union(items: readonly PyNode[], scope: Scope): TypeSchema | undefined {
    return items.length === 0 ? undefined : unionSchema(items.map(item => this.read(item, scope)));
  }

  #literal(items: readonly PyNode[], scope: Scope): TypeSchema {
    const distinct = new Map<string, PyValue>();
    for (const item of items) {
      const value = this.#models.evaluator.value(item, scope);
      if (value !== undefined && !distinct.has(pyRepr(value))) distinct.set(pyRepr(value), value);
    }
    const values = [...distinct.values()];
    const type = literalType(values);
    const kind: readonly (readonly [string, PyValue])[] = type === undefined ? [] : [['type', type]];
    return {
      schema: new Map([values.length === 1 ? ['const', values[0]!] : ['enum', values], ...kind]),
      isTitled: true,
    };
  }

  #annotated(items: readonly PyNode[], scope: Scope): TypeSchema | undefined {
    const [type, ...metadata] = items;
    if (!type) return undefined;
    let read = this.read(type, scope);
    for (const node of metadata) {
      if (node.name === 'String') continue;
      read = this.#withMetadata(read, node, scope);
    }
    return read;
  }

  /** The type with what `Field(…)`, `Ge(…)`, `StringConstraints(…)` and the like say of it. */
  #withMetadata(read: TypeSchema, node: PyNode, scope: Scope): TypeSchema {
    const { evaluator } = this.#models;
    const callee = node.name === 'CallExpression' ? node.firstChild : undefined;
    const name = callee ? evaluator.importedName(callee, scope) : undefined;
    const args = argumentsOf(childOf(node, 'ArgList'), evaluator.text);
    if (name === 'Field') {
      const { field = {}, ...rest } = readFieldArguments(read, args, scope, evaluator);
      const { discriminator, ...facts } = field;
      if (discriminator === undefined) return { ...rest, field };
      return { ...rest, field: facts, schema: taggedUnion(rest.schema, discriminator, this.#models) };
    }
    if (name === 'Strict') return read;
    if (name === 'Discriminator' && args[0]) {
      const key = evaluator.value(args[0].value, scope);
      return typeof key === 'string' ? { ...read, schema: taggedUnion(read.schema, key, this.#models) } : read;
    }
    const keyword = constraintClasses.get(name ?? '');
    if (keyword !== undefined || name === 'StringConstraints' || name === 'Interval') {
      const named = args.map((arg, i) =>
        arg.name === undefined ? { ...arg, name: i === 0 ? (keyword ?? 'ge') : 'max_length' } : arg,
      );
      return readConstraints(read, named, scope, evaluator);
    }
    this.#unknown(node, 'This is not taken over: only what `Field` and constraints say of a type is.');
    return read;
  }

  /** `constr(min_length=1)` and the like. */
  #constrained(node: PyNode, scope: Scope): TypeSchema {
    const { evaluator } = this.#models;
    const name = node.firstChild ? evaluator.importedName(node.firstChild, scope) : undefined;
    const args = argumentsOf(childOf(node, 'ArgList'), evaluator.text);
    const simple = constrainedTypes.get(name ?? '');
    const type = simple === undefined ? undefined : plainType(simple);
    if (type) return readConstraints(type, args, scope, evaluator);
    const [item, ...rest] = args;
    if (item && (name === 'conlist' || name === 'conset' || name === 'confrozenset')) {
      const items = this.read(item.value, scope).schema;
      const list =
        name === 'conlist' ? typed('array', ['items', items]) : typed('array', ['items', items], ['uniqueItems', true]);
      return readConstraints(list, rest, scope, evaluator);
    }
    return this.#unknown(node);
  }

  #tuple(items: readonly PyNode[], scope: Scope): TypeSchema {
    const [first, second] = items;
    if (first && second && this.#models.evaluator.textOf(second) === '...')
      return typed('array', ['items', this.read(first, scope).schema]);
    const fixed = items.filter(item => item.name !== 'TupleExpression').map(item => this.read(item, scope).schema);
    const size = fixed.length;
    return typed(
      'array',
      ['maxItems', size],
      ['minItems', size],
      ...(size > 0 ? [['prefixItems', fixed] as const] : []),
    );
  }

  #dict(items: readonly PyNode[], scope: Scope): TypeSchema {
    const [keyNode, valueNode] = items;
    const values = new Map(valueNode ? this.read(valueNode, scope).schema : []);
    // Pydantic takes it away there.
    values.delete('title');
    const keys = new Map(keyNode ? this.read(keyNode, scope).schema : []);
    const content: PyValue = values.size === 0 ? true : values;
    const pattern = keys.get('pattern');
    keys.delete('type');
    keys.delete('pattern');
    const isPlain =
      keys.size === 0 ||
      [...keys.keys()].every(key =>
        ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].includes(key),
      );
    return typed(
      'object',
      typeof pattern === 'string'
        ? ['patternProperties', new Map([[pattern, content === true ? new Map() : content]])]
        : ['additionalProperties', content],
      ...(isPlain ? [] : [['propertyNames', keys] as const]),
    );
  }
}
