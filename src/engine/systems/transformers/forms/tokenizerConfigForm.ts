import { layOut } from '../../../code/python/code.ts';
import { toIdentifier } from '../../../code/python/identifiers.ts';
import { literalCode } from '../../../code/python/literals.ts';
import { commentAbove, nameOfExpression } from '../../../code/python/read/nameOf.ts';
import { outlineOf } from '../../../code/python/read/outline.ts';
import { Evaluator } from '../../../code/python/read/pythonEvaluator.ts';
import { treeOf } from '../../../code/python/read/pythonTree.ts';
import { childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { commentOf } from '../../../code/python/write/losses.ts';
import { jsonFile } from '../../../code/schema/jsonText.ts';
import { nameOfFile, readForm } from '../../../code/schema/readForm.ts';
import { UniqueNames } from '../../../code/uniqueNames.ts';
import { isPyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { ExportFormat, Imported, ImportFormat, ImportResult, Loss } from '../../../parsers/interchange.ts';
import { modelConfigKeys, modelNameOf } from '../tokenizerConfig.ts';

/** The keys of a model's `tokenizer_config.json` that say how its prompts are written and its answers read. */
export const tokenizerConfig: ExportFormat = {
  id: 'tokenizer-config',
  title: 'transformers (tokenizer_config.json)',
  summary:
    'The response template, chat template and special tokens of an open model, to be merged into its configuration',
  extension: '.tokenizer_config.json',
  language: 'json',
  refuses: refusesTemplate,
  write(definitions) {
    const [first, ...others] = definitions;
    const losses: Loss[] = others.map(({ name }) => ({
      definition: name,
      message: 'A configuration has one response template. Export this definition to a file of its own.',
    }));
    return { text: first ? jsonFile(new Map(keysOf(first))) : '', losses };
  },
};

/** Reads the response template of a model's `tokenizer_config.json`, or one that stands by itself. */
export const tokenizerConfigImport: ImportFormat = {
  id: 'tokenizer-config',
  title: 'transformers (tokenizer_config.json)',
  summary:
    'The response template, chat template and special tokens of a model’s configuration, or a response template alone',
  extensions: ['.json', '.jsonc'],
  languages: ['json', 'jsonc'],
  read(text, fileName, span) {
    if (!/"(?:response_template|start_anchor(?:_pattern)?)"/.test(text)) return { definitions: [], problems: [] };
    const form = readForm(text, span);
    if ('message' in form) return { definitions: [], problems: [form] };
    const { value } = form;
    const keys = modelConfigKeys(isResponseTemplate(value) ? new Map([['response_template', value]]) : value);
    if (!keys || !isPyDict(keys.get('response_template'))) return { definitions: [], problems: [] };
    const config = new Map([...keys].filter(([, item]) => !isPyDict(item) || item.size > 0));
    return {
      definitions: [{ name: modelNameOf(fileName) ?? nameOfFile(fileName), config, span: form.span }],
      problems: [],
    };
  },
};

/** Why a definition has no response template to be written. */
function refusesTemplate({ type, source }: Definition): string | undefined {
  if (type !== 'response_template') return `\`${type}\` is no response template of transformers.`;
  return isPyDict(source.config.get('response_template'))
    ? undefined
    : 'The response template stands in a file of the model already.';
}

/** Whether a value looks like a response template. */
function isResponseTemplate(value: PyValue): boolean {
  return (
    isPyDict(value) && isPyDict(value.get('fields')) && (value.has('start_anchor') || value.has('start_anchor_pattern'))
  );
}

function keysOf({ source: { config } }: Definition): readonly (readonly [string, PyValue])[] {
  const tokens = config.get('special_tokens');
  const keys = ['response_template', 'chat_template'].flatMap(key => {
    const value = config.get(key) ?? null;
    return value === null ? [] : [[key, value] as const];
  });
  return [...keys, ...(isPyDict(tokens) ? tokens : [])];
}

/** Response templates of transformers as dictionaries, for a tokenizer. */
export const templateExport: ExportFormat = {
  id: 'response-template',
  title: 'transformers (Python)',
  summary: 'A response template as a dictionary, for `tokenizer.response_template`',
  extension: '.py',
  language: 'python',
  refuses: refusesTemplate,
  write(definitions) {
    const names = new UniqueNames();
    const texts = definitions.map(({ name, description, source }) => {
      const variable = names.take(toIdentifier(name, 'response_template'), '_');
      const value = layOut(literalCode(source.config.get('response_template') ?? null), 0, variable.length + 3);
      return `${commentOf(description)}${variable} = ${value}\n`;
    });
    const head = '# transformers: `tokenizer.response_template = …`, or the argument `schema` of `parse_response`.\n\n';
    return { text: head + texts.join('\n'), losses: [] };
  },
};

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
