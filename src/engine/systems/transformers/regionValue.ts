import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { parseContent } from './contentParsers.ts';
import type { TemplateField } from './responseTemplate.ts';
import { applyTransform } from './transform.ts';

/** What a region gives: its text through the field's content parser and transform; `captures` are the groups of its open. Raises as both do. */
export function regionValue(field: TemplateField, text: string, captures: PyDict): PyValue {
  const content = parseContent(text, field.content, field.contentArgs);
  const { transform } = field;
  if (transform === null) return content;
  if (!field.transformEach) return applyTransform(transform, new Map([...captures, ['content', content]]));
  const scope = `Field '${field.name}': transform_each requires`;
  if (!isPyList(content))
    throw new EngineError('ValueError', `${scope} the parsed content to be a list, got ${pyTypeName(content)}.`);
  return content.map(item => {
    if (!isPyDict(item))
      throw new EngineError('ValueError', `${scope} each list element to be a dict, got ${pyTypeName(item)}.`);
    return applyTransform(transform, new Map([...captures, ...item]));
  });
}
