import { jsonFile } from '../../../code/schema/jsonText.ts';
import { nameOfFile, readForm } from '../../../code/schema/readForm.ts';
import { isPyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { ExportFormat, ImportFormat, Loss } from '../../../parsers/interchange.ts';
import { modelConfigKeys, modelNameOf } from '../tokenizerConfig.ts';

/** The keys of a model's `tokenizer_config.json` that say how it is asked and read. */
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
export function refusesTemplate({ type, source }: Definition): string | undefined {
  if (type !== 'response_template') return `\`${type}\` is no response template of transformers.`;
  return isPyDict(source.config.get('response_template'))
    ? undefined
    : 'The response template stands in a file of the model already.';
}

/** Whether a value looks like a response template. */
export function isResponseTemplate(value: PyValue): boolean {
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
