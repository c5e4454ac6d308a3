import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import { classNameOf, dataKindOf } from './classFacts.ts';
import type { ModelReader } from './modelReader.ts';
import type { ScopedNode } from './scopes.ts';
import { functionalTypedDict } from './typedFields.ts';

/** The name and the schema of a Pydantic class of the text; anything else is reported. */
export function modelKeys(place: ScopedNode, models: ModelReader): PyDict | undefined {
  return keysOf(place, models, false, 'Pydantic class');
}

/** The same, and of a dataclass or a `TypedDict`, with its `kind`. */
export function classKeys(place: ScopedNode, models: ModelReader): PyDict | undefined {
  return keysOf(place, models, true, 'Pydantic class, dataclass or `TypedDict`');
}

function keysOf({ node, scope }: ScopedNode, models: ModelReader, takesData: boolean, classKind: string) {
  const { evaluator } = models;
  const named = evaluator.resolve(node, scope);
  const functional = takesData && named.kind === 'value' ? functionalKeys(named, models) : undefined;
  if (functional) return functional;
  const line = named.kind === 'class' ? models.line(named) : undefined;
  const kind = line && dataKindOf(line);
  if (named.kind !== 'class' || !line || (kind !== undefined && !takesData)) {
    evaluator.report(node, `\`${evaluator.textOf(node)}\` is not a ${classKind} of this text; it is not taken over.`);
    return undefined;
  }
  return new Map<string, PyValue>([
    ['class_name', classNameOf(named.node, evaluator)],
    ...(kind === undefined ? [] : [['kind', kind] as const]),
    ['content_schema', models.schemaOf(named)],
  ]);
}

/** The same of `TypedDict('X', { … })`; `undefined`: the value is another. */
function functionalKeys(place: ScopedNode, models: ModelReader): PyDict | undefined {
  const made = functionalTypedDict(place, models);
  if (!made) return undefined;
  const fields = [...made.fields.values()];
  const required = fields.filter(({ isRequired }) => isRequired).map(({ key }) => key);
  const schema = new Map<string, PyValue>([
    ['properties', new Map(fields.map(({ key, schema: each }) => [key, each]))],
    ...(required.length > 0 ? [['required', required] as const] : []),
    ['title', made.name],
    ['type', 'object'],
  ]);
  return new Map<string, PyValue>([
    ['class_name', made.name],
    ['kind', 'typeddict'],
    ['content_schema', models.withDefinitions(schema, place.node)],
  ]);
}
