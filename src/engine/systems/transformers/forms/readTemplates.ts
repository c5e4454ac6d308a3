import { commentAbove, nameOfExpression } from '../../../code/python/read/nameOf.ts';
import { outlineOf } from '../../../code/python/read/outline.ts';
import { Evaluator } from '../../../code/python/read/pythonEvaluator.ts';
import { treeOf } from '../../../code/python/read/pythonTree.ts';
import { childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { UniqueNames } from '../../../code/uniqueNames.ts';
import type { PyValue } from '../../../core/pyValue.ts';
import type { Imported, ImportFormat, ImportResult } from '../../../parsers/interchange.ts';
import { isResponseTemplate } from './tokenizerConfigForm.ts';

/** Response templates of transformers that stand as dictionaries in Python; nothing is run. */
export const templateImport: ImportFormat = {
  id: 'response-template',
  title: 'transformers (Python)',
  summary: 'Dictionaries with `fields` and a `start_anchor`, as response templates',
  extensions: ['.py', '.pyi'],
  languages: ['python'],
  read(text, _fileName, span) {
    if (!text.includes('start_anchor')) return { definitions: [], problems: [] };
    const tree = treeOf(text);
    if (!tree) return { definitions: [], problems: [] };
    const outline = outlineOf(tree, text);
    const evaluator = new Evaluator(text, outline.attributes, outline.inner);
    const names = new UniqueNames();
    const definitions: Imported[] = [];
    const cursor = tree.cursor();
    do {
      const { node } = cursor;
      const isMeant = span === undefined || (node.from < span.end && node.to > span.start);
      if (node.name !== 'DictionaryExpression' || !isMeant || !namesFields(node, evaluator)) continue;
      const value: PyValue = evaluator.value(node, outline.module) ?? null;
      if (!isResponseTemplate(value)) continue;
      const description = commentAbove(node, text);
      definitions.push({
        name: names.take(nameOfExpression(node, evaluator) ?? 'response_template', '_'),
        config: new Map<string, PyValue>([
          ['type', 'response_template'],
          ...(description === undefined ? [] : [['description', description] as const]),
          ['response_template', value],
        ]),
        span: spanOf(node),
      });
    } while (cursor.next());
    const result: ImportResult = { definitions, problems: evaluator.problems };
    return result;
  },
};

/** Whether a dictionary has the keys of a response template, by its own text: inner ones are looked at by themselves. */
function namesFields(node: PyNode, evaluator: Evaluator): boolean {
  const children = childrenOf(node);
  const keys = children.flatMap((child, i) => (children[i + 1]?.name === ':' ? [evaluator.plainText(child)] : []));
  return keys.includes('fields') && keys.some(key => key === 'start_anchor' || key === 'start_anchor_pattern');
}
