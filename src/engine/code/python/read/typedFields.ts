import { basesOf, type Member, type ModelField } from './classFacts.ts';
import type { ModelContext } from './modelContext.ts';
import { readField } from './modelFields.ts';
import type { Scope, ScopedNode } from './scopes.ts';
import { argumentsOf, childOf, childrenOf, itemsOf, type PyNode } from './syntax.ts';

/** The keys that the body of a `TypedDict` declares: required unless the class is not `total`, or `NotRequired[…]` says so. */
export function typedFields(
  place: ScopedNode,
  members: readonly Member[],
  scope: Scope,
  context: ModelContext,
): ReadonlyMap<string, ModelField> {
  const { evaluator } = context;
  const total = basesOf(place, evaluator).find(({ name }) => name === 'total');
  const isTotal = !total || evaluator.value(total.value, place.scope) !== false;
  const fields = new Map<string, ModelField>();
  for (const member of members) {
    if (member.kind !== 'assignment' || !member.annotation) continue;
    const { annotation, isRequired } = requiredness(member.annotation, scope, context);
    const field = readField({ ...member, annotation }, scope, fields, context);
    if (field) fields.set(member.name, { ...field, isRequired: isRequired ?? isTotal });
  }
  return fields;
}

/** A `TypedDict('X', { 'key': type })`: what it is called, and its keys. `undefined`: the node is another value. */
export function functionalTypedDict(
  { node, scope }: ScopedNode,
  context: ModelContext,
): { readonly name: string; readonly fields: ReadonlyMap<string, ModelField> } | undefined {
  const { evaluator } = context;
  const callee = node.name === 'CallExpression' ? node.firstChild : null;
  if (!callee || evaluator.importedName(callee, scope) !== 'TypedDict') return undefined;
  const args = argumentsOf(childOf(node, 'ArgList'), evaluator.text);
  const [called, items] = args.filter(({ name }) => name === undefined).map(({ value }) => value);
  const name = called && evaluator.value(called, scope);
  if (typeof name !== 'string' || items?.name !== 'DictionaryExpression') return undefined;
  const total = args.find(each => each.name === 'total');
  const isTotal = !total || evaluator.value(total.value, scope) !== false;
  const fields = new Map<string, ModelField>();
  for (const [key, type] of entriesOf(items)) {
    const written = evaluator.value(key, scope);
    if (typeof written !== 'string') return undefined;
    const { annotation, isRequired } = requiredness(type, scope, context);
    const member = {
      kind: 'assignment',
      name: written,
      node: key,
      targets: [],
      isUnpacking: false,
      annotation,
    } as const;
    const field = readField(member, scope, fields, context);
    if (field) fields.set(written, { ...field, isRequired: isRequired ?? isTotal });
  }
  return { name, fields };
}

/** The keys and values of a dictionary's literal, in their order. */
function entriesOf(dict: PyNode): readonly (readonly [key: PyNode, value: PyNode])[] {
  const parts = childrenOf(dict);
  return parts.flatMap((colon, i) => {
    const [key, value] = [parts[i - 1], parts[i + 1]];
    return colon.name === ':' && key && value && !value.type.isError ? [[key, value] as const] : [];
  });
}

/** The type within `Required[…]` or `NotRequired[…]`, and what they say; `undefined`: nothing. */
function requiredness(
  annotation: PyNode,
  scope: Scope,
  { evaluator }: ModelContext,
): { readonly annotation: PyNode; readonly isRequired: boolean | undefined } {
  const base = childOf(annotation, '[') ? annotation.firstChild : null;
  const name = base ? evaluator.importedName(base, scope) : undefined;
  const inner = name === 'Required' || name === 'NotRequired' ? itemsOf(annotation)[1] : undefined;
  if (!inner) return { annotation, isRequired: undefined };
  return { annotation: inner, isRequired: name === 'Required' };
}
