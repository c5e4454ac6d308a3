import { wellFormed } from '../../../code/schema/jsonText.ts';
import { Names, textLiteral } from '../../../code/typescript/literals.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { Exported, ExportFormat, Loss } from '../../../parsers/interchange.ts';
import { runtimeOf } from '../../../parsers/runtimesOf.ts';
import { toJsonText } from '../../../python/index.ts';
import { visible } from '../../../text/index.ts';
import { langchainScriptClasses } from './langchainScripts.ts';

/** Where a class is imported from. */
const agentPackage = 'langchain';
const corePackage = '@langchain/core/output_parsers';
const classicPackage = '@langchain/classic/output_parsers';
const agentsPackage = '@langchain/classic/agents';
const toolsPackage = '@langchain/core/output_parsers/openai_tools';
const functionsPackage = '@langchain/core/output_parsers/openai_functions';

/** Constructor calls of LangChain.js's parsers; a schema is zod's, from the JSON Schema as it stands. */
export const langchainTypeScript: ExportFormat = {
  id: 'langchain-typescript',
  title: 'LangChain (TypeScript)',
  summary: 'Constructor calls of LangChain.js’s output parsers, with zod schemas',
  extension: '.ts',
  language: 'typescript',
  readBy: 'typescript',
  refuses: definition =>
    langchainScriptClasses.has(definition.type) && runtimeOf(definition)?.id === 'js'
      ? undefined
      : `LangChain.js has no parser for this \`${definition.type}\`.`,
  write,
};

function write(definitions: readonly Definition[]): Exported {
  const file = new ScriptFile();
  const names = new Names();
  const losses: Loss[] = [];
  for (const { name, description, source } of definitions) {
    const variable = names.take(name, '');
    const comment = description === undefined ? '' : `/** ${visible(oneLine(description))} */\n`;
    file.parts.push(`${comment}export const ${variable} = ${file.parser(source.config)};`);
    const say = (key: string, message: string) => {
      if (source.config.has(key)) losses.push({ definition: name, key, message });
    };
    say('samples', 'Samples are tests of this definition; LangChain has no place for them.');
    if (source.config.get('type')?.toString().endsWith('Strategy')) say('tools', 'Tools are functions of the program.');
    say('description', 'The description becomes a comment.');
    say('format_instruction', 'The class writes its own instruction.');
    if (source.config.get('type') !== 'ProviderStrategy')
      say('strict', 'A zod schema from JSON Schema drops or refuses other keys as the schema itself says.');
    say('interpolationDepth', 'It is an argument of `getFormatInstructions`, not of the constructor.');
    if (source.config.get('zod') === 3) say('zod', 'The schema is one of zod 4, whose errors are other ones.');
    if (variable !== name) losses.push({ definition: name, message: `It is named \`${variable}\` in TypeScript.` });
  }
  return { text: file.text(), losses };
}

class ScriptFile {
  readonly parts: string[] = [];
  readonly #imports = new Map<string, Map<string, string>>();
  #usesZod = false;

  /** The constructor call of a parser. */
  parser(config: PyDict): string {
    const type = String(config.get('type'));
    if (type.endsWith('Strategy')) return this.#strategy(type, config);
    const name = this.#use(packageOf(type, config), type);
    const names = config.get('names_and_descriptions');
    const schema = config.get('content_schema') ?? null;
    const checks = /Structured(?!Chat)|StandardSchema|^Router/.test(type);
    if (checks && isPyDict(names) && !isPyDict(schema)) return `${name}.fromNamesAndDescriptions(${json(names)})`;
    if (/Structured(?!Chat)/.test(type)) return `${name}.fromZodSchema(${this.#schema(schema)})`;
    if (checks) {
      const destination = config.get('defaultDestination');
      const options = destination === undefined ? '' : `, { defaultDestination: ${json(destination)} }`;
      return `new ${name}(${this.#schema(schema)}${options})`;
    }
    const members = (langchainScriptClasses.get(type) ?? []).flatMap(key => {
      const value = config.get(key);
      return value === undefined ? [] : [`${key}: ${json(value)}`];
    });
    const parsers = config.get('parsers');
    if (type === 'CombiningOutputParser' && isPyList(parsers)) {
      // Its parsers are classic's unless they say otherwise.
      const inner = parsers.filter(isPyDict).map(each => this.parser(new Map([['package', 'classic'], ...each])));
      members.push(`parsers: [${inner.join(', ')}]`);
    }
    if (isPyDict(schema) && type === 'JsonOutputKeyToolsParser') members.push(`zodSchema: ${this.#schema(schema)}`);
    return members.length === 0 ? `new ${name}()` : `new ${name}({ ${members.join(', ')} })`;
  }

  /** The call that makes a strategy; of a bare schema that of an agent. */
  #strategy(type: string, config: PyDict): string {
    const schemas = config.get('schema') ?? null;
    const codeOf = (each: PyValue) => {
      const inner = isPyDict(each) ? (each.get('content_schema') ?? null) : null;
      const isPlain = isPyDict(each) && each.get('kind') === 'json_schema';
      return isPyDict(inner) && !isPlain ? this.#schema(inner) : json(isPyDict(inner) ? inner : each);
    };
    const schema = isPyList(schemas) ? `[${schemas.map(codeOf).join(', ')}]` : codeOf(schemas);
    const options = (langchainScriptClasses.get(type) ?? []).flatMap(key => {
      const value = config.get(key);
      return value === undefined ? [] : [`${key}: ${json(value)}`];
    });
    if (type === 'ToolStrategy')
      return `${this.#use(agentPackage, 'toolStrategy')}(${[schema, ...(options.length > 0 ? [`{ ${options.join(', ')} }`] : [])].join(', ')})`;
    if (type === 'ProviderStrategy') {
      const name = this.#use(agentPackage, 'providerStrategy');
      return options.length === 0
        ? `${name}(${schema})`
        : `${name}({ ${[`schema: ${schema}`, ...options].join(', ')} })`;
    }
    return `${this.#use(agentPackage, 'createAgent')}({ ${[...options, `responseFormat: ${schema}`].join(', ')} })`;
  }

  #schema(schema: PyValue): string {
    this.#usesZod = true;
    return isPyDict(schema) ? `z.fromJSONSchema(${json(schema)})` : 'z.any()';
  }

  /** The name in this file of a class, which both packages may have. */
  #use(module: string, type: string): string {
    const names = this.#imports.get(module) ?? new Map<string, string>();
    this.#imports.set(module, names);
    const others = [...this.#imports.values()].some(each => each !== names && each.get(type) === type);
    const local = names.get(type) ?? (others ? `${module === classicPackage ? 'Classic' : 'Core'}${type}` : type);
    names.set(type, local);
    return local;
  }

  text(): string {
    const imports = [...this.#imports]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, names]) => `import { ${[...names].map(importedAs).sort().join(', ')} } from '${module}';`);
    if (this.#usesZod) imports.push("import * as z from 'zod';");
    return `${imports.join('\n')}\n\n${this.parts.join('\n\n')}\n`;
  }
}

function importedAs([type, local]: readonly [string, string]): string {
  return type === local ? type : `${type} as ${local}`;
}

function packageOf(type: string, config: PyDict): string {
  if (/Agent|^ReAct|^StructuredChat/.test(type)) return agentsPackage;
  if (/Tools/.test(type)) return toolsPackage;
  if (/Functions/.test(type)) return functionsPackage;
  const isClassic = /^(?:Regex|Combining|Datetime|Router)/.test(type);
  const chooses = /Structured/.test(type) && config.get('package') === 'classic';
  return isClassic || chooses ? classicPackage : corePackage;
}

/** A value as an expression: JSON is one, but for `__proto__`, which is computed. */
function json(value: PyValue): string {
  if (typeof value === 'string') return textLiteral(value);
  const line = toJsonText(value, 0);
  return wellFormed(line.length < 80 ? line : toJsonText(value)).replaceAll('"__proto__":', '["__proto__"]:');
}

function oneLine(text: string): string {
  return text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ').trim();
}
