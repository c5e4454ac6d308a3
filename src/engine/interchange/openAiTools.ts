import { functionsOf, type ReadFunction, schemaType } from '../code/schema/functions.ts';
import { jsonFile } from '../code/schema/jsonText.ts';
import { type FormNode, nameOfFile, readForm, untakenKeys } from '../code/schema/readForm.ts';
import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import type { Definition } from '../parsers/definition.ts';
import type {
  Exported,
  ExportFormat,
  Imported,
  ImportFormat,
  ImportProblem,
  ImportResult,
  Loss,
} from '../parsers/interchange.ts';
import type { FunctionSchema } from '../parsers/shared/schemas.ts';
import { firstOfForms } from '../systems/registry.ts';
import { strictSchema } from './schema/strictSchema.ts';

/** `tools` of OpenAI's requests. Langroid's and SWE-agent's functions are exactly what those systems send. */
export const openAiTools: ExportFormat = {
  id: 'openai-tools',
  title: 'OpenAI Tools',
  summary: 'The `tools` of a request: the functions that Langroid and SWE-agent send, or any object as one function',
  extension: '.tools.json',
  language: 'json',
  refuses: refusesFunctions,
  write: definitions => writeFunctions(definitions, fn => ({ tool: toolOf(fn), losses: [] })),
};

/** The same for OpenAI's strict mode, with all that had to change for it. */
export const openAiStrictTools: ExportFormat = {
  id: 'openai-tools-strict',
  title: 'OpenAI Tools (Strict)',
  summary: 'The same with `strict: true`, and what had to change for it',
  extension: '.tools.json',
  language: 'json',
  readBy: 'openai-tools',
  refuses: refusesFunctions,
  write: definitions =>
    writeFunctions(definitions, (fn, definition) => {
      const { schema, losses } = strictSchema(fn.parameters, { definition: definition.name, key: fn.key });
      return { tool: toolOf({ ...fn, parameters: schema }, true), losses };
    }),
};

/** Reads `tools` of OpenAI's requests, of both of its interfaces. */
export const openAiToolsImport: ImportFormat = {
  id: 'openai-tools',
  title: 'OpenAI Tools',
  summary: 'Functions, as Langroid tools, SWE-agent commands or a schema',
  extensions: ['.json', '.jsonc'],
  languages: ['json', 'jsonc'],
  read: (text, fileName, span) => readTools(text, fileName, span, functionOf, untakenOf),
};

/** Why a definition has no functions. */
export function refusesFunctions(definition: Definition): string | undefined {
  const functions = functionsOf(definition);
  return 'reason' in functions ? functions.reason : undefined;
}

/** Writes the functions of definitions as one list. */
export function writeFunctions(
  definitions: readonly Definition[],
  write: (fn: FunctionSchema, definition: Definition) => { readonly tool: PyDict; readonly losses: readonly Loss[] },
): Exported {
  const tools: PyValue[] = [];
  const losses: Loss[] = [];
  for (const definition of definitions) {
    const found = functionsOf(definition);
    if ('reason' in found) continue;
    losses.push(...found.losses);
    for (const fn of found.functions) {
      const written = write(fn, definition);
      tools.push(written.tool);
      losses.push(...written.losses);
    }
  }
  return { text: jsonFile(tools), losses };
}

/** Reads a list of tools, one tool, or an object that has them under `tools`, or under `functions` as older requests do. */
export function readTools(
  text: string,
  fileName: string,
  span: Span | undefined,
  read: (node: FormNode) => ReadFunction | undefined,
  untaken: (node: FormNode) => readonly ImportProblem[],
): ImportResult {
  const root = readForm(text, span);
  if ('message' in root) return { definitions: [], problems: [root] };
  const list = root.at('tools') ?? root.at('functions') ?? root;
  const count = isPyList(list.value) ? list.value.length : 0;
  const nodes = isPyList(list.value) ? Array.from({ length: count }, (_, i) => list.at(i)!) : [list];
  const found = nodes.map(node => ({ node, fn: read(node) }));
  const functions = found.flatMap(({ fn }) => fn ?? []);
  // Something else altogether, which may be another form.
  if (functions.length === 0) return { definitions: [], problems: [] };
  const problems = found.flatMap(({ node, fn }): readonly ImportProblem[] =>
    fn
      ? untaken(node)
      : [{ message: 'Not a function with a name and parameters.', span: node.span, severity: 'warning' }],
  );
  if (list !== root) problems.push(...untakenKeys(root, ['tools', 'functions']));
  return { definitions: definitionsOf(functions, nameOfFile(fileName)), problems };
}

function toolOf({ name, description, parameters }: FunctionSchema, strict?: true): PyDict {
  return dict({ type: 'function', function: dict({ name, description, strict, parameters }) });
}

function functionOf(node: FormNode): ReadFunction | undefined {
  const tool = node.value;
  if (!isPyDict(tool) || (tool.has('type') && tool.get('type') !== 'function')) return undefined;
  const fn = tool.get('function') ?? tool;
  if (!isPyDict(fn)) return undefined;
  // A function without arguments may leave its parameters out.
  const isBare = !fn.has('parameters') && tool.get('type') === 'function';
  const parameters = isBare ? dict({ type: 'object' }) : (fn.get('parameters') ?? null);
  const name = fn.get('name');
  const description = fn.get('description');
  if (typeof name !== 'string' || !isPyDict(parameters)) return undefined;
  return { name, parameters, span: node.span, ...(typeof description === 'string' && { description }) };
}

/** What of a function has no place in a definition; a `strict` that is false is as good as none. */
function untakenOf(node: FormNode): readonly ImportProblem[] {
  const inner = node.at('function');
  const fn = inner ?? node;
  const isStrict = isPyDict(fn.value) && fn.value.get('strict') !== false;
  const used = ['name', 'description', 'parameters', ...(isStrict ? [] : ['strict'])];
  return inner
    ? [...untakenKeys(node, ['type', 'function']), ...untakenKeys(inner, used)]
    : untakenKeys(node, ['type', ...used]);
}

/**
 * Definitions whose export gives these functions: those of a system where all of them are exactly what it sends, such as
 * SWE-agent's for commands; else a schema of its own for each whose parameters have a title, and tools for all others,
 * which are Langroid's. Without a system that has tools these are schemas as well.
 */
function definitionsOf(functions: readonly ReadFunction[], name: string): readonly Imported[] {
  const [first] = functions;
  const last = functions.at(-1);
  if (!first || !last) return [];
  const span = { start: first.span.start, end: last.span.end };
  const exact = firstOfForms(forms => forms.exactly?.(functions));
  if (exact) return [{ name, span, config: exact }];
  const tools = functions.filter(fn => !fn.parameters.has('title'));
  const asTools = tools.length > 0 ? firstOfForms(forms => forms.asTools?.(tools)) : undefined;
  return functions.flatMap((fn): Imported[] => {
    if (asTools && !fn.parameters.has('title')) return fn === tools[0] ? [{ name, span, config: asTools }] : [];
    const description = fn.description === fn.parameters.get('description') ? undefined : fn.description;
    const config = dict({ type: schemaType, description, content_schema: fn.parameters });
    return [{ name: fn.name, span: fn.span, config }];
  });
}
