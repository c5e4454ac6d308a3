import { layOut } from '../../../code/python/code.ts';
import { isIdentifier, toClassName, toIdentifier } from '../../../code/python/identifiers.ts';
import { literalCode } from '../../../code/python/literals.ts';
import { readPython } from '../../../code/python/read/readPython.ts';
import { dictAt, textAt } from '../../../code/python/schemaFacts.ts';
import { isFieldName } from '../../../code/python/write/fieldWriter.ts';
import { commentOf, lossesOf, nameLosses, refusalOf } from '../../../code/python/write/losses.ts';
import { fieldNames, writeDefinitions } from '../../../code/python/write/modelWriter.ts';
import { PythonFile } from '../../../code/python/write/pythonFile.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { Exported, ExportFormat, Loss } from '../../../parsers/interchange.ts';
import { sortSchema } from '../../../parsers/shared/pydanticSchema.ts';
import { toJsonText } from '../../../python/index.ts';
import { classReferences } from '../classTypes.ts';
import { signatureIn } from '../definedSignature.ts';
import { adapterModules, fallbackKey } from './dspyFacts.ts';
import { fieldsOfConfig, signatureText, unknownName, writeSignatureClass } from './dspySignatureClass.ts';
import { dspyPython } from './readDspy.ts';

/** Signatures of DSPy as classes, and the modules that ask for them. */
export const dspyExport: ExportFormat = {
  id: 'dspy',
  title: 'DSPy (Python)',
  summary: 'Classes of `dspy.Signature`, the modules that are made with them, their demos, and the adapter',
  extension: '.py',
  language: 'python',
  readBy: 'python',
  refuses: definition =>
    adapterModules.has(definition.type)
      ? (refusalOf(definition) ?? signatureRefusal(definition))
      : `DSPy has no adapter \`${definition.type}\`.`,
  write,
};

/** Names that no class in Python can have, or would not know. */
function signatureRefusal({ source }: Definition): string | undefined {
  const field = signatureIn(source)?.fields.find(({ name }) => !isFieldName(name));
  if (field) return `\`${field.name}\` cannot be the name of a field in a class of Pydantic’s.`;
  const classes = new Set(dictAt(source.config, 'types').keys());
  const outside = classReferences(source).find(({ module }) => moduleName(module) === undefined);
  if (outside) return `\`${outside.module}\` is not a module that Python can import by a name.`;
  for (const { name, type } of fieldsOfConfig(source.config)) {
    const unknown = unknownName(type, classes);
    if (unknown !== undefined) return `The type of \`${name}\` names \`${unknown}\`, which cannot be imported here.`;
  }
  return undefined;
}

function write(definitions: readonly Definition[]): Exported {
  const schemas = definitions.flatMap(definition => [...writtenTypes(definition).values()]);
  const fields = definitions.flatMap(({ source }) => signatureIn(source)?.fields.map(({ name }) => name) ?? []);
  const file = new PythonFile(new Set([...fieldNames(schemas), ...fields]));
  const dspy = file.module('dspy');
  const losses: Loss[] = [];
  const [first] = definitions;
  if (first) file.add(`${dspy}.configure(adapter=${adapterCall(file, first)})`);
  const classesOf = writeTypes(file, definitions, losses);
  const names = definitions.map(definition => {
    const { name, description, source } = definition;
    const variable = file.declare(toIdentifier(name, 'predict'));
    const written = source.config.get('signature') ?? null;
    const classes = classesOf(definition);
    const signature = isPyDict(written)
      ? writeSignatureClass(file, file.declare(toClassName(name, 'Signature')), written, classes)
      : layOut(literalCode(signatureText(String(written), classes)));
    const isReasoned = source.config.get('chain_of_thought') === true;
    const lines = [`${variable} = ${dspy}.${isReasoned ? 'ChainOfThought' : 'Predict'}(${signature})`];
    const demos = source.config.get('demos');
    if (isPyList(demos) && demos.length > 0) {
      const target = `${variable}${isReasoned ? '.predict' : ''}.demos`;
      lines.push(`${target} = ${layOut(literalCode(demos), 0, target.length + 3)}`);
    }
    file.add(withAdapter([commentOf(description) + lines.join('\n')], definition, first, file, losses).join('\n'));
    return variable;
  });
  const text = file.text();
  const read = new Map(readPython([dspyPython], text, '').definitions.map(one => [one.name, one]));
  for (const [i, definition] of definitions.entries())
    losses.push(...lossesOf(definition, read.get(names[i]!), 'DSPy', normalize));
  return { text, losses: [...losses, ...nameLosses(definitions, names)] };
}

function adapterCall(file: PythonFile, { type, source }: Definition): string {
  const module = adapterModules.get(type)!;
  const args = source.config.get(fallbackKey) === false ? `${fallbackKey}=False` : '';
  return `${module === 'dspy' ? `${file.module('dspy')}.${type}` : file.use(module, type)}(${args})`;
}

/** The lines of a module, within its adapter where that is not what the program configures. */
function withAdapter(
  lines: readonly string[],
  definition: Definition,
  first: Definition | undefined,
  file: PythonFile,
  losses: Loss[],
): readonly string[] {
  const adapter = adapterCall(file, definition);
  if (first && adapter === adapterCall(file, first)) return lines;
  losses.push({
    definition: definition.name,
    message: `The adapter counts that is set when the module is called: call it, too, within \`dspy.context(adapter=${adapter.slice(adapter.lastIndexOf('.') + 1)})\`.`,
  });
  const indented = lines.flatMap(line => line.split('\n')).map(line => `    ${line}`);
  return [`with ${file.module('dspy')}.context(adapter=${adapter}):`, ...indented];
}

/** Writes the classes of `types`, those once that several definitions have in common; the names of a definition’s own. */
function writeTypes(file: PythonFile, definitions: readonly Definition[], losses: Loss[]) {
  const groups: Map<string, PyValue>[] = [];
  const groupOf = new Map<Definition, Map<string, PyValue>>();
  for (const definition of definitions) {
    const own = hoisted(writtenTypes(definition));
    const isFree = (group: PyDict) =>
      [...own].every(([key, schema]) => !group.has(key) || toJsonText(group.get(key)!) === toJsonText(schema));
    let group = groups.find(isFree);
    if (!group) {
      group = new Map();
      groups.push(group);
    }
    for (const [key, schema] of own) group.set(key, schema);
    groupOf.set(definition, group);
  }
  const written = new Map(
    groups.map(group => {
      const users = definitions.filter(definition => groupOf.get(definition) === group);
      const renamed = (key: string, field: string) => {
        const message = `The key \`${key}\` cannot be the name of a Python field: the value has it as \`${field}\`.`;
        for (const { name } of users) losses.push({ definition: name, key: 'types', message });
      };
      return [group, writeDefinitions(file, group, renamed)] as const;
    }),
  );
  return (definition: Definition): ReadonlyMap<string, string> =>
    new Map([...(written.get(groupOf.get(definition)!) ?? []), ...importedTypes(file, definition)]);
}

/** The types of a definition that are not classes of a module of the user's. */
function writtenTypes({ source }: Definition): PyDict {
  const others = new Set(classReferences(source).map(({ name }) => name));
  return new Map([...dictAt(source.config, 'types')].filter(([name]) => !others.has(name)));
}

/** The others, each imported from its module, and its name in the file. */
function importedTypes(file: PythonFile, { source }: Definition): readonly (readonly [string, string])[] {
  return classReferences(source).map(({ name, module, className }) => {
    const [first = '', ...rest] = className.split('.');
    return [name, [file.use(moduleName(module)!, first), ...rest].join('.')];
  });
}

/** What Python imports a module by, from the folder of the definition; `undefined`: it has no such name. */
function moduleName(module: string): string | undefined {
  const parts = module
    .replace(/^\.[/\\]/, '')
    .replace(/\.py$/i, '')
    .split(/[/\\]/);
  return parts.every(isIdentifier) ? parts.join('.') : undefined;
}

/** Classes with those that their schemas define, side by side. */
function hoisted(types: PyDict): PyDict {
  const all = new Map<string, PyValue>();
  for (const schema of types.values())
    if (isPyDict(schema)) for (const [key, inner] of dictAt(schema, '$defs')) all.set(key, inner);
  for (const [key, schema] of types)
    all.set(key, isPyDict(schema) ? new Map([...schema].filter(([name]) => name !== '$defs')) : schema);
  return all;
}

/** A definition in one of the ways to say it that mean the same. */
function normalize(config: PyDict): PyDict {
  const own = new Map(config);
  if (own.get('chain_of_thought') === false) own.delete('chain_of_thought');
  if (own.get(fallbackKey) === true) own.delete(fallbackKey);
  const types = dictAt(config, 'types');
  if (types.size > 0)
    own.set(
      'types',
      new Map([...types].sort().map(([key, schema]) => [key, isPyDict(schema) ? sortSchema(schema) : schema])),
    );
  const signature = config.get('signature');
  if (!isPyDict(signature)) return own;
  const fields = (key: string) =>
    new Map(
      [...dictAt(signature, key)].map(([name, field]) => [
        name,
        fieldOf(isPyDict(field) ? field : new Map([['type', field]])),
      ]),
    );
  const instructions = textAt(signature, 'instructions');
  own.set(
    'signature',
    new Map<string, PyValue>([
      ...(instructions === undefined ? [] : [['instructions', instructions] as const]),
      ['inputs', fields('inputs')],
      ['outputs', fields('outputs')],
    ]),
  );
  return own;
}

function fieldOf(field: PyDict): PyDict {
  const keys = ['desc', 'constraints', 'default'].filter(key => field.has(key));
  return new Map([['type', field.get('type') ?? 'str'], ...keys.map(key => [key, field.get(key) ?? null] as const)]);
}
