import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { pyRepr } from '../../../python/index.ts';
import { UniqueNames } from '../../uniqueNames.ts';
import { type Code, callCode, type Item, keyword, layOut } from '../code.ts';
import { docstringLines } from '../docstring.ts';
import { isIdentifier, toClassName } from '../identifiers.ts';
import { literalCode, textCode } from '../literals.ts';
import { definitionKey, dictAt, listAt, partsOf, referenceName, textAt } from '../schemaFacts.ts';
import { annotationOf, type ClassNames, nestedType, subscript } from './annotationWriter.ts';
import { enumMembers, writeEnum } from './enumWriter.ts';
import { extraKeys } from './fieldArgumentCode.ts';
import { isFieldName, writeField } from './fieldWriter.ts';
import type { PythonFile } from './pythonFile.ts';

/** What a class is beside the fields of its schema. */
export interface ClassOptions {
  /** The name to be taken if it is free. */
  readonly name: string;
  /** Lines of comment above it, each with its line feed. */
  readonly comment?: string;
  /** The base class; absent: `BaseModel`. */
  readonly base?: string;
  /** Lines at the start of the body, before the fields, and after them. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  /** Methods of the base class. */
  readonly methods?: ReadonlySet<string>;
  /** Whether what the whole schema says beside its fields (`title`, extra keys) is left to the base class. */
  readonly fieldsOnly?: boolean;
}

/** Told of each field whose name in Python is not its key. */
export type Renamed = (key: string, field: string) => void;

/** Names of fields that no class of a file may hide: all keys of objects in these schemas. */
export function fieldNames(schemas: readonly PyValue[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const schema of schemas)
    for (const part of partsOf(schema))
      if (isPyDict(part)) for (const key of dictAt(part, 'properties').keys()) names.add(key);
  return names;
}

/** Writes a schema, and the definitions in it that it uses, as Pydantic classes into a file; the name of its class. Linear. */
export function writeModel(file: PythonFile, schema: PyDict, options: ClassOptions, renamed: Renamed): string {
  return new ModelWriter(file, schema, renamed).write(options);
}

/** Writes definitions of JSON Schemas as classes and enums into a file; the name of each one's class. Linear. */
export function writeDefinitions(file: PythonFile, definitions: PyDict, renamed: Renamed): ReadonlyMap<string, string> {
  const references = [...definitions.keys()].map(key => new Map([['$ref', `#/$defs/${key}`]]));
  const root = new Map<string, PyValue>([
    ['anyOf', references],
    ['$defs', definitions],
  ]);
  return new ModelWriter(file, root, renamed).writeDefinitions();
}

class ModelWriter implements ClassNames {
  readonly file: PythonFile;
  readonly #root: PyDict;
  readonly #renamed: Renamed;
  readonly #definitions: PyDict;
  readonly #names = new Map<string, string>();
  readonly #written = new Set<string>();
  /** The members of each enum, by the reprs of their values. */
  readonly #members = new Map<string, ReadonlyMap<string, string>>();

  constructor(file: PythonFile, root: PyDict, renamed: Renamed) {
    this.file = file;
    this.#root = root;
    this.#renamed = renamed;
    this.#definitions = new Map([...dictAt(root, 'definitions'), ...dictAt(root, '$defs')]);
  }

  /** Writes what the root refers to; `start`: what of it is the root itself, and what is said of that. */
  writeDefinitions(start?: string, options?: ClassOptions): ReadonlyMap<string, string> {
    const order = this.#order();
    for (const key of order) this.#names.set(key, this.file.declare(this.#classNameOf(key)));
    for (const key of order) this.#writeDefinition(key, key === start ? options : undefined);
    return this.#names;
  }

  write(options: ClassOptions): string {
    const start = referenceName(this.#root.get('$ref'));
    this.writeDefinitions(start, options);
    const own = start === undefined ? undefined : this.#names.get(start);
    if (own !== undefined) return own;
    return this.#writeClass(this.#root, this.file.declare(options.name), options);
  }

  reference(name: string): string | undefined {
    const className = this.#names.get(name);
    return className === undefined || this.#written.has(name) ? className : `"${className}"`;
  }

  member(name: string, value: PyValue): string | undefined {
    return this.#written.has(name) ? this.#members.get(name)?.get(pyRepr(value)) : undefined;
  }

  canDiscriminate(members: readonly PyValue[], key: string): boolean {
    return members.every(member => {
      const name = isPyDict(member) ? referenceName(member.get('$ref')) : undefined;
      const model = name === undefined ? undefined : this.#definitions.get(name);
      const field = model && isPyDict(model) ? dictAt(dictAt(model, 'properties'), key) : undefined;
      return field !== undefined && typeof (field.get('const') ?? listAt(field, 'enum')[0]) === 'string';
    });
  }

  inlineClass(schema: PyDict, hint: string): string {
    return this.#writeClass(schema, this.file.declare(toClassName(textAt(schema, 'title') ?? hint, 'Model')));
  }

  /** Definitions that the root needs, those that others use first. Not recursive: chains may be long. */
  #order(): readonly string[] {
    const order: string[] = [];
    const seen = new Set<string>();
    const body = new Map([...this.#root].filter(([key]) => key !== '$defs' && key !== 'definitions'));
    const pending = [{ key: undefined as string | undefined, uses: this.#uses(body) }];
    for (let top = pending.at(-1); top; top = pending.at(-1)) {
      const next = top.uses.pop();
      if (next === undefined) {
        pending.pop();
        if (top.key !== undefined) order.push(top.key);
      } else if (!seen.has(next)) {
        seen.add(next);
        pending.push({ key: next, uses: this.#uses(this.#definitions.get(next)!) });
      }
    }
    return order;
  }

  /** The definitions that a schema names, the first one last. */
  #uses(schema: PyValue): string[] {
    const uses: string[] = [];
    for (const part of partsOf(schema)) {
      const name = isPyDict(part) ? referenceName(part.get('$ref')) : undefined;
      if (name !== undefined && this.#definitions.has(name)) uses.push(name);
    }
    return uses;
  }

  /** The name that gives a definition its key, where there is one. */
  #classNameOf(key: string): string {
    const definition = this.#definitions.get(key)!;
    const title = isPyDict(definition) ? textAt(definition, 'title') : undefined;
    if (title !== undefined && isIdentifier(title) && definitionKey(title) === key) return title;
    return isIdentifier(key) ? key : toClassName(key, 'Model');
  }

  #writeDefinition(key: string, root: ClassOptions | undefined): void {
    const definition = this.#definitions.get(key)!;
    const name = this.#names.get(key)!;
    const schema: PyDict = isPyDict(definition) ? definition : new Map();
    const members = enumMembers(schema);
    if (root || schema.has('properties')) this.#writeClass(schema, name, root);
    else if (members) {
      this.file.add(writeEnum(this.file, schema, name));
      this.#members.set(key, new Map([...members].map(([member, value]) => [pyRepr(value), `${name}.${member}`])));
    } else this.#writeRootModel(schema, name);
    this.#written.add(key);
  }

  /** A definition that is not an object: a `RootModel`. */
  #writeRootModel(schema: PyDict, name: string): void {
    const { own, lines } = this.#head(schema, name, 'root model');
    const inner = nestedType(own, this, `${name}Value`);
    const base = layOut({ open: `${this.file.use('pydantic', 'RootModel')}[`, items: [{ code: inner }], close: ']' });
    this.file.add(`class ${name}(${base}):\n${body(lines.length > 0 ? lines : ['pass'])}`);
  }

  #writeClass(schema: PyDict, name: string, options?: ClassOptions): string {
    const required = new Set(listAt(schema, 'required'));
    const properties = dictAt(schema, 'properties');
    const free = new UniqueNames(one => properties.has(one) || !isFieldName(one));
    const fields = [...properties].map(([key, property]) =>
      writeField(
        this,
        {
          key,
          property,
          isRequired: required.has(key),
          owner: name,
          names: free,
          isMethod: options?.methods?.has(key) === true,
        },
        this.#renamed,
      ),
    );
    const { own, lines } = this.#head(schema, name, options?.fieldsOnly ? 'fields' : 'model');
    const extras = own.get('additionalProperties');
    if (extras !== undefined && isPyDict(extras)) {
      const text = this.file.use('builtins', 'str');
      const type = subscript(this.file.use('builtins', 'dict'), [
        text,
        annotationOf(extras, this, `${name}Extra`).type,
      ]);
      fields.unshift(`__pydantic_extra__: ${layOut(type, 4, 24)}`);
    }
    const parts = [...lines, ...(options?.before ?? []), ...fields, ...(options?.after ?? [])];
    const base = options?.base ?? this.file.use('pydantic', 'BaseModel');
    this.file.add(`${options?.comment ?? ''}class ${name}(${base}):\n${body(parts.length > 0 ? parts : ['pass'])}`);
    return name;
  }

  /** The docstring and `model_config` of a class; `own`: its schema without what they say. */
  #head(
    schema: PyDict,
    name: string,
    kind: 'model' | 'fields' | 'root model',
  ): { own: PyDict; lines: readonly string[] } {
    const own = new Map(schema);
    const config: Item[] = [];
    const lines: string[] = [];
    const description = textAt(schema, 'description');
    const docstring = description === undefined ? undefined : docstringLines(description);
    const title = textAt(schema, 'title');
    const extras = schema.get('additionalProperties');
    if (title !== undefined && title !== name && kind !== 'fields') config.push(keyword('title', textCode(title)));
    if (kind === 'model' && extras !== undefined)
      config.push(keyword('extra', extras === false ? '"forbid"' : '"allow"'));
    for (const key of ['title', '$defs', 'definitions', 'properties', 'required']) own.delete(key);
    if (docstring !== undefined) own.delete('description');
    const rest = new Map(own);
    rest.delete('additionalProperties');
    if (rest.get('type') === 'object') rest.delete('type');
    const left = kind === 'model' ? extraKeys(rest) : undefined;
    if (left) config.push(keyword('json_schema_extra', literalCode(left)));
    if (docstring !== undefined) lines.push(docstring, '');
    if (config.length > 0) {
      const code: Code = callCode(this.file.use('pydantic', 'ConfigDict'), config);
      lines.push(`model_config = ${layOut(code, 4, 19)}`, '');
    }
    return { own, lines };
  }
}

/** Lines of a class's body, indented; an empty line stays empty, and none ends it. */
function body(lines: readonly string[]): string {
  const end = lines.at(-1) === '' ? -1 : undefined;
  return lines
    .slice(0, end)
    .map(line => (line === '' ? '' : `    ${line}`))
    .join('\n');
}
