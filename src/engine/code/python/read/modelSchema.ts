import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import {
  basesOf,
  type ClassLine,
  classNameOf,
  describe,
  type Member,
  type ModelField,
  membersOf,
} from './classFacts.ts';
import type { ModelContext } from './modelContext.ts';
import type { Evaluator } from './pythonEvaluator.ts';
import type { Scope, ScopedNode } from './scopes.ts';
import { type Argument, argumentsOf, childOf, type PyNode } from './syntax.ts';
import { readField, typedFields } from './typedFields.ts';

/** What a model's configuration says of its schema: `extra`, `title`, `json_schema_extra`. */
type ModelConfig = Map<string, PyValue>;

const codeDecorator =
  /^@\s*(?:[\w.]+\.)?(field_validator|model_validator|validator|root_validator|computed_field|field_serializer|model_serializer)\b/;

/** Reads named arguments: those of `ConfigDict(…)`, or of the class itself. */
function readConfigArguments(args: readonly Argument[], config: ModelConfig, scope: Scope, evaluator: Evaluator): void {
  for (const { name, value } of args) if (name !== undefined) setConfig(name, value, config, scope, evaluator);
}

/** Reads `model_config = …`, a call or a dict. */
function readConfig(node: PyNode, config: ModelConfig, scope: Scope, evaluator: Evaluator): void {
  if (node.name === 'CallExpression') {
    readConfigArguments(argumentsOf(childOf(node, 'ArgList'), evaluator.text), config, scope, evaluator);
    return;
  }
  const value = evaluator.value(node, scope);
  if (value === undefined || !isPyDict(value)) return;
  for (const [key, item] of value)
    if (key === 'extra' || key === 'title' || key === 'json_schema_extra') config.set(key, item);
    else reportSetting(key, node, evaluator);
}

/** Reads `class Config:`, as older versions of Pydantic have it. */
function readConfigClass(node: PyNode, config: ModelConfig, scope: Scope, evaluator: Evaluator): void {
  for (const member of membersOf(node, evaluator)) {
    if (member.kind !== 'assignment' || !member.value) continue;
    const name = member.name === 'schema_extra' ? 'json_schema_extra' : member.name;
    setConfig(name, member.value, config, scope, evaluator);
  }
}

function setConfig(name: string, node: PyNode, config: ModelConfig, scope: Scope, evaluator: Evaluator): void {
  if (name !== 'extra' && name !== 'title' && name !== 'json_schema_extra') {
    reportSetting(name, node, evaluator);
    return;
  }
  const extra = /\bExtra\.(forbid|allow|ignore)$/.exec(evaluator.textOf(node))?.[1];
  const value = extra ?? evaluator.value(node, scope);
  if (value !== undefined) config.set(name, value);
}

/** Settings of a model that change nothing of what is read from an answer. */
const unseen =
  /^(?:frozen|arbitrary_types_allowed|protected_namespaces|validate_assignment|validate_default|from_attributes|orm_mode|revalidate_instances|use_enum_values|defer_build|allow_mutation|copy_on_model_validation|root_element)$/;

function reportSetting(name: string, node: PyNode, evaluator: Evaluator): void {
  if (/_generator$|^use_attribute_docstrings$/.test(name))
    evaluator.report(node, `\`${name}\` changes the schema when the program runs; it is not taken over.`);
  else if (!unseen.test(name)) evaluator.report(node, `\`${name}\` is not taken over: a schema cannot say it.`);
}

/** Says of a method that it checks or changes what is read. */
function reportCode({ node, decorators }: Extract<Member, { kind: 'function' }>, evaluator: Evaluator): void {
  const kind = decorators.map(text => codeDecorator.exec(text)?.[1]).find(name => name !== undefined);
  const name = childOf(node, 'VariableName');
  if (kind !== undefined && name)
    evaluator.report(
      name,
      `\`${evaluator.textOf(name)}\` (${kind}) is code, which a schema cannot say; it is not taken over.`,
    );
}

/** What the bodies of a class and of those that it derives from say, the first of all first. */
interface ModelParts {
  /** Names of methods of the framework's class that they derive from. */
  readonly methods: ReadonlySet<string> | undefined;
  readonly fields: Map<string, ModelField>;
  readonly config: ModelConfig;
  /** The schema of `__pydantic_extra__`. */
  extras?: PyDict;
}

/** What Pydantic prints of a class with fields, in which other classes are references. */
export function modelSchema(place: ScopedNode, line: ClassLine, context: ModelContext): PyDict {
  const parts = readParts(line, context);
  const { fields, config } = parts;
  const title = config.get('title');
  const head: readonly (readonly [string, PyValue])[] = [
    ...describe(place, context.evaluator),
    ['title', typeof title === 'string' ? title : classNameOf(place.node, context.evaluator)],
  ];
  const more = config.get('json_schema_extra');
  const added = isPyDict(more) ? [...more] : [];
  if (line.kind === 'root model') return new Map([...rootType(line, fields, context), ...head, ...added]);
  const required = [...fields.values()].filter(({ isRequired }) => isRequired).map(({ key }) => key);
  const additional = additionalOf(parts);
  return new Map<string, PyValue>([
    ['properties', new Map([...fields.values()].map(({ key, schema }) => [key, schema]))],
    ...(required.length > 0 ? [['required', required] as const] : []),
    ...head,
    ['type', 'object'],
    ...(additional === undefined ? [] : [['additionalProperties', additional] as const]),
    ...added,
  ]);
}

function readParts(line: ClassLine, context: ModelContext): ModelParts {
  const { base } = line;
  const parts: ModelParts = {
    methods: base?.methods,
    fields: new Map(base?.fields),
    config: new Map(base?.config),
  };
  for (const each of line.classes) {
    const scope = context.scopeIn(each);
    const members = membersOf(each.node, context.evaluator);
    if (line.kind === 'typeddict') {
      for (const [key, field] of typedFields(each, members, scope, context)) parts.fields.set(key, field);
      continue;
    }
    if (line.kind !== 'dataclass')
      readConfigArguments(basesOf(each, context.evaluator), parts.config, scope, context.evaluator);
    for (const member of members) readMember(member, parts, scope, context);
  }
  return parts;
}

/** Adds what a statement in the body of a class says. */
function readMember(member: Member, parts: ModelParts, scope: Scope, context: ModelContext): void {
  const { evaluator } = context;
  const { methods, fields, config } = parts;
  if (member.kind === 'function') reportCode(member, evaluator);
  else if (member.kind === 'class') {
    if (member.name === 'Config') readConfigClass(member.node, config, scope, evaluator);
  } else if (member.name === 'model_config' && member.value) readConfig(member.value, config, scope, evaluator);
  else if (member.name === '__pydantic_extra__' && member.annotation)
    parts.extras = context.readType(member.annotation, scope).schema;
  else {
    const field = readField(member, scope, fields, context);
    // The method of that name is its default.
    const hasMethod = methods?.has(member.name) && !member.value;
    if (field) fields.set(member.name, hasMethod ? { ...field, isRequired: false } : field);
  }
}

/** Which keys beside the fields are allowed; `undefined` where nothing is said. */
function additionalOf({ config, extras }: ModelParts): PyValue | undefined {
  const extra = config.get('extra');
  if (extra === 'forbid') return false;
  return extra === 'allow' ? (extras?.get('additionalProperties') ?? true) : undefined;
}

/** The type of a root model: of its field `root`, or in the brackets of `RootModel[…]`. */
function rootType(line: ClassLine, fields: ReadonlyMap<string, ModelField>, context: ModelContext): PyDict {
  const root = fields.get('root');
  if (root) return new Map([...root.schema].filter(([key, value]) => key !== 'title' || value !== 'Root'));
  for (const place of line.classes)
    for (const { value: node } of basesOf(place, context.evaluator)) {
      const inner = childOf(node, '[')?.nextSibling;
      if (inner) return context.readType(inner, place.scope).schema;
    }
  return new Map();
}
