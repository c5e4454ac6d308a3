import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { sortSchema } from '../../parsers/shared/pydanticSchema.ts';
import { buildModel, type PydanticModel, type ValidationOutcome } from '../../validation/index.ts';
import { propertiesOf } from './pythonTypes.ts';

/** Which class a tool derives from. */
export type ToolKind = 'ToolMessage' | 'XMLToolMessage';

/** An example of a tool's use: the values of its fields, with the thought that leads to it. */
export interface ToolExample {
  readonly thought?: string;
  readonly value: PyDict;
}

/** A tool class of Langroid. */
export interface Tool {
  readonly kind: ToolKind;
  /** The default of `request`. */
  readonly name: string;
  readonly className: string;
  readonly purpose: string;
  /** As `model_json_schema()` prints it, with the fields of ToolMessage. */
  readonly schema: PyDict;
  readonly fields: readonly string[];
  readonly examples: readonly ToolExample[];
  /** Whether the model may use it, and whether the agent handles it. */
  readonly use: boolean;
  readonly handle: boolean;
  readonly rootElement: string;
  /** What the class's methods of these names return instead of the base class's text. */
  readonly formatInstructions?: string;
  readonly instructions: string;
  readonly maxResultTokens?: number;
  readonly maxRetainedTokens?: number;
  /** The path of the tool in the definition; absent for built-in ones. */
  readonly path?: readonly (string | number)[];
  readonly isOrchestration: boolean;
  /** `Class.model_validate(value).model_dump()`. */
  validate(value: PyDict): ValidationOutcome;
  /** What of the schema is not understood. */
  readonly problems: PydanticModel['problems'];
}

/** The fields of ToolMessage itself. */
export const inheritedFields = ['request', 'purpose', 'id'] as const;
/** The fields that the model neither sees nor has to give. */
export const excludedFields: readonly string[] = ['purpose', 'id'];

/** The tool of a definition's entry. Raises `EngineError` where it has no name. */
export function readTool(entry: PyValue, defaultKind: ToolKind, path?: readonly (string | number)[]): Tool {
  const config = isPyDict(entry) ? entry : new Map<string, PyValue>();
  const text = (key: string) => {
    const value = config.get(key);
    return typeof value === 'string' ? value : undefined;
  };
  const number = (key: string) => {
    const value = config.get(key);
    return typeof value === 'number' ? value : undefined;
  };
  const schema = toolSchema(config);
  const properties = propertiesOf(schema);
  const name = defaultOf(properties, 'request');
  if (name === undefined || name === '')
    throw new EngineError(
      'ValueError',
      `ToolMessage class ${text('class') ?? 'Tool'} must have a non-empty 'request' field if it is to be enabled as a tool.`,
      undefined,
      path && (config.has('request') ? [...path, 'request'] : path),
    );
  const model = buildModel(schema);
  const kind = text('kind');
  const formatInstructions = text('format_instructions');
  const maxResultTokens = number('max_result_tokens');
  const maxRetainedTokens = number('max_retained_tokens');
  return {
    kind: kind === 'ToolMessage' || kind === 'XMLToolMessage' ? kind : defaultKind,
    name,
    className: String(schema.get('title')),
    purpose: defaultOf(properties, 'purpose') ?? '',
    schema,
    fields: [...properties.keys()],
    examples: readExamples(config.get('examples')),
    use: config.get('use') !== false,
    handle: config.get('handle') !== false,
    rootElement: text('root_element') ?? 'tool',
    ...(formatInstructions !== undefined && { formatInstructions }),
    instructions: text('instructions') ?? '',
    ...(maxResultTokens !== undefined && { maxResultTokens }),
    ...(maxRetainedTokens !== undefined && { maxRetainedTokens }),
    ...(path && { path }),
    isOrchestration: false,
    validate: value => model.validate(value),
    problems: model.problems,
  };
}

/**
 * The whole schema of a tool, in Pydantic's order: the fields of ToolMessage are added where it has only its own, and
 * extra keys are allowed, as in the class.
 */
function toolSchema(config: PyDict): PyDict {
  const written = config.get('schema');
  const schema = new Map<string, PyValue>(isPyDict(written) ? written : []);
  const own = propertiesOf(schema);
  const properties = new Map<string, PyValue>();
  for (const key of inheritedFields) if (!own.has(key)) properties.set(key, inheritedField(key));
  for (const [key, field] of own) properties.set(key, field);
  for (const key of ['request', 'purpose']) {
    const value = config.get(key);
    const field = properties.get(key);
    if (typeof value === 'string')
      properties.set(key, new Map([['default', value], ...(isPyDict(field) ? field : []), ['default', value]]));
  }
  let required = [...listOf(schema.get('required'))].filter(key => key !== 'request' && key !== 'purpose');
  const extras = config.get('require_recipient') === true;
  if (extras) {
    properties.set(
      'recipient',
      new Map([
        ['title', 'Recipient'],
        ['type', 'string'],
      ]),
    );
    required = [...required.filter(key => key !== 'recipient'), 'recipient'];
  }
  const title = schema.get('title') ?? config.get('class') ?? config.get('request') ?? 'Tool';
  const whole = new Map<string, PyValue>(schema);
  whole.set('additionalProperties', true);
  if (!whole.has('exclude')) whole.set('exclude', [...excludedFields]);
  whole.set('properties', properties);
  if (required.length > 0) whole.set('required', required);
  else whole.delete('required');
  whole.set('title', extras ? 'ToolMessageWithRecipient' : title);
  if (!whole.has('type')) whole.set('type', 'object');
  return sortSchema(whole);
}

function inheritedField(key: string): PyDict {
  const title = key === 'id' ? 'Id' : key === 'request' ? 'Request' : 'Purpose';
  return new Map<string, PyValue>([
    ...(key === 'request' ? [] : [['default', ''] as const]),
    ['title', title],
    ['type', 'string'],
  ]);
}

function defaultOf(properties: PyDict, key: string): string | undefined {
  const field = properties.get(key);
  const value = isPyDict(field) ? field.get('default') : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Examples are objects, `[thought, object]`, or `{ tool, description }`. */
function readExamples(list: PyValue | undefined): readonly ToolExample[] {
  return listOf(list).flatMap((item): ToolExample[] => {
    if (isPyList(item)) {
      const [thought, value] = item;
      return typeof thought === 'string' && isPyDict(value) ? [{ thought, value: value as PyDict }] : [];
    }
    if (!isPyDict(item)) return [];
    const tool = item.get('tool');
    if (!isPyDict(tool) || [...item.keys()].some(key => key !== 'tool' && key !== 'description'))
      return [{ value: item }];
    const thought = item.get('description');
    return [typeof thought === 'string' ? { thought, value: tool } : { value: tool }];
  });
}

function listOf(value: PyValue | undefined): readonly PyValue[] {
  return value !== undefined && isPyList(value) ? value : [];
}
