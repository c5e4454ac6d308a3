import { type Code, callCode, type Item, keyword, layOut } from '../../../code/python/code.ts';
import { isIdentifier, toClassName, toIdentifier } from '../../../code/python/identifiers.ts';
import { literalCode, textCode } from '../../../code/python/literals.ts';
import { readPython } from '../../../code/python/read/readPython.ts';
import { dictAt, listAt } from '../../../code/python/schemaFacts.ts';
import { commentOf, contains, lossesOf, nameLosses, refusalOf, renaming } from '../../../code/python/write/losses.ts';
import { fieldNames, writeModel } from '../../../code/python/write/modelWriter.ts';
import { PythonFile } from '../../../code/python/write/pythonFile.ts';
import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { Exported, ExportFormat, Loss } from '../../../parsers/interchange.ts';
import { readTool, type Tool, type ToolKind } from '../tool.ts';
import { langroidPython } from './readTools.ts';
import {
  agentSettings,
  langroidModules,
  normalizeTools,
  ownFields,
  textMethods,
  tokenAttributes,
  toolMethods,
} from './toolFacts.ts';

/** Tool classes of Langroid, and the agent that knows them. */
export const langroidExport: ExportFormat = {
  id: 'langroid',
  title: 'Langroid (Python)',
  summary: 'Classes of `ToolMessage` or `XMLToolMessage`, and the `ChatAgent` that they are enabled for',
  extension: '.py',
  language: 'python',
  readBy: 'python',
  refuses: definition =>
    isTools(definition) ? refusalOf(definition) : `Langroid has no tools like \`${definition.type}\`.`,
  write,
};

function isTools({ type }: Definition): boolean {
  return type === 'ToolMessage' || type === 'XMLToolMessage';
}

/** A tool that is written: its class, and how the agent enables it. */
interface WrittenTool {
  readonly className: string;
  readonly flags: readonly Item[];
}

function write(definitions: readonly Definition[]): Exported {
  const tools = definitions.flatMap(({ source }) => toolsOf(source.config));
  const file = new PythonFile(new Set([...fieldNames(tools), 'request', 'purpose']));
  const names: string[] = [];
  const renamed: Loss[] = [];
  for (const definition of definitions) {
    const { name, type, description, source } = definition;
    const kind: ToolKind = type === 'XMLToolMessage' ? type : 'ToolMessage';
    const written = toolsOf(source.config).map(tool => writeTool(tool, kind, file, definition, renamed));
    const variable = file.declare(toIdentifier(name, 'agent'));
    names.push(variable);
    const settings = dictAt(source.config, 'agent');
    // The thought delimiters are the language model's: an agent's config refuses them.
    const keys = agentSettings.filter(key => settings.has(key) && key !== 'thought_delimiters');
    const config = callCode(
      use(file, 'ChatAgentConfig'),
      keys.map(key => keyword(key, literalCode(settings.get(key) ?? null))),
    );
    const agent = callCode(use(file, 'ChatAgent'), [{ code: config }]);
    const lines = [`${variable} = ${layOut(agent, 0, variable.length + 3)}`, ...enabling(variable, written)];
    file.add(`${commentOf(description)}${lines.join('\n')}`);
  }
  const text = file.text();
  const read = new Map(readPython([langroidPython], text, '').definitions.map(one => [one.name, one]));
  const losses = definitions.flatMap((definition, i) => {
    const again = read.get(names[i]!);
    const own = lossesOf(definition, again, 'Langroid', normalizeTools);
    return [...own, ...otherForms(definition, again?.config ?? new Map(), own)];
  });
  return { text, losses: [...losses, ...nameLosses(definitions, names), ...renamed] };
}

/** Schemas that mean the same when they are read again, but are written with less. */
function otherForms({ name, source }: Definition, again: PyDict, losses: readonly Loss[]): readonly Loss[] {
  const tools = toolsOf(again);
  return toolsOf(source.config).flatMap((tool, i) => {
    const key = `tools.${i}.schema`;
    const isKnown = losses.some(loss => loss.key?.startsWith(key));
    if (isKnown || contains(tools[i]?.get('schema'), tool.get('schema') ?? new Map())) return [];
    return [
      {
        definition: name,
        key,
        message: 'It is written as the tool’s own fields; what every tool has comes from its base class.',
      },
    ];
  });
}

function toolsOf(config: PyDict): readonly PyDict[] {
  return listAt(config, 'tools').filter(isPyDict);
}

function use(file: PythonFile, name: string): string {
  return file.use(langroidModules[name]!, name);
}

function writeTool(
  config: PyDict,
  kind: ToolKind,
  file: PythonFile,
  { name }: Definition,
  renamed: Loss[],
): WrittenTool {
  const tool = readTool(config, kind);
  const schema = ownFields(new Map(dictAt(config, 'schema')));
  const fields = dictAt(schema, 'properties');
  const title = dictAt(config, 'schema').get('title');
  const text = file.use('builtins', 'str');
  const field = (key: string, value: string) =>
    `${key}: ${text} = ${layOut(textCode(value), 4, key.length + text.length + 9)}`;
  const className = writeModel(
    file,
    schema,
    {
      name: toClassName(typeof title === 'string' ? title : tool.name, 'Tool'),
      base: use(file, tool.kind),
      methods: toolMethods,
      before: [field('request', tool.name), ...(tool.purpose === '' ? [] : [field('purpose', tool.purpose)])],
      after: [...attributes(config, file), ...methods(config, tool, fields, file)],
      fieldsOnly: true,
    },
    renaming(name, renamed, 'tools'),
  );
  const flags: Item[] = [];
  if (config.get('use') === false) flags.push(keyword('use', 'False'));
  if (config.get('handle') === false) flags.push(keyword('handle', 'False'));
  if (config.get('require_recipient') === true) flags.push(keyword('require_recipient', 'True'));
  return { className, flags };
}

function attributes(config: PyDict, file: PythonFile): readonly string[] {
  return Object.entries(tokenAttributes).flatMap(([key, name]) => {
    const value = config.get(key);
    if (typeof value !== 'number' || !Number.isInteger(value)) return [];
    return [`${name}: ${file.use('builtins', 'int')} = ${value}`];
  });
}

function methods(config: PyDict, tool: Tool, fields: PyDict, file: PythonFile): readonly string[] {
  const lines: string[] = [];
  const add = (name: string, parameters: string, result: string, value: Code) => {
    // A field of this name takes the method's place.
    if (fields.has(name)) return;
    lines.push('', '@classmethod', `def ${name}(${parameters}) -> ${result}:`, `    return ${layOut(value, 8, 15)}`);
  };
  if (tool.examples.length > 0) {
    const message = use(file, 'ToolMessage');
    const list = file.use('builtins', 'list');
    const examples = tool.examples.map(({ thought, value }): Item => {
      const call = exampleCall(value);
      if (thought === undefined) return { code: call };
      return { code: { open: '(', items: [{ code: textCode(thought) }, { code: call }], close: ')' } };
    });
    const tuple = file.use('builtins', 'tuple');
    const result = `${list}[${message} | ${tuple}[${file.use('builtins', 'str')}, ${message}]]`;
    add('examples', 'cls', result, { open: '[', items: examples, close: ']' });
  }
  for (const [key, [name, parameters]] of Object.entries(textMethods)) {
    const value = config.get(key);
    if (typeof value === 'string') add(name, parameters, file.use('builtins', 'str'), textCode(value));
  }
  return lines;
}

function exampleCall(value: PyDict): Code {
  const isPlain = [...value.keys()].every(isIdentifier);
  if (!isPlain) return callCode('cls', [{ prefix: '**', code: literalCode(value) }]);
  return callCode(
    'cls',
    [...value].map(([key, item]: readonly [string, PyValue]) => keyword(key, literalCode(item))),
  );
}

/** Calls that tell the agent of its tools: one for those that stand side by side and are enabled alike. */
function enabling(agent: string, tools: readonly WrittenTool[]): readonly string[] {
  const groups: { names: string[]; flags: readonly Item[]; key: string }[] = [];
  for (const { className, flags } of tools) {
    const key = flags.map(({ prefix }) => prefix).join();
    const last = groups.at(-1);
    if (last?.key === key) last.names.push(className);
    else groups.push({ names: [className], flags, key });
  }
  return groups.map(({ names, flags }) => {
    const list: Code = { open: '[', items: names.map(code => ({ code })), close: ']' };
    const what = names.length === 1 ? names[0]! : list;
    return layOut(callCode(`${agent}.enable_message`, [{ code: what }, ...flags]));
  });
}
