import * as z from 'zod';
import type { Problem } from '../../../../core/problem.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../../core/pyValue.ts';
import type { DefinitionSource, Piece } from '../../../../parsers/parser.ts';
import { pieceOf } from '../../../../parsers/shared/pieces.ts';
import type { ValueSchema } from '../../../../parsers/shared/schemas.ts';
import type { ValueKeys } from '../../../../parsers/shared/valueKeys.ts';

/** The keys of Python's `StructuredOutputParser`. */
export const responseSchemaKeys = {
  response_schemas: z
    .array(
      z.object({
        name: z.string().describe('The key of the value.'),
        description: z.string().describe('What stands behind `//` in the instruction, as it is.'),
        type: z.string().describe('The type, in words for the model: nothing checks it. Default: `string`.').optional(),
      }),
    )
    .describe(
      'Python alone: the `ResponseSchema`s that `from_response_schemas` is given. Every name must be a key of the answer.',
    )
    .optional(),
  only_json: z
    .boolean()
    .describe(
      'Python alone: whether the instruction is the block alone, as `get_format_instructions(only_json=True)` gives it.',
    )
    .optional(),
} as const;

/** A `ResponseSchema` of `langchain_classic`. */
export interface ResponseSchema {
  readonly name: string;
  readonly description: string;
  /** As Python's author names it; nothing checks it. Absent: `string`. */
  readonly type?: string;
}

/** `StructuredOutputParser.get_format_instructions(only_json)`: a line for each schema, without commas, nothing escaped. */
export function responseSchemasInstruction(schemas: readonly ResponseSchema[], onlyJson = false): string {
  const block = `\`\`\`json\n{\n${schemas.map(schemaLine).join('\n')}\n}\n\`\`\``;
  if (onlyJson) return `\n${block}`;
  return `The output should be a markdown code snippet formatted in the following schema, including the leading and trailing "\`\`\`json" and "\`\`\`":\n\n${block}`;
}

/** The line of a schema, which invites models to write a comment behind their value. */
function schemaLine({ name, description, type = 'string' }: ResponseSchema): string {
  return `\t"${name}": ${type}  // ${description}`;
}

/** The schemas of a definition, and where each stands. */
function placedSchemas({ config }: DefinitionSource): readonly (ResponseSchema & { readonly at: number })[] {
  const schemas = config.get('response_schemas');
  return (isPyList(schemas) ? schemas : []).flatMap((schema, at) => {
    if (!isPyDict(schema)) return [];
    const [name, description, type] = ['name', 'description', 'type'].map(key => schema.get(key));
    if (typeof name !== 'string') return [];
    return [{ name, description: String(description ?? ''), ...(typeof type === 'string' && { type }), at }];
  });
}

/** The names that an answer must have, in their order. */
export function schemaNames(source: DefinitionSource): readonly string[] {
  return placedSchemas(source).map(({ name }) => name);
}

/** The instruction, with the place of each name, type and description. */
export function responseSchemaPieces(source: DefinitionSource): readonly Piece[] {
  const schemas = placedSchemas(source);
  const [head = '', foot = ''] = responseSchemasInstruction([], source.config.get('only_json') === true).split(
    '{\n\n}',
  );
  return [{ text: `${head}{\n` }, ...schemaLines(source, schemas), { text: `\n}${foot}` }];
}

/** The lines of the schemas, as `{format}` of LangChain's template has them. */
export function schemaLines(source: DefinitionSource, schemas = placedSchemas(source)): readonly Piece[] {
  return schemas.flatMap(({ name, description, type, at }, i) => [
    { text: `${i === 0 ? '' : '\n'}\t"` },
    pieceOf(source, ['response_schemas', at, 'name'], name),
    { text: '": ' },
    type === undefined ? { text: 'string' } : pieceOf(source, ['response_schemas', at, 'type'], type),
    { text: '  // ' },
    pieceOf(source, ['response_schemas', at, 'description'], description),
  ]);
}

/** The keys of the value: those of all schemas must be there, and others may. */
export function responseSchemaValueKeys(source: DefinitionSource): ValueKeys {
  return {
    keys: placedSchemas(source).map(({ name, description, at }) => ({
      name,
      declarations: [{ path: ['response_schemas', at, 'name'], of: 'value' }],
      references: [],
      required: true,
      ...(description !== '' && { documentation: description }),
    })),
    open: true,
    exact: false,
    lists: [],
  };
}

/** JSON's names for the types that Python's authors write. */
const jsonTypes: readonly (readonly [names: RegExp, type: string])[] = [
  [/^(?:str|string|text)$/i, 'string'],
  [/^(?:int|integer)$/i, 'integer'],
  [/^(?:float|number|double)$/i, 'number'],
  [/^(?:bool|boolean)$/i, 'boolean'],
  [/^(?:list|array|tuple|set)\b/i, 'array'],
  [/^(?:dict|object|json|map)\b/i, 'object'],
];

function jsonType(type: string): string | undefined {
  return jsonTypes.find(([names]) => names.test(type))?.[1];
}

/** The JSON Schema of the value, for exports and conversions: types that JSON has no name for are left open. */
export function responseValueSchema(source: DefinitionSource): ValueSchema {
  const schemas = placedSchemas(source);
  const properties = schemas.map(({ name, description, type = 'string' }) => {
    const jsonName = jsonType(type);
    const schema = new Map<string, PyValue>([
      ...(jsonName === undefined ? [] : ([['type', jsonName]] as const)),
      ['description', description],
    ]);
    return [name, schema] as const;
  });
  const schema: PyDict = new Map<string, PyValue>([
    ['type', 'object'],
    ['properties', new Map(properties)],
    ['required', schemas.map(({ name }) => name)],
  ]);
  const losses = schemas
    .filter(({ type }) => type !== undefined && jsonType(type) === undefined)
    .map(({ name, type, at }) => ({
      key: `response_schemas.${at}.type`,
      message: `The type \`${type}\` of \`${name}\` is no type of JSON Schema.`,
    }));
  return { schema, key: 'response_schemas', losses };
}

const examples: Readonly<Record<string, PyValue>> = {
  integer: 1,
  number: 0.5,
  boolean: true,
  array: [],
  object: new Map(),
};

/** A value that the definition reads. */
export function responseSchemaExample(source: DefinitionSource): PyDict {
  return new Map(
    placedSchemas(source).map(({ name, type = 'string' }) => [name, examples[jsonType(type) ?? ''] ?? 'text'] as const),
  );
}

/**
 * What the instruction invites and the class refuses: its lines have no commas and comments behind the values, in which
 * nothing is escaped.
 */
export function checkResponseSchemas(source: DefinitionSource): readonly Problem[] {
  const schemas = placedSchemas(source);
  const problems = schemas.flatMap(({ name, description, at }): Problem[] => {
    const span = source.spanOf(['response_schemas', at, 'description']);
    if (!span || !/["\n]/.test(description)) return [];
    const what = description.includes('\n') ? 'a line break' : 'a quote';
    const message = `The instruction shows this description as it is, with ${what} in it, behind \`"${name}": …  //\`: a model that copies the line writes JSON that cannot be read.`;
    return [{ code: 'unread-answer', message, severity: 'warning', span }];
  });
  const span = source.keySpanOf(['response_schemas']);
  if (!span || schemas.length < 2) return problems;
  const message =
    'LangChain shows the model these members without commas, each with a `//` comment behind it. An answer that copies the form is JSON that the class cannot read: say in your prompt that strict JSON is wanted.';
  return [...problems, { code: 'unread-answer', message, severity: 'info', span }];
}
