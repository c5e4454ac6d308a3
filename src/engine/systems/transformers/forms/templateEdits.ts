import type { Node } from 'jsonc-parser';
import { isPyDict, type PyDict } from '../../../core/pyValue.ts';
import type { Edit } from '../../../core/span.ts';
import { appendItem, indentAt, layoutOf, printValue } from '../../../json/editItems.ts';
import { members, readJson, spanOfNode } from '../../../json/jsonSource.ts';
import type { Definition } from '../../../parsers/definition.ts';

const key = 'response_template';

/**
 * The edits that put a definition's response template into the text of a model's `tokenizer_config.json`, in the place of
 * the one that is there, laid out like the rest; all other text stays. `undefined` where the text is not a JSON object, or the
 * definition has no template of its own. Linear.
 */
export function templateEdits(text: string, definition: Definition): readonly Edit[] | undefined {
  const template = definition.source.config.get(key);
  return isPyDict(template) ? configTemplateEdits(text, template) : undefined;
}

/** The same of any response template. */
export function configTemplateEdits(text: string, template: PyDict): readonly Edit[] | undefined {
  const { root, problems } = readJson(text);
  return root?.type === 'object' && problems.length === 0 ? memberEdits(text, root, template) : undefined;
}

/** The edits that put a response template into a definition, whose file has this text, in the place of the one that is there. Linear. */
export function definitionTemplateEdits(text: string, definition: Definition, template: PyDict): readonly Edit[] {
  const node = definition.source.nodeAt([]);
  return node ? memberEdits(text, node, template) : [];
}

function memberEdits(text: string, container: Node, template: PyDict): readonly Edit[] {
  const existing = members(container).findLast(member => member.key.value === key)?.value;
  if (!existing) return appendItem(text, container, new Map([[key, template]]));
  const span = spanOfNode(existing);
  return [{ span, text: printValue(template, layoutOf(text), indentAt(text, span.start)) }];
}
