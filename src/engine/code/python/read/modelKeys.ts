import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import { classNameOf, dataKindOf } from './classFacts.ts';
import type { ModelReader } from './modelReader.ts';
import type { ScopedNode } from './scopes.ts';

/** The name and the schema of a Pydantic class of the text; anything else is reported. */
export function modelKeys(place: ScopedNode, models: ModelReader): PyDict | undefined {
  return keysOf(place, models, false, 'Pydantic class');
}

/** The same, and of a dataclass or a `TypedDict`, with its `kind`. */
export function classKeys(place: ScopedNode, models: ModelReader): PyDict | undefined {
  return keysOf(place, models, true, 'Pydantic class, dataclass or `TypedDict`');
}

function keysOf({ node, scope }: ScopedNode, models: ModelReader, takesData: boolean, wanted: string) {
  const { evaluator } = models;
  const named = evaluator.resolve(node, scope);
  const line = named.kind === 'class' ? models.line(named) : undefined;
  const kind = line && dataKindOf(line);
  if (named.kind !== 'class' || !line || (kind !== undefined && !takesData)) {
    evaluator.report(node, `\`${evaluator.textOf(node)}\` is not a ${wanted} of this text; it is not taken over.`);
    return undefined;
  }
  return new Map<string, PyValue>([
    ['class_name', classNameOf(named.node, evaluator)],
    ...(kind === undefined ? [] : [['kind', kind] as const]),
    ['content_schema', models.schemaOf(named)],
  ]);
}
