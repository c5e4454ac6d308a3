import type { SyntaxNode } from '@lezer/common';
import { schemaType } from '../../code/schema/functions.ts';
import { noTypeScript, readModule } from '../../code/typescript/readModule.ts';
import { schemasIn } from '../../code/typescript/schemaPlaces.ts';
import type { TsModule } from '../../code/typescript/tsModule.ts';
import { argumentsOf } from '../../code/typescript/tsSyntax.ts';
import { type ReadRoot, ZodReader } from '../../code/typescript/zodReader.ts';
import { UniqueNames } from '../../code/uniqueNames.ts';
import { dict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { readDefinitions } from '../../definition/index.ts';
import type { Imported, ImportFormat, ImportProblem, ImportResult } from '../../parsers/interchange.ts';
import { firstOfForms } from '../../systems/registry.ts';

/** Reads definitions that a module gives to `readDefinitions`, else LangChain.js's parsers, and zod schemas where it has none. */
export const typeScriptImport: ImportFormat = {
  id: 'typescript',
  title: 'TypeScript (zod, LangChain)',
  summary: 'A module that was exported, parsers of LangChain.js, and plain zod schemas of objects',
  extensions: ['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs'],
  languages: ['typescript', 'typescriptreact', 'javascript'],
  read(text, _fileName, span = { start: 0, end: text.length }) {
    const module = readModule(text, span);
    if (!('root' in module)) return { definitions: [], problems: [module] };
    const spanOf = ({ from, to }: SyntaxNode): Span => ({ start: span.start + from, end: span.start + to });
    const embedded = embeddedDefinitions(module, spanOf);
    const isEmbedded = embedded.definitions.length > 0 || embedded.problems.length > 0;
    const found = isEmbedded ? embedded : (systemParsers(module, spanOf) ?? zodSchemas(module, spanOf));
    if (module.fault === undefined) return found;
    const start = span.start + module.fault;
    const fault: ImportProblem = {
      message: noTypeScript,
      span: { start, end: Math.min(text.length, start + 1) },
      severity: found.definitions.length > 0 ? 'warning' : 'error',
    };
    return { ...found, problems: [...found.problems, fault] };
  },
};

/** What is given to `readDefinitions` as a constant. */
function embeddedDefinitions(module: TsModule, spanOf: (node: SyntaxNode) => Span): ImportResult {
  const definitions: Imported[] = [];
  const problems: ImportProblem[] = [];
  for (const call of callsOf(module.root, module, 'readDefinitions')) {
    const [source, name] = argumentsOf(call);
    if (!source) continue;
    const text = module.value(source);
    if (typeof text !== 'string') {
      const message = 'This definition is read from elsewhere when the module runs. Open that file instead.';
      problems.push({ message, span: spanOf(source), severity: 'warning' });
      continue;
    }
    const fileName = module.value(name);
    const read = readDefinitions(text, typeof fileName === 'string' ? fileName : 'imported.parser.json');
    definitions.push(
      ...read.definitions.map(found => ({ name: found.name, config: found.source.config, span: spanOf(source) })),
    );
    const error = read.definitions.length === 0 ? read.problems[0] : undefined;
    if (error) problems.push({ message: error.message, span: spanOf(source), severity: 'error' });
  }
  return { definitions, problems };
}

/** The parsers of a system; `undefined`: the module has none. */
function systemParsers(module: TsModule, spanOf: (node: SyntaxNode) => Span): ImportResult | undefined {
  const reader = new ZodReader(module);
  const constants = new Map<string, ReadZod>();
  const schemaOf = (node: SyntaxNode): PyDict | undefined => {
    if (constants.size === 0)
      for (const [name, each] of module.constants) {
        const read = reader.read(each);
        if (read) constants.set(name, { ...read, node: each, name });
      }
    const named = node.name === 'VariableName' ? constants.get(module.source(node)) : undefined;
    if (named) return schemaWithParts(named.name, named, constants);
    const read = reader.read(node);
    return read && schemaWithParts('', { ...read, node, name: '' }, constants);
  };
  const parsers = firstOfForms(forms => {
    const read = forms.scriptParsers?.(module, schemaOf);
    return read && read.found.length > 0 ? read : undefined;
  });
  if (!parsers) return undefined;
  const { found, problems } = parsers;
  const all = [...problems, ...reader.unknown];
  const names = new UniqueNames();
  return {
    definitions: found.map(({ name, config, node }) => ({ name: names.take(name, '_'), config, span: spanOf(node) })),
    problems: all.map(({ message, node }): ImportProblem => ({ message, span: spanOf(node), severity: 'warning' })),
  };
}

/** A schema with the parts that it names; its constant's name is not a title of it. */
function schemaWithParts(key: string, read: ReadZod, constants: ReadonlyMap<string, ReadZod>): PyDict {
  const parts = new Map([...read.named].length === 0 ? [] : partsOf(key, new Map([...constants, [key, read]])));
  if (parts.has(key)) return withParts(key, key, read.schema, parts);
  return parts.size > 0 ? new Map<string, PyValue>([...read.schema, ['$defs', parts]]) : read.schema;
}

/** The calls of a function by its name. */
function callsOf(root: SyntaxNode, module: TsModule, name: string): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  root.cursor().iterate(({ node }) => {
    if (node.name !== 'CallExpression') return;
    const callee = node.firstChild;
    const property = callee?.name === 'MemberExpression' ? callee.getChild('PropertyName') : callee;
    if (property && module.source(property) === name) found.push(node);
  });
  return found;
}

/** How many parts of schemas are written in all; a part that several schemas name is written for each. */
const maxParts = 20_000;

/** The schemas of objects that no other schema names, each as a definition. */
function zodSchemas(module: TsModule, spanOf: (node: SyntaxNode) => Span): ImportResult {
  const reader = new ZodReader(module);
  const found = new Map<string, ReadZod>();
  for (const [name, node] of module.constants) {
    const read = reader.read(node);
    if (read) found.set(name, { ...read, node, name });
  }
  for (const [i, { node, ...place }] of schemasIn(module).entries()) {
    const read = reader.read(node);
    // No identifier has a blank, so that none of these is named.
    if (read) found.set(`imported ${i + 1}`, { ...read, node, name: `imported ${i + 1}`, ...place });
  }
  const isNamed = new Set(
    [...found].flatMap(([name, { named, madeOf }]) => [...named, ...madeOf].filter(each => each !== name)),
  );
  const objects = [...found].filter(([, { schema }]) => schema.get('type') === 'object' || schema.has('allOf'));
  const roots = objects.filter(([name]) => !isNamed.has(name));
  const definitions: Imported[] = [];
  let parts = 0;
  // Schemas that name one another have no root; the last one is meant.
  for (const [key, { schema, node, name, description }] of roots.length > 0 ? roots : objects.slice(-1)) {
    const reachable = partsOf(key, found);
    parts += reachable.size + 1;
    if (parts > maxParts) {
      reader.unknown.push({ node, message: 'This text has too many schemas; this one and the rest are left out.' });
      break;
    }
    definitions.push({
      name: name.replace(/(?<=.)Schema$/, ''),
      span: spanOf(node),
      config: dict({
        type: schemaType,
        description,
        content_schema: withParts(key, name, schema, reachable),
      }),
    });
  }
  definitions.sort((a, b) => a.span.start - b.span.start);
  const problems = reader.unknown.map(
    ({ message, node }): ImportProblem => ({ message, span: spanOf(node), severity: 'warning' }),
  );
  return { definitions, problems: definitions.length > 0 ? problems : [] };
}

interface ReadZod extends ReadRoot {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly description?: string;
}

/** The schemas that a schema names, and that those name, by name. */
function partsOf(name: string, found: ReadonlyMap<string, ReadZod>): ReadonlyMap<string, PyDict> {
  const parts = new Map<string, PyDict>();
  const waiting = [...(found.get(name)?.named ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const read = parts.has(next) ? undefined : found.get(next);
    if (!read) continue;
    parts.set(next, read.schema);
    waiting.push(...read.named);
  }
  return parts;
}

function withParts(key: string, name: string, schema: PyDict, parts: ReadonlyMap<string, PyDict>): PyDict {
  // As Pydantic writes a schema that names itself.
  if (parts.has(key))
    return new Map<string, PyValue>([
      ['$defs', parts],
      ['$ref', `#/$defs/${key}`],
    ]);
  const titled = schema.has('title') ? schema : new Map<string, PyValue>([['title', name], ...schema]);
  return parts.size > 0 ? new Map<string, PyValue>([...titled, ['$defs', parts]]) : titled;
}
