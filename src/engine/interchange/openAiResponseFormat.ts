import { described, functionName, schemaType, valueSchema } from '../code/schema/functions.ts';
import { jsonFile } from '../code/schema/jsonText.ts';
import { type FormNode, nameOfFile, readForm, untakenKeys } from '../code/schema/readForm.ts';
import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../core/pyValue.ts';
import type { ExportFormat, Imported, ImportFormat, ImportProblem, Loss } from '../parsers/interchange.ts';
import { strictSchema } from './schema/strictSchema.ts';

/** `response_format` of OpenAI's requests, in strict mode. */
export const openAiResponseFormat: ExportFormat = {
  id: 'openai-response-format',
  title: 'OpenAI Response Format',
  summary:
    'The `response_format` of a request, in strict mode unless the framework asks for none, and what had to change for it',
  extension: '.response-format.json',
  language: 'json',
  refuses(definition) {
    if (definition.parserType.schemas?.functions) return 'Its answer is a function call. Export it as tools.';
    const value = valueSchema(definition);
    return 'reason' in value ? value.reason : undefined;
  },
  write(definitions) {
    const losses: Loss[] = [];
    const written = definitions.flatMap((definition): [string, PyDict][] => {
      const value = valueSchema(definition);
      if ('reason' in value) return [];
      const name = functionName(definition.name);
      const { schema, description } = described(definition, value);
      const { strict: isStrict = () => true } = definition.parserType.schemas ?? {};
      const asked = isStrict(definition.source);
      losses.push(...value.losses);
      if (asked !== true) {
        const format = dict({ name, description, strict: asked, schema });
        return [[definition.name, dict({ type: 'json_schema', json_schema: format })]];
      }
      const strict = strictSchema(schema, { definition: definition.name, key: value.key });
      losses.push(...strict.losses);
      const format = dict({ name, description, strict: true, schema: strict.schema });
      return [[definition.name, dict({ type: 'json_schema', json_schema: format })]];
    });
    if (written.length > 1)
      losses.push({
        message: 'A request takes one `response_format`; the file has one for each definition, by its name.',
      });
    return { text: jsonFile(written.length === 1 ? written[0]![1] : new Map(written)), losses };
  },
};

/** Reads `response_format` of OpenAI's requests, and `text.format` of its newer interface. */
export const openAiResponseFormatImport: ImportFormat = {
  id: 'openai-response-format',
  title: 'OpenAI Response Format',
  summary: 'A `response_format` with a JSON Schema',
  extensions: ['.json', '.jsonc'],
  languages: ['json', 'jsonc'],
  read(text, fileName, span) {
    const root = readForm(text, span);
    if ('message' in root) return { definitions: [], problems: [root] };
    const single = formatIn(root, nameOfFile(fileName));
    if (single) return { definitions: [single], problems: [...toolsBeside(root), ...untakenIn(root)] };
    const members = isPyDict(root.value) ? [...root.value.keys()] : [];
    const found = members.flatMap(key => {
      const node = root.at(key);
      const each = node && isJsonSchemaFormat(node.value) ? formatIn(node, key) : undefined;
      return node && each ? [{ key, node, definition: { ...each, name: key } }] : [];
    });
    if (found.length === 0) return { definitions: [], problems: [] };
    const others = untakenKeys(
      root,
      found.map(({ key }) => key),
    );
    return {
      definitions: found.map(({ definition }) => definition),
      problems: [...found.flatMap(({ node }) => untakenIn(node)), ...others],
    };
  },
};

/** Says that the request has tools as well, which are definitions of another kind. */
function toolsBeside(root: FormNode): readonly ImportProblem[] {
  const tools = root.at('tools');
  if (!tools || !isPyList(tools.value) || tools.value.length === 0) return [];
  const message = 'The tools of this request are another form, `openai-tools`; they are not imported with it.';
  return [{ message, span: tools.span, severity: 'warning' }];
}

/** What of a request, and of its format, has no place in a definition. An export is always `strict`. */
function untakenIn(root: FormNode): readonly ImportProblem[] {
  const older = root.at('response_format');
  const newer = older ? undefined : root.at('text')?.at('format');
  const wrapped = older ?? newer ?? root;
  const schema = wrapped.at('json_schema');
  const inner = schema ?? wrapped;
  const isStrict = isPyDict(inner.value) && inner.value.get('strict') === true;
  const used = ['name', 'description', 'schema', 'type', ...(isStrict ? ['strict'] : [])];
  return [
    ...(older ? untakenKeys(root, ['response_format', 'tools']) : []),
    ...(newer ? [...untakenKeys(root, ['text', 'tools']), ...untakenKeys(root.at('text'), ['format'])] : []),
    ...(schema ? untakenKeys(wrapped, ['type', 'json_schema']) : []),
    ...untakenKeys(inner, used),
  ];
}

function isJsonSchemaFormat(value: PyValue): boolean {
  return isPyDict(value) && value.get('type') === 'json_schema';
}

function formatIn(node: FormNode, fallback: string): Imported | undefined {
  const wrapped = node.at('response_format') ?? node.at('text')?.at('format') ?? node;
  const inner = wrapped.at('json_schema') ?? (isJsonSchemaFormat(wrapped.value) ? wrapped : undefined);
  if (!inner || !isPyDict(inner.value)) return undefined;
  const schema = inner.value.get('schema');
  if (!isPyDict(schema)) return undefined;
  const name = inner.value.get('name');
  const description = inner.value.get('description');
  return {
    name: typeof name === 'string' ? name : fallback,
    span: wrapped.span,
    config: dict({
      type: schemaType,
      description:
        typeof description === 'string' && description !== schema.get('description') ? description : undefined,
      content_schema: schema,
    }),
  };
}
