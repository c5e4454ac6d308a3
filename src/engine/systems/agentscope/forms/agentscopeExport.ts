import { type Code, callCode, type Item, keyword, layOut } from '../../../code/python/code.ts';
import { toIdentifier } from '../../../code/python/identifiers.ts';
import { literalCode, patternCode } from '../../../code/python/literals.ts';
import { readPython } from '../../../code/python/read/readPython.ts';
import { fromExport } from '../../../code/python/write/askedSource.ts';
import {
  classNameOf,
  commentOf,
  lossesOf,
  nameLosses,
  refusalOf,
  renaming,
} from '../../../code/python/write/losses.ts';
import { fieldNames, writeModel } from '../../../code/python/write/modelWriter.ts';
import { PythonFile } from '../../../code/python/write/pythonFile.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { InstalledFramework } from '../../../parsers/askedFramework.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { Exported, ExportFormat, Loss } from '../../../parsers/interchange.ts';
import { agentscopePython } from './agentscopePython.ts';
import { parserParameters, taggedContentParameters } from './parserClasses.ts';

const module = 'agentscope.parsers';

/** Constructor calls of AgentScope's parsers, with a Pydantic class for a schema. */
export const agentscopeExport: ExportFormat = {
  id: 'agentscope',
  title: 'AgentScope (Python)',
  summary: 'Constructor calls of AgentScope’s parsers, with a Pydantic class for `content_schema`',
  extension: '.py',
  language: 'python',
  readBy: 'python',
  refuses: definition =>
    parserParameters.has(definition.type)
      ? (refusalOf(definition) ?? tagsRefusal(definition))
      : `AgentScope has no parser class \`${definition.type}\`.`,
  write,
};

/** A text among the tags would not be a call. */
function tagsRefusal({ source }: Definition): string | undefined {
  const tags = source.config.get('tagged_contents') ?? [];
  return isPyList(tags) && tags.every(isPyDict) ? undefined : 'Its `tagged_contents` are not a list of objects.';
}

/** The JSON Schema that stands for a Pydantic class; `undefined`: the definition has none. */
function contentSchemaOf({ type, source }: Definition): PyDict | undefined {
  const schema = source.config.get('content_schema');
  return type === 'MarkdownJsonDictParser' && isPyDict(schema) ? schema : undefined;
}

function write(definitions: readonly Definition[]): Exported {
  const file = new PythonFile(fieldNames(definitions.map(one => contentSchemaOf(one) ?? null)));
  for (const { type } of definitions) file.use(module, type);
  const names: string[] = [];
  const renamed: Loss[] = [];
  for (const definition of definitions) {
    const { name, type, description, source } = definition;
    const schema = contentSchemaOf(definition);
    const model = schema && writeModel(file, schema, { name: classNameOf(schema, name) }, renaming(name, renamed));
    const variable = file.declare(toIdentifier(name, 'parser'));
    names.push(variable);
    const call = callCode(file.use(module, type), argumentsOf(type, source.config, model, file));
    file.add(`${commentOf(description)}${variable} = ${layOut(call, 0, variable.length + 3)}`);
  }
  const text = file.text();
  const read = new Map(readPython([agentscopePython], text, '').definitions.map(one => [one.name, one]));
  const losses = definitions.flatMap((definition, i) => lossesOf(definition, read.get(names[i]!), 'AgentScope'));
  return { text, losses: [...losses, ...nameLosses(definitions, names), ...renamed] };
}

function argumentsOf(type: string, config: PyDict, model: string | undefined, file: PythonFile): readonly Item[] {
  const { positional, parameters } = parserParameters.get(type)!;
  const items: Item[] = [];
  const tags = config.get('tagged_contents') ?? [];
  if (positional && isPyList(tags))
    for (const tag of tags) if (isPyDict(tag)) items.push({ code: taggedContent(tag, file) });
  for (const name of parameters) {
    const value = config.get(name);
    if (name === 'content_hint' && model !== undefined) items.push(keyword(name, model));
    else if (value !== undefined) items.push(keyword(name, argumentCode(name, value)));
  }
  return items;
}

function taggedContent(tag: PyDict, file: PythonFile): Code {
  const names = taggedContentParameters.filter(name => tag.has(name));
  return callCode(
    file.use(module, 'TaggedContent'),
    names.map(name => keyword(name, literalCode(tag.get(name) ?? null))),
  );
}

function argumentCode(name: string, value: PyValue): Code {
  return name === 'tagged_content_pattern' && typeof value === 'string' ? patternCode(value) : literalCode(value);
}

/** How the classes of an installed AgentScope 0.1 read and instruct. */
export const installedAgentscope: InstalledFramework = {
  name: 'AgentScope',
  distributions: ['agentscope', 'pydantic'],
  hasMessages: true,
  takesMessages: false,
  reads: (variable, text) => `${variable}.parse(ModelResponse(text=${text})).parsed`,
  source: fromExport(agentscopeExport),
  takesInstruction: ({ type }) => parserParameters.get(type)?.parameters.includes('format_instruction') === true,
};
