import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import { classNameOf } from './classFacts.ts';
import type { ModelReader } from './modelReader.ts';
import type { ScopedNode } from './scopes.ts';

/** The name and the schema of a Pydantic class of the text; anything else is reported. */
export function modelKeys({ node, scope }: ScopedNode, models: ModelReader): PyDict | undefined {
  const { evaluator } = models;
  const named = evaluator.resolve(node, scope);
  if (named.kind !== 'class' || !models.line(named)) {
    evaluator.report(node, `\`${evaluator.textOf(node)}\` is not a Pydantic class of this text; it is not taken over.`);
    return undefined;
  }
  return new Map<string, PyValue>([
    ['class_name', classNameOf(named.node, evaluator)],
    ['content_schema', models.schemaOf(named)],
  ]);
}
