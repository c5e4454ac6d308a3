import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { docstringParameters } from './docstringParameters.ts';
import { fieldType, propertiesOf } from './pythonTypes.ts';
import { excludedFields, type Tool } from './tool.ts';

/** What of the schema is shown. */
export interface FunctionSchemaOptions {
  /** With the `request` field, as Langroid's own tools need it. */
  readonly request?: boolean;
  /** With the fields that have a default. */
  readonly defaults?: boolean;
}

/** `llm_function_schema(request, defaults)`: `{ name, description, parameters }`. */
export function llmFunctionSchema(tool: Tool, options: FunctionSchemaOptions = {}): PyDict {
  return new Map<string, PyValue>([
    ['name', tool.name],
    ['description', tool.purpose || `Tool for ${tool.name}`],
    ['parameters', functionParameters(tool, options)],
  ]);
}

/** The `parameters` of {@link llmFunctionSchema}. */
export function functionParameters(tool: Tool, options: FunctionSchemaOptions = {}): PyDict {
  const { request = false, defaults = true } = options;
  const parameters = new Map<string, PyValue>();
  for (const [key, value] of tool.schema)
    if (key !== 'title' && key !== 'description' && key !== 'exclude') parameters.set(key, value);
  const properties = new Map<string, PyValue>();
  for (const [key, field] of describedProperties(tool)) {
    if (excludedFields.includes(key) || (key === 'request' && !request)) continue;
    if (!defaults && isPyDict(field) && (field.get('default') ?? null) !== null) continue;
    properties.set(key, field);
  }
  parameters.set('properties', properties);
  const required = [...properties].flatMap(([key, field]) => (isPyDict(field) && field.has('default') ? [] : [key]));
  required.sort(byCodePoint);
  if (request) required.push('request');
  parameters.set('required', required);
  if (request)
    parameters.set(
      'request',
      new Map<string, PyValue>([
        ['enum', [tool.name]],
        ['type', 'string'],
      ]),
    );
  const definitions = parameters.get('$defs');
  if (isPyDict(definitions))
    parameters.set('$defs', new Map([...definitions].map(([key, schema]) => [key, nestedTool(schema)])));
  return withoutKey(withoutKey(parameters, 'title'), 'additionalProperties') as PyDict;
}

/** The properties, with the descriptions that the class's docstring has for them. */
function describedProperties(tool: Tool): PyDict {
  const properties = propertiesOf(tool.schema);
  const docstring = tool.schema.get('description');
  if (typeof docstring !== 'string') return properties;
  const descriptions = docstringParameters(docstring);
  return new Map(
    [...properties].map(([key, field]) => {
      const description = descriptions.get(key);
      if (!description || !isPyDict(field) || field.has('description')) return [key, field];
      return [key, new Map<string, PyValue>([...field, ['description', description]])];
    }),
  );
}

/** The schema of a tool inside a tool: without what the model does not give, its `request` fixed. */
function nestedTool(schema: PyValue): PyValue {
  if (!isPyDict(schema) || !schema.has('exclude')) return schema;
  const tool = new Map(schema);
  tool.delete('exclude');
  const properties = new Map(propertiesOf(schema));
  for (const key of excludedFields) properties.delete(key);
  const request = properties.get('request');
  if (isPyDict(request) && request.has('default')) {
    const required = tool.get('required') ?? [];
    tool.set('required', [...(isPyList(required) ? required : []), 'request']);
    properties.set(
      'request',
      new Map<string, PyValue>([
        ['type', 'string'],
        ['enum', [request.get('default') ?? null]],
      ]),
    );
  }
  tool.set('properties', properties);
  return tool;
}

/** Without `key`, wherever the same dict has a `type`, also where it is the name of a property; lists are not looked into. */
function withoutKey(value: PyValue, key: string): PyValue {
  if (!isPyDict(value)) return value;
  const hasType = value.has('type');
  return new Map(
    [...value].filter(([name]) => !(hasType && name === key)).map(([name, item]) => [name, withoutKey(item, key)]),
  );
}

/** `format_schema_for_strict`: what OpenAI's structured outputs demand of a schema. */
export function strictSchema(value: PyValue): PyValue {
  if (isPyList(value)) return value.map(strictSchema);
  if (!isPyDict(value)) return value;
  const ref = value.get('$ref');
  if (ref !== undefined) return new Map([['$ref', ref]]);
  const schema = new Map(value);
  if (schema.get('type') === 'object') {
    schema.set('additionalProperties', false);
    const properties = schema.get('properties');
    if (isPyDict(properties)) {
      schema.set('properties', new Map([...properties].map(([key, field]) => [key, strictField(key, field)])));
      schema.set('required', [...properties.keys()]);
    } else {
      schema.set('properties', new Map());
      schema.set('required', []);
    }
  }
  const unions = ['oneOf', 'allOf', 'anyOf'].filter(key => schema.has(key));
  if (unions.length > 0) {
    const members = unions.flatMap(key => {
      const list = schema.get(key);
      return isPyList(list) ? [...list] : [];
    });
    schema.set('anyOf', members);
    schema.delete('allOf');
    schema.delete('oneOf');
  }
  return new Map([...schema].map(([key, item]) => [key, strictSchema(item)]));
}

function strictField(key: string, field: PyValue): PyValue {
  if (!isPyDict(field) || !field.has('default')) return field;
  const strict = new Map(field);
  if (key === 'request') strict.set('enum', [field.get('default') ?? null]);
  strict.delete('default');
  return strict;
}

/** `simple_schema()`: the name of each field's Python type, models field by field. Where one schema stands for several types, `typing`'s is taken. */
export function simpleSchema(tool: Tool): PyDict {
  return simpleFields(tool.schema, tool.schema, 0);
}

const maxDepth = 50;

function simpleFields(root: PyDict, schema: PyDict, depth: number): PyDict {
  const output = new Map<string, PyValue>();
  for (const [key, field] of propertiesOf(schema)) {
    if (excludedFields.includes(key)) continue;
    const type = fieldType(root, field);
    if (type.kind === 'model' && depth < maxDepth) output.set(key, simpleFields(root, type.schema, depth + 1));
    else output.set(key, new Map([['type', type.name]]));
  }
  return output;
}

function byCodePoint(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i]!.codePointAt(0) ?? 0) - (right[i]!.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
