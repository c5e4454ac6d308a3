import { refusedBy, refusing } from '../../../core/refusedValue.ts';
import { LangchainError, scriptErrorText, scriptException, scriptJsonParse } from '../langchainError.ts';
import { fencedText } from './fencedText.ts';
import { refusedByZod } from './refusedByZod.ts';
import { parseScriptMarkdown, withLineFeeds } from './scriptJson.ts';
import { type JsonSchema, type ZodModel, zodError } from './zodModel.ts';

/** JavaScript's two packages, which have classes of the same names that differ. */
export type ScriptPackage = 'core' | 'classic';

/** The instruction of LangChain.js's `StructuredOutputParser`; `schema` as LangChain's `toJsonSchema` gives it. */
export function structuredInstruction(schema: JsonSchema, from: ScriptPackage): string {
  const braces = from === 'classic' ? '}}}}' : '}}';
  return `You must format your output as a JSON value that adheres to a given "JSON Schema" instance.

"JSON Schema" is a declarative language that allows you to annotate and validate JSON documents.

For example, the example "JSON Schema" instance {{"properties": {{"foo": {{"description": "a list of test words", "type": "array", "items": {{"type": "string"}}}}}}, "required": ["foo"]${braces}
would match an object with one required property, "foo". The "type" property specifies "foo" must be an "array", and the "description" property semantically describes it as "a list of test words". The items within "foo" must be strings.
Thus, the object {{"foo": ["bar", "baz"]}} is a well-formatted instance of this example "JSON Schema". The object {{"properties": {{"foo": ["bar", "baz"]}}}} is not well-formatted.

Your output will be parsed and type-checked according to the provided schema instance, so make sure all fields in your output match the schema exactly and there are no trailing commas!

Here is the JSON Schema instance your output must adhere to. Include the enclosing markdown codeblock:
\`\`\`json
${JSON.stringify(schema)}
\`\`\`
`;
}

/** The most that is written of them. */
const maxBraces = 1_000_000;

/**
 * The instruction of LangChain.js's `JsonMarkdownStructuredOutputParser`: a sketch of the schema, its braces repeated.
 * Throws `Error` for a depth below one, for one that would fill the memory, and for a part of the schema without a type.
 */
export function sketchInstruction(schema: JsonSchema, depth = 1): string {
  if (depth < 1) throw new LangchainError('Error', 'f string interpolation depth must be at least 1');
  const sketched = sketch(schema, 2);
  const braces = sketched.length - sketched.replace(/[{}]/g, '').length;
  if (braces * depth > maxBraces)
    throw new LangchainError(
      'Error',
      `interpolationDepth ${depth} makes an instruction of more than ${maxBraces} braces`,
    );
  const text = sketched.replace(/[{}]/g, brace => brace.repeat(depth));
  return `Return a markdown code snippet with a JSON object formatted to look like:\n\`\`\`json\n${text}\n\`\`\``;
}

function sketch(schema: JsonSchema, indent: number): string {
  const before = ' '.repeat(indent);
  const after = ' '.repeat(indent - 2);
  const note = schema.description ? ` // ${schema.description}` : '';
  if ('type' in schema) {
    const { type } = schema;
    if (type === 'object' && schema.properties) {
      const required = Array.isArray(schema.required) ? schema.required : [];
      const lines = Object.entries(schema.properties as Record<string, JsonSchema>).map(([key, value]) => {
        const mark = required.includes(key) ? '' : ' (optional)';
        return `${before}"${key}": ${sketch(value, indent + 2)}${mark}`;
      });
      return `{\n${lines.join('\n')}\n${after}}${note}`;
    }
    if (type === 'array' && schema.items)
      return `array[\n${before}${sketch(schema.items as JsonSchema, indent + 2)}\n${after}] ${note}`;
    const isNullable = Array.isArray(type) && type.includes('null');
    const typeName = Array.isArray(type) ? withoutFirstNull(type).join(' | ') : type;
    return `${typeName}${note}${isNullable ? ' (nullable)' : ''}`;
  }
  if (Array.isArray(schema.anyOf))
    return schema.anyOf.map(member => sketch(member as JsonSchema, indent)).join(`\n${after}`);
  throw new LangchainError('Error', 'unsupported schema type');
}

function withoutFirstNull(types: readonly unknown[]): unknown[] {
  const at = types.indexOf('null');
  return at < 0 ? [...types] : types.toSpliced(at, 1);
}

function validated(model: ZodModel, value: unknown): unknown {
  const outcome = model.validate(value, true);
  if (outcome.ok) return outcome.value;
  throw refusing(zodError(outcome.issues), refusedByZod(model, value, outcome.issues));
}

/** LangChain.js's wrapping of an error that reading a text met. */
function failedToParse(text: string, error: unknown): LangchainError {
  const raised = scriptException(`Failed to parse. Text: "${text}". Error: ${scriptErrorText(error)}`, text);
  return refusing(raised, refusedBy(error));
}

/** `StructuredOutputParser.parse` of `@langchain/core`. Throws `OutputParserException`. */
function parseCore(text: string, model: ZodModel): unknown {
  try {
    return validated(model, scriptJsonParse(withLineFeeds(fencedText(text.trim()))));
  } catch (error) {
    throw failedToParse(text, error);
  }
}

/** `StructuredOutputParser.parse` of `@langchain/classic`. Throws `OutputParserException`. */
function parseClassic(text: string, model: ZodModel): unknown {
  try {
    const json = text.includes('```') ? text.trim().split(/```(?:json)?/)[1] : text.trim();
    return validated(model, scriptJsonParse(json ?? ''));
  } catch (first) {
    if (!(first instanceof LangchainError)) throw first;
    try {
      return validated(model, scriptJsonParse(text.trim()));
    } catch (error) {
      throw failedToParse(text, error);
    }
  }
}

/** `StructuredOutputParser.parse`, also of its Markdown variant. Throws `OutputParserException`. */
export function parseStructured(text: string, model: ZodModel, from: ScriptPackage): unknown {
  return from === 'classic' ? parseClassic(text, model) : parseCore(text, model);
}

/** `StandardSchemaOutputParser.parse`. Throws `OutputParserException`. */
export function parseStandardSchema(text: string, model: ZodModel): unknown {
  try {
    const value = parseScriptMarkdown(text);
    const outcome = model.validate(value);
    if (outcome.ok) return outcome.value;
    const error = new LangchainError('Error', `Validation failed: ${JSON.stringify(outcome.issues)}`);
    throw refusing(error, refusedByZod(model, value, outcome.issues));
  } catch (error) {
    throw failedToParse(text, error);
  }
}

/** `AsymmetricStructuredOutputParser.parse`, without the author's `outputProcessor`. Throws `OutputParserException`. */
export function parseAsymmetric(text: string, model: ZodModel, from: ScriptPackage): unknown {
  try {
    return parseStructured(text, model, from);
  } catch (error) {
    throw failedToParse(text, error);
  }
}

/** `RouterOutputParser.parse`. Throws `OutputParserException`. */
export function parseRouter(text: string, model: ZodModel, defaultDestination = 'DEFAULT'): unknown {
  try {
    const value = parseStructured(text, model, 'classic') as Record<string, unknown>;
    return 'destination' in value
      ? { ...value, destination: routerDestination(value.destination, defaultDestination) }
      : value;
  } catch (error) {
    throw failedToParse(text, error);
  }
}

/** A router's destination: `null` where it is the default one, whatever its case. */
export function routerDestination(destination: unknown, defaultDestination = 'DEFAULT'): unknown {
  const isDefault = typeof destination === 'string' && destination.toLowerCase() === defaultDestination.toLowerCase();
  return isDefault ? null : destination;
}
