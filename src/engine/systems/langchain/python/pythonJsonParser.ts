import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import { isPyDict, pyTypeName } from '../../../core/pyValue.ts';
import { refusing } from '../../../core/refusedValue.ts';
import { pyRepr, pyStrip } from '../../../python/index.ts';
import { missingViolations } from '../../../validation/index.ts';
import { pythonException } from '../langchainError.ts';
import { parseJsonMarkdown } from './pythonJson.ts';
import { instructionSchema } from './pythonModel.ts';

const example =
  'As an example, for the schema {"properties": {"foo": {"title": "Foo", "description": "a list of strings", "type": "array", "items": {"type": "string"}}}, "required": ["foo"]}';
const exampleObject =
  'the object {"foo": ["bar", "baz"]} is a well-formatted instance of the schema. The object {"properties": {"foo": ["bar", "baz"]}} is not well-formatted.';

/** The instruction of langchain-core's `JsonOutputParser`. */
export function jsonInstruction(schema: PyDict | undefined): string {
  if (!schema) return 'Return a JSON object.';
  return `STRICT OUTPUT FORMAT:
- Return only the JSON value that conforms to the schema. Do not include any additional text, explanations, headings, or separators.
- Do not wrap the JSON in Markdown or code fences (no \`\`\` or \`\`\`json).
- Do not prepend or append any text (e.g., do not write "Here is the JSON:").
- The response must be a single top-level JSON value exactly as required by the schema (object/array/etc.), with no trailing commas or comments.

The output should be formatted as a JSON instance that conforms to the JSON schema below.

${example} ${exampleObject}

Here is the output schema (shown in a code block for readability only — do not include any backticks or Markdown in your output):
\`\`\`
${instructionSchema(schema)}
\`\`\``;
}

/** The instruction of langchain-core's `PydanticOutputParser`. */
export function pydanticInstruction(schema: PyDict): string {
  return `The output should be formatted as a JSON instance that conforms to the JSON schema below.

${example}
${exampleObject}

Here is the output schema:
\`\`\`
${instructionSchema(schema)}
\`\`\``;
}

/** `JsonOutputParser.parse`. Throws `OutputParserException`. */
export function parseJsonOutput(output: string): PyValue {
  const text = pyStrip(output);
  const read = parseJsonMarkdown(text);
  if (read.ok) return read.value;
  const cause = { class: 'JSONDecodeError', message: read.error.message };
  throw pythonException(`Invalid json output: ${text}`, text, { cause });
}

/** `JsonOutputParser.parse_result(partial=True)`: `null` where nothing can be read yet. */
export function parsePartialOutput(output: string): PyValue {
  const read = parseJsonMarkdown(pyStrip(output));
  return read.ok ? read.value : null;
}

/** langchain-core's function `parse_and_check_json_markdown`. Throws `OutputParserException`. */
export function parseAndCheck(text: string, expectedKeys: readonly string[]): PyDict {
  const read = parseJsonMarkdown(text);
  if (!read.ok) {
    const cause = { class: 'JSONDecodeError', message: read.error.message };
    throw pythonException(`Got invalid JSON object. Error: ${read.error.message}`, null, { cause });
  }
  const { value } = read;
  if (!isPyDict(value)) throw pythonException(`Expected JSON object (dict), but got: ${pyTypeName(value)}. `, text);
  const missing = expectedKeys.filter(key => !value.has(key));
  const [first] = missing;
  if (first === undefined) return value;
  // The message names the first one alone.
  const message = `Got invalid return object. Expected key \`${first}\` to be present, but got ${pyRepr(value)}`;
  throw refusing(pythonException(message), { value, violations: missingViolations(value, missing, message) });
}
