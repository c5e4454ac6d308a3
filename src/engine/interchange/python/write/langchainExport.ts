import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Definition } from '../../../definition/definition.ts';
import { sortSchema } from '../../../parsers/shared/pydanticSchema.ts';
import { toJsonText } from '../../../python/jsonDumps.ts';
import type { Exported, ExportFormat, Loss } from '../../interchange.ts';
import { type Code, callCode, type Item, keyword, layOut } from '../code.ts';
import { isIdentifier, toIdentifier } from '../identifiers.ts';
import { langchainPythonClasses } from '../langchainClasses.ts';
import { literalCode, patternCode } from '../literals.ts';
import { readPython } from '../read/pythonImport.ts';
import { classNameOf, refusalOf, renaming } from './agentscopeExport.ts';
import { commentOf } from './comments.ts';
import { lossesOf, nameLosses } from './losses.ts';
import { fieldNames, writeModel } from './modelWriter.ts';
import { PythonFile } from './pythonFile.ts';

/** Constructor calls of langchain-core's parsers, with Pydantic classes for schemas. */
export const langchainExport: ExportFormat = {
  id: 'langchain',
  title: 'LangChain (Python)',
  summary: 'Constructor calls of langchain-core’s output parsers, with Pydantic classes for schemas',
  extension: '.py',
  language: 'python',
  readBy: 'python',
  refuses: definition =>
    langchainPythonClasses.has(definition.type) && definition.source.config.get('runtime') !== 'js'
      ? refusalOf(definition)
      : `langchain-core in Python has no parser for this \`${definition.type}\`.`,
  write,
};

function write(definitions: readonly Definition[]): Exported {
  const file = new PythonFile(fieldNames(definitions.flatMap(({ source }) => modelsOf(source.config))));
  for (const { type } of definitions) file.use(langchainPythonClasses.get(type)!.module, type);
  const renamed: Loss[] = [];
  // Definitions that name the same class share it.
  const classes = new Map<string, string>();
  const names = definitions.map(({ name, type, description, source }) => {
    const items = argumentsOf(type, source.config, (model, place) => {
      const own = classKey(model);
      const known = classes.get(own) ?? writeClass(file, model, name, place, renamed);
      classes.set(own, known);
      return known;
    });
    const variable = file.declare(toIdentifier(name, 'parser'));
    const call = callCode(file.use(langchainPythonClasses.get(type)!.module, type), items);
    file.add(`${commentOf(description)}${variable} = ${layOut(call, 0, variable.length + 3)}`);
    return variable;
  });
  const text = file.text();
  const read = new Map(readPython(text, '').definitions.map(one => [one.name, one]));
  const losses = definitions.flatMap((definition, i) =>
    lossesOf(definition, read.get(names[i]!), 'LangChain', withoutDefaults),
  );
  return { text, losses: [...losses, ...nameLosses(definitions, names), ...renamed] };
}

/** Python is what a definition without a runtime means, and the title of a schema is its class. */
function withoutDefaults(config: PyDict): PyDict {
  const schema = config.get('content_schema') ?? null;
  const title = isPyDict(schema) ? schema.get('title') : undefined;
  const kept = [...config].filter(
    ([key, value]) => !(key === 'runtime' && value === 'python') && !(key === 'class_name' && value === title),
  );
  return new Map(
    kept.map(([key, value]) => [key, key === 'tools' || key === 'pydantic_schema' ? inner(value) : value]),
  );
}

function inner(models: PyValue): PyValue {
  const plain = (model: PyValue): PyValue => {
    if (!isPyDict(model)) return model;
    const schema = model.get('content_schema') ?? null;
    const sorted = isPyDict(schema)
      ? new Map<string, PyValue>([...model, ['content_schema', sortSchema(schema)]])
      : model;
    return withoutDefaults(sorted);
  };
  if (isPyList(models)) return models.map(plain);
  return isPyDict(models) ? new Map([...models].map(([name, model]) => [name, plain(model)])) : models;
}

/** The schemas of a definition, each the one of a class. */
function modelsOf(config: PyDict): readonly PyValue[] {
  const tools = config.get('tools') ?? null;
  const several = config.get('pydantic_schema') ?? null;
  const others = [...(isPyList(tools) ? tools : []), ...(isPyDict(several) ? several.values() : [])];
  return [config, ...others].map(model => (isPyDict(model) ? (model.get('content_schema') ?? null) : null));
}

function classKey(model: PyDict): string {
  return toJsonText([model.get('class_name') ?? null, model.get('content_schema') ?? null]);
}

/** Writes the class of `class_name` and `content_schema`; its name. */
function writeClass(file: PythonFile, model: PyDict, definition: string, place: string, renamed: Loss[]): string {
  const schema = model.get('content_schema') ?? null;
  const given = model.get('class_name');
  const own: PyDict = isPyDict(schema) ? schema : new Map();
  const name = typeof given === 'string' && isIdentifier(given) ? given : classNameOf(own, definition);
  return writeModel(file, own, { name }, renaming(definition, renamed, place));
}

function argumentsOf(type: string, config: PyDict, classOf: (model: PyDict, place: string) => string): readonly Item[] {
  const items: Item[] = [];
  const { parameters } = langchainPythonClasses.get(type)!;
  for (const [name, kind] of Object.entries(parameters)) {
    const value = config.get(name);
    if (kind === 'value') {
      if (value === undefined) continue;
      items.push(
        keyword(name, name === 'pattern' && typeof value === 'string' ? patternCode(value) : literalCode(value)),
      );
    } else if (kind === 'models') {
      const tools = (isPyList(value ?? null) ? (value as readonly PyValue[]) : []).filter(isPyDict);
      const classes = tools.map((tool, i): Item => ({ code: classOf(tool, `tools.${i}.content_schema`) }));
      items.push(keyword(name, { open: '[', items: classes, close: ']' }));
    } else if (kind === 'modelOrModels' && value !== undefined && isPyDict(value)) {
      const classes = [...value].map(([each, model]): Item => {
        const code: Code = classOf(isPyDict(model) ? model : new Map(), `pydantic_schema.${each}.content_schema`);
        return { prefix: `${layOut(literalCode(each))}: `, code };
      });
      items.push(keyword(name, { open: '{', items: classes, close: '}' }));
    } else if (isPyDict(config.get('content_schema') ?? null)) {
      items.push(keyword(name, classOf(config, 'content_schema')));
    }
  }
  return items;
}
