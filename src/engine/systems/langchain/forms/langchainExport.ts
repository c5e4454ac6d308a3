import { type Code, callCode, type Item, keyword, layOut } from '../../../code/python/code.ts';
import { isIdentifier, toIdentifier } from '../../../code/python/identifiers.ts';
import { literalCode, patternCode } from '../../../code/python/literals.ts';
import { readPython } from '../../../code/python/read/readPython.ts';
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
import type { Definition } from '../../../parsers/definition.ts';
import type { Exported, ExportFormat, Loss } from '../../../parsers/interchange.ts';
import { runtimeOf } from '../../../parsers/runtimesOf.ts';
import { sortSchema } from '../../../parsers/shared/pydanticSchema.ts';
import { toJsonText } from '../../../python/index.ts';
import { langchainPythonClasses } from './langchainClasses.ts';
import { langchainPython } from './readLangchain.ts';

/** Constructor calls of the parsers of langchain-core and langchain_classic, with Pydantic classes for schemas. */
export const langchainExport: ExportFormat = {
  id: 'langchain',
  title: 'LangChain (Python)',
  summary:
    'Constructor calls of the output parsers of langchain-core and langchain_classic, with Pydantic classes for schemas',
  extension: '.py',
  language: 'python',
  readBy: 'python',
  refuses: definition =>
    langchainPythonClasses.has(definition.type) && runtimeOf(definition)?.id === 'python'
      ? refusalOf(definition)
      : `LangChain in Python has no parser for this \`${definition.type}\`.`,
  write,
};

function write(definitions: readonly Definition[]): Exported {
  const file = new PythonFile(fieldNames(definitions.flatMap(({ source }) => modelsOf(source.config))));
  for (const { type } of definitions) classIn(file, type);
  const renamed: Loss[] = [];
  // Definitions that name the same class share it.
  const classes = new Map<string, string>();
  const names = definitions.map(({ name, type, description, source }) => {
    const call = parserCode(file, type, source.config, (model, place) => {
      const own = classKey(model);
      const written = classes.get(own) ?? writeClass(file, model, name, place, renamed);
      classes.set(own, written);
      return written;
    });
    const variable = file.declare(toIdentifier(name, 'parser'));
    file.add(`${commentOf(description)}${variable} = ${layOut(call, 0, variable.length + 3)}`);
    return variable;
  });
  const text = file.text();
  const read = new Map(readPython([langchainPython], text, '').definitions.map(one => [one.name, one]));
  const losses = definitions.flatMap((definition, i) =>
    lossesOf(definition, read.get(names[i]!), 'LangChain', withoutDefaults),
  );
  return { text, losses: [...losses, ...nameLosses(definitions, names), ...renamed] };
}

/** Python is what a definition without a runtime means, and the title of a schema is its class. */
function withoutDefaults(config: PyDict): PyDict {
  const schema = config.get('content_schema');
  const title = isPyDict(schema) ? schema.get('title') : undefined;
  const kept = [...config].filter(
    ([key, value]) => !(key === 'runtime' && value === 'python') && !(key === 'class_name' && value === title),
  );
  return new Map(
    kept.map(([key, value]) => [
      key,
      key === 'tools' || key === 'pydantic_schema' || key === 'schema' ? inner(value) : value,
    ]),
  );
}

function inner(models: PyValue): PyValue {
  const plain = (model: PyValue): PyValue => {
    if (!isPyDict(model)) return model;
    const schema = model.get('content_schema');
    const sorted = isPyDict(schema)
      ? new Map<string, PyValue>([...model, ['content_schema', sortSchema(schema)]])
      : model;
    return withoutDefaults(sorted);
  };
  if (isPyList(models)) return models.map(plain);
  if (isPyDict(models) && models.has('content_schema')) return plain(models);
  return isPyDict(models) ? new Map([...models].map(([name, model]) => [name, plain(model)])) : models;
}

/** The schemas of a definition, each the one of a class. */
function modelsOf(config: PyDict): readonly PyValue[] {
  const tools = config.get('tools');
  const strategy = config.get('schema') ?? null;
  const several = config.get('pydantic_schema');
  const others = [
    ...(isPyList(tools) ? tools : []),
    ...(isPyDict(several) ? several.values() : []),
    ...(isPyList(strategy) ? strategy : [strategy]),
  ];
  return [config, ...others].map(model => (isPyDict(model) ? (model.get('content_schema') ?? null) : null));
}

function classKey(model: PyDict): string {
  return toJsonText([model.get('class_name') ?? null, model.get('content_schema') ?? null]);
}

/** Writes the class of `class_name` and `content_schema`; its name. */
function writeClass(file: PythonFile, model: PyDict, definition: string, place: string, renamed: Loss[]): string {
  const schema = model.get('content_schema');
  const className = model.get('class_name');
  const own: PyDict = isPyDict(schema) ? schema : new Map();
  const name = typeof className === 'string' && isIdentifier(className) ? className : classNameOf(own, definition);
  return writeModel(file, own, { name }, renaming(definition, renamed, place));
}

/** The name in a file of a type's class. */
function classIn(file: PythonFile, type: string): string {
  const { module, name = type } = langchainPythonClasses.get(type)!;
  return file.use(module, name);
}

/** Writes the class of a schema that stands at a place of the definition, unless it is written; its name. */
type ClassOf = (model: PyDict, place: string) => string;

/** The call that makes a parser. */
function parserCode(file: PythonFile, type: string, config: PyDict, classOf: ClassOf): Code {
  const { factory } = langchainPythonClasses.get(type)!;
  const name = classIn(file, type);
  const items = argumentsOf(file, type, config, classOf);
  if (!factory) return callCode(name, items);
  return callCode(
    `${name}.${factory}`,
    items.map(({ code }) => ({ code })),
  );
}

function argumentsOf(file: PythonFile, type: string, config: PyDict, classOf: ClassOf): readonly Item[] {
  const items: Item[] = [];
  const { parameters } = langchainPythonClasses.get(type)!;
  for (const [name, kind] of Object.entries(parameters)) {
    const value = config.get(name);
    const listed = isPyList(value) ? (value as readonly PyValue[]) : [];
    if (kind === 'value') {
      if (value !== undefined) items.push(keyword(name, literalCode(value)));
    } else if (kind === 'pattern') {
      if (value !== undefined)
        items.push(keyword(name, typeof value === 'string' ? patternCode(value) : literalCode(value)));
    } else if (kind === 'strategySchema') {
      if (value !== undefined) items.push(keyword(name, strategySchema(value, name, classOf)));
    } else if (kind === 'handling') {
      if (value !== undefined) items.push(keyword(name, handlingCode(value)));
    } else if (kind === 'enum') {
      if (value !== undefined && isPyDict(value)) items.push(keyword(name, writeEnum(file, value)));
    } else if (kind === 'responseSchemas') {
      const schema = file.use(langchainPythonClasses.get(type)!.module, 'ResponseSchema');
      const calls = listed.filter(isPyDict).map((each): Item => ({ code: callCode(schema, schemaItems(each)) }));
      items.push(keyword(name, { open: '[', items: calls, close: ']' }));
    } else if (kind === 'parsers') {
      const calls = listed.filter(isPyDict).flatMap((each, i): Item[] => {
        const inner = String(each.get('type'));
        if (!langchainPythonClasses.has(inner)) return [];
        return [{ code: parserCode(file, inner, each, (model, place) => classOf(model, `parsers.${i}.${place}`)) }];
      });
      items.push(keyword(name, { open: '[', items: calls, close: ']' }));
    } else if (kind === 'models') {
      const classes = listed
        .filter(isPyDict)
        .map((tool, i): Item => ({ code: classOf(tool, `tools.${i}.content_schema`) }));
      items.push(keyword(name, { open: '[', items: classes, close: ']' }));
    } else if (kind === 'modelOrModels' && value !== undefined && isPyDict(value)) {
      const classes = [...value].map(([each, model]): Item => {
        const code: Code = classOf(isPyDict(model) ? model : new Map(), `pydantic_schema.${each}.content_schema`);
        return { prefix: `${layOut(literalCode(each))}: `, code };
      });
      items.push(keyword(name, { open: '{', items: classes, close: '}' }));
    } else if (isPyDict(config.get('content_schema'))) {
      items.push(keyword(name, classOf(config, 'content_schema')));
    }
  }
  return items;
}

/** A class, several as a union, or a dictionary as it stands. */
function strategySchema(value: PyValue, place: string, classOf: ClassOf): Code {
  const codeOf = (each: PyValue, at: string): Code =>
    isPyDict(each) && isPyDict(each.get('content_schema')) ? classOf(each, `${at}.content_schema`) : literalCode(each);
  if (!isPyList(value)) return codeOf(value, place);
  return value.map((each, i) => layOut(codeOf(each, `${place}.${i}`))).join(' | ');
}

/** The value of `handle_errors`: the class of an exception, or several, by their names. */
function handlingCode(value: PyValue): Code {
  const nameOf = (each: PyValue) => String(isPyDict(each) ? each.get('class') : each);
  if (isPyList(value)) return { open: '(', items: value.map(each => ({ code: nameOf(each) })), close: ',)' };
  return isPyDict(value) ? nameOf(value) : literalCode(value);
}

function schemaItems(schema: PyDict): readonly Item[] {
  return ['name', 'description', 'type'].flatMap(key => {
    const value = schema.get(key);
    return value === undefined ? [] : [keyword(key, literalCode(value))];
  });
}

/** Writes the class of an enum; its name. Members that are no identifiers need the functional form. */
function writeEnum(file: PythonFile, enumConfig: PyDict): string {
  const base = file.use('enum', 'Enum');
  const members = enumConfig.get('members');
  const entries = isPyDict(members) ? [...members] : [];
  const name = file.declare(toIdentifier(String(enumConfig.get('name') ?? 'Options'), 'Options'));
  const isClass = entries.length > 0 && entries.every(([member]) => isIdentifier(member));
  file.add(
    isClass
      ? `class ${name}(${base}):\n${entries.map(([member, value]) => `    ${member} = ${layOut(literalCode(value), 4)}`).join('\n')}`
      : `${name} = ${layOut(callCode(base, [{ code: literalCode(name) }, { code: literalCode(isPyDict(members) ? members : new Map()) }]))}`,
  );
  return name;
}
