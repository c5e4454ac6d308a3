import { isPyDict, type PyValue } from '../../../core/pyValue.ts';
import { type Member, membersOf } from './classFacts.ts';
import type { Evaluator } from './pythonEvaluator.ts';
import type { Scope } from './scopes.ts';
import { type Argument, argumentsOf, childOf, type PyNode } from './syntax.ts';

/** What a model's configuration says of its schema: `extra`, `title`, `json_schema_extra`. */
export type ModelConfig = Map<string, PyValue>;

const codeDecorator =
  /^@\s*(?:[\w.]+\.)?(field_validator|model_validator|validator|root_validator|computed_field|field_serializer|model_serializer)\b/;

/** Reads named arguments: those of `ConfigDict(…)`, or of the class itself. */
export function readConfigArguments(
  args: readonly Argument[],
  config: ModelConfig,
  scope: Scope,
  evaluator: Evaluator,
): void {
  for (const { name, value } of args) if (name !== undefined) setConfig(name, value, config, scope, evaluator);
}

/** Reads `model_config = …`, a call or a dict. */
export function readConfig(node: PyNode, config: ModelConfig, scope: Scope, evaluator: Evaluator): void {
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
export function readConfigClass(node: PyNode, config: ModelConfig, scope: Scope, evaluator: Evaluator): void {
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
export function reportCode({ node, decorators }: Extract<Member, { kind: 'function' }>, evaluator: Evaluator): void {
  const kind = decorators.map(text => codeDecorator.exec(text)?.[1]).find(name => name !== undefined);
  const name = childOf(node, 'VariableName');
  if (kind !== undefined && name)
    evaluator.report(
      name,
      `\`${evaluator.textOf(name)}\` (${kind}) is code, which a schema cannot say; it is not taken over.`,
    );
}
