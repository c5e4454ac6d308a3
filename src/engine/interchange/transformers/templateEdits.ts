import { isPyDict } from '../../core/pyValue.ts';
import type { Edit } from '../../core/span.ts';
import type { Definition } from '../../definition/definition.ts';
import { appendItem, indentAt, layoutOf, printValue } from '../../json/editItems.ts';
import { members, readJson, spanOfNode } from '../../json/jsonSource.ts';

/**
 * The edits that put a definition's response template into the text of a model's `tokenizer_config.json`, in the place of
 * the one that is there, laid out like the rest; all other text stays. `undefined` where the text is not a JSON object, or the
 * definition has no template of its own. Linear.
 */
export function templateEdits(text: string, definition: Definition): readonly Edit[] | undefined {
  const template = definition.source.config.get('response_template') ?? null;
  const { root, problems } = readJson(text);
  if (!isPyDict(template) || root?.type !== 'object' || problems.length > 0) return undefined;
  const known = members(root).findLast(({ key }) => key.value === 'response_template')?.value;
  if (!known) return appendItem(text, root, new Map([['response_template', template]]));
  const span = spanOfNode(known);
  return [{ span, text: printValue(template, layoutOf(text), indentAt(text, span.start)) }];
}
