import { type ExportedSchema, schemaType, valueSchema } from '../code/schema/functions.ts';
import { jsonFile } from '../code/schema/jsonText.ts';
import { type FormNode, nameOfFile, readForm } from '../code/schema/readForm.ts';
import { targetOf } from '../code/schema/schemaParts.ts';
import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../core/pyValue.ts';
import type { Definition } from '../parsers/definition.ts';
import type { ExportFormat, Imported, ImportFormat, ImportProblem, Loss } from '../parsers/interchange.ts';
import type { NoSchema } from '../parsers/shared/schemas.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';
/** Marks a schema that is put into another file as a whole, so that its references stay its own. */
const idPrefix = 'urn:parserlens:';

/** The JSON Schema of the value; a schema that the definition has is written as it is. */
export const jsonSchema: ExportFormat = {
  id: 'json-schema',
  title: 'JSON Schema',
  summary: 'The schema of the value, or of the arguments of calls',
  extension: '.schema.json',
  language: 'json',
  refuses(definition) {
    const schema = schemaOf(definition);
    return 'reason' in schema ? schema.reason : undefined;
  },
  write(definitions) {
    const losses: Loss[] = [];
    const schemas = definitions.flatMap((definition): [string, PyDict][] => {
      const written = schemaOf(definition);
      if ('reason' in written) return [];
      losses.push(...written.losses);
      return [[definition.name, written.schema]];
    });
    if (schemas.length === 1) return { text: jsonFile(schemas[0]![1]), losses };
    const all = schemas.map(([name, schema]): [string, PyDict] => [name, embedded(schema, name)]);
    return { text: jsonFile(dict({ $schema: dialect, $defs: new Map(all) })), losses };
  },
};

/** Reads a JSON Schema of an object as the schema of a Markdown fence. */
export const jsonSchemaImport: ImportFormat = {
  id: 'json-schema',
  title: 'JSON Schema',
  summary: 'A schema of an object, as `content_schema`',
  extensions: ['.json', '.jsonc'],
  languages: ['json', 'jsonc'],
  read(text, fileName, span) {
    const root = readForm(text, span);
    if ('message' in root) return { definitions: [], problems: [root] };
    const schema = root.value;
    if (!isPyDict(schema) || !looksLikeSchema(schema)) return { definitions: [], problems: [] };
    const parts = bundled(root);
    if (parts) return { definitions: parts, problems: [] };
    const problem = whyNoObject(schema, root);
    if (problem) return { definitions: [], problems: [problem] };
    return { definitions: [importedSchema(schema, root, titleOf(schema) ?? nameOfFile(fileName))], problems: [] };
  },
};

/** The schema of a value, or of the arguments of a definition's calls. */
function schemaOf(definition: Definition): Pick<ExportedSchema, 'schema' | 'losses'> | NoSchema {
  const { name, parserType, source } = definition;
  const found = parserType.schemas?.functions?.(source);
  if (!found) return valueSchema(definition);
  if ('reason' in found) return found;
  const schemas = found.functions.map(({ name: title, description, parameters }) =>
    dict({ title, description: description || undefined, ...Object.fromEntries(parameters) }),
  );
  const losses: Loss[] = [
    ...found.losses.filter(({ key }) => key !== 'type'),
    { key: found.key, message: 'Only the names, descriptions and arguments of the calls are in the schema.' },
    { key: 'type', message: 'Imported again, it is an object with a schema, not a call.' },
  ].map(loss => ({ definition: name, ...loss }));
  const [only] = schemas;
  if (schemas.length === 1 && only) return { schema: only, losses };
  const anyOf = schemas.map(schema =>
    schema.has('$defs') ? embedded(schema, `${name}.${String(schema.get('title'))}`) : schema,
  );
  return { schema: dict({ $schema: dialect, title: name, anyOf }), losses };
}

function embedded(schema: PyDict, name: string): PyDict {
  return schema.has('$id')
    ? schema
    : new Map([['$id', idPrefix + encodeURIComponent(name.replace(/\p{Surrogate}/gu, '_'))], ...schema]);
}

const keywords = ['$schema', 'properties', '$ref', '$defs', 'definitions', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'];
const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** Whether an object is meant as a schema; every object would be one. */
function looksLikeSchema(schema: PyDict): boolean {
  const type = schema.get('type');
  if (typeof type === 'string' && !types.includes(type)) return false;
  return typeof type === 'string' || isPyList(type) || keywords.some(key => schema.has(key));
}

/** The schemas of a file that is nothing but a bundle of them; `undefined` for any other. */
function bundled(root: FormNode): readonly Imported[] | undefined {
  const schema = root.value as PyDict;
  const parts = schema.get('$defs');
  if (!isPyDict(parts) || parts.size === 0 || [...schema.keys()].some(key => key !== '$schema' && key !== '$defs'))
    return undefined;
  const definitions: Imported[] = [];
  const all = root.at('$defs');
  for (const [name, part] of parts) {
    const node = all?.at(name);
    if (!isPyDict(part) || !node || !part.has('$id')) return undefined;
    definitions.push(importedSchema(part, node, name));
  }
  return definitions;
}

function importedSchema(schema: PyDict, node: FormNode, name: string): Imported {
  const own = new Map<string, PyValue>(schema);
  if (String(own.get('$id') ?? '').startsWith(idPrefix)) own.delete('$id');
  const words = own.get('description');
  // A description of one line is what a definition calls its description.
  const description = typeof words === 'string' && !words.includes('\n') ? words : undefined;
  return { name, span: node.span, config: dict({ type: schemaType, description, content_schema: own }) };
}

function whyNoObject(schema: PyDict, { span }: FormNode): ImportProblem | undefined {
  const type = targetOf(schema, schema)?.get('type') ?? null;
  const isOther = type !== null && type !== 'object' && !(isPyList(type) && type.includes('object'));
  if (!isOther) return undefined;
  const message = 'The value of a definition with a schema is an object; this schema is of something else.';
  return { message, span, severity: 'error' };
}

function titleOf(schema: PyDict): string | undefined {
  const title = schema.get('title');
  return typeof title === 'string' && title !== '' ? title : undefined;
}
