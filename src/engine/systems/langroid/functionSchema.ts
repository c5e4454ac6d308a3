import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { fieldType, propertiesOf } from './pythonTypes.ts';
import { excludedFields, type Tool } from './tool.ts';

/** Which parts of the schema stand in it. */
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

/** `simple_schema()`: the name of each field's Python type, models field by field. Where one schema stands for several types, `typing`'s counts. */
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

/**
 * The descriptions of parameters in a docstring, in the styles that `docstring_parser` tells apart: reST, Epydoc, Google and
 * NumPy; the style that finds most counts.
 */
function docstringParameters(docstring: string): ReadonlyMap<string, string> {
  const lines = docstring.split('\n');
  const found = [fieldStyle(lines, ':'), fieldStyle(lines, '@'), googleStyle(lines), numpyStyle(lines)];
  return found.reduce((best, next) => (next.size > best.size ? next : best));
}

const fieldMarks = {
  ':': /^\s*:(?:param|parameter|arg|argument|key|keyword|attribute)\s([^:]*):(.*)$/,
  '@': /^\s*@param\s+([\w.]+\s*):(.*)$/,
};

/** `:param int name: text` or `@param name: text`. */
function fieldStyle(lines: readonly string[], mark: ':' | '@'): Map<string, string> {
  const found = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of lines) {
    const [, named = '', text = ''] = fieldMarks[mark].exec(line) ?? [];
    // Of `int name` the last word.
    const name = named
      .trimEnd()
      .split(/[^\w.]/)
      .at(-1);
    if (name) {
      current = [text.trim()];
      found.set(name, current);
    } else if (line.trimStart().startsWith(mark)) current = undefined;
    else current?.push(line);
  }
  return texts(found);
}

const googleSections = /^(\s*)(?:Args|Arguments|Parameters|Params|Attributes):\s*$/;

/** `Args:` and indented `name (type): text`. */
function googleStyle(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string[]>();
  let section: number | undefined;
  let indent: number | undefined;
  let current: string[] | undefined;
  for (const line of lines) {
    const title = googleSections.exec(line);
    const depth = line.length - line.trimStart().length;
    if (title) {
      section = title[1]?.length;
      indent = undefined;
    } else if (line.trim() === '') current?.push('');
    else if (section === undefined || depth <= section) section = undefined;
    else {
      indent ??= depth;
      const parameter = depth === indent ? /^\s*\*{0,2}([\w.]+)\s*(?:\([^)]*\)\s*)?:(.*)$/.exec(line) : null;
      if (parameter) {
        current = [(parameter[2] ?? '').trim()];
        found.set(parameter[1] ?? '', current);
      } else current?.push(line);
    }
  }
  return texts(found);
}

/** `Parameters`, dashes below, then `name : type` and the text indented. */
function numpyStyle(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string[]>();
  const start = lines.findIndex(
    (line, i) => /^\s*(?:Parameters|Params|Arguments|Args)\s*$/.test(line) && /^\s*-{3,}\s*$/.test(lines[i + 1] ?? ''),
  );
  if (start === -1) return new Map();
  const indent = (lines[start] ?? '').length - (lines[start] ?? '').trimStart().length;
  let current: string[] | undefined;
  for (const [i, line] of lines.slice(start + 2).entries()) {
    if (/^\s*-{3,}\s*$/.test(lines[start + 3 + i] ?? '')) break;
    const depth = line.length - line.trimStart().length;
    if (line.trim() !== '' && depth === indent) {
      current = [];
      found.set(line.split(':')[0]!.trim(), current);
    } else current?.push(line);
  }
  return texts(found);
}

function texts(found: ReadonlyMap<string, readonly string[]>): Map<string, string> {
  return new Map(
    [...found].map(([name, [first = '', ...rest]]) => [name, [first, ...withoutMargin(rest)].join('\n').trim()]),
  );
}

function withoutMargin(lines: readonly string[]): string[] {
  const depths = lines.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length);
  const margin = depths.reduce((least, depth) => Math.min(least, depth), Number.POSITIVE_INFINITY);
  return lines.map(line => line.slice(Number.isFinite(margin) ? margin : 0).trimEnd());
}
