import * as z from 'zod';
import { EngineError, ResponseError } from '../../core/errors.ts';
import type { Problem } from '../../core/problem.ts';
import { isPyDict, type PyDict } from '../../core/pyValue.ts';
import { refusedBy, refusing } from '../../core/refusedValue.ts';
import { jsonValueSpan, withoutQuotes } from '../../json/jsonSpans.ts';
import type { DefinitionSource, Parser, ReadField, Reading, ResponseInput } from '../../parsers/parser.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { schemaProblems } from '../../parsers/problems/schemaProblems.ts';
import { exampleOfSchema } from '../../parsers/shared/examples.ts';
import { jsonFields, withFields } from '../../parsers/shared/fields.ts';
import { jsonDictKeys } from '../../parsers/shared/jsonDictKeys.ts';
import { messagePartsOf } from '../../parsers/shared/providerMessage.ts';
import { streamWholeObject } from '../../parsers/shared/streamMembers.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import { jsonLoads, toJsonText } from '../../python/index.ts';
import { type GrowingText, readLenient } from '../../text/index.ts';
import { buildModel } from '../../validation/index.ts';
import { type CalledInput, calledInputs, draftOutput, messageKeys } from './calledInput.ts';
import { outputHint } from './modelOutput.ts';
import {
  filledWithDefaults,
  outputToolSchema,
  type ReadOutput,
  type RequiredOutput,
  readOutput,
} from './structuredOutput.ts';

/** AgentScope 2's structured output: what an agent makes of its model's call of `GenerateStructuredOutput`. */
export const structuredOutputType: ParserType = {
  type: 'structured_output',
  system: 'AgentScope 2',
  summary: 'An object that the model gives by calling a tool',
  want: 'tool-calls',
  answer: '{"title": "…", "score": 0.5}',
  documentation: `Reads the raw input of a call of \`GenerateStructuredOutput\`, as an agent of AgentScope 2 does for \`reply(…, structured_schema=…)\`:

- JSON that is broken is repaired **with the schema**, and checked against it. What a fault tells the model is the error's message.
- Then the text is read **a second time without the schema**: \`{"a": "5"\` is checked as 5 and arrives as \`"5"\`. The result says both where they differ.
- \`pydantic\` validates that with the class: defaults are filled, keys that it does not have are dropped. \`json_schema\` fills defaults and keeps what is more.
- A provider's message, an object or JSON text, is read by its calls: the last good one of \`GenerateStructuredOutput\`, or else the first call, which the agent does not know.
- A plain answer is never taken: the agent asks until its limit, and ends without output.`,
  keys: {
    content_schema: z
      .record(z.string(), z.unknown())
      .describe('The JSON Schema of the output, as `Model.model_json_schema()` prints it.'),
    kind: z
      .enum(['pydantic', 'json_schema'])
      .describe(
        'What the agent is given: a Pydantic class (`pydantic`, the default), or the schema itself (`json_schema`), as after loading a state.',
      )
      .optional(),
  },
  filters: false,
  framework: { sendsNoInstruction: true },
  responses: {
    noGrammar: 'it is a call in a provider’s message, whose arguments the provider holds to their schema.',
    messageParts: messagePartsOf,
    example: source => toJsonText(exampleOfSchema(schemaOf(source), schemaOf(source))),
    draft: draftOutput,
  },
  display: {
    extra: {
      checked: 'what was checked, where it is not what the tool was called with',
      executed: 'what the tool was called with, where it is not what was checked',
    },
  },
  template: `{
  "type": "structured_output",
  "description": "A title with its score",
  "content_schema": {
    "properties": {
      "title": { "minLength": 1, "title": "Title", "type": "string" },
      "score": { "maximum": 1, "minimum": 0, "title": "Score", "type": "number" }
    },
    "required": ["title", "score"],
    "title": "Scored",
    "type": "object"
  }
}
`,
  create,
  authoring: { valueKeys: jsonDictKeys, check: source => checkSchema(source) },
  schemas: {
    valueSchema: source => ({ schema: schemaOf(source), key: 'content_schema', losses: [] }),
  },
  streams: {
    reader: (source, response, events) => streamOutput2(response, events, requiredOutput(source)),
  },
};

function schemaOf({ config }: DefinitionSource): PyDict {
  const schema = config.get('content_schema');
  return isPyDict(schema) ? schema : new Map();
}

/** What a definition requires of an output. */
export function requiredOutput(source: DefinitionSource): RequiredOutput {
  const kind = source.config.get('kind') === 'json_schema' ? 'json_schema' : 'pydantic';
  return { schema: schemaOf(source), kind };
}

function checkSchema(source: DefinitionSource): readonly Problem[] {
  return schemaProblems(source, ['content_schema'], schemaOf(source));
}

function create(source: DefinitionSource): Parser {
  const required = requiredOutput(source);
  return {
    instruction: () => [{ text: outputHint(false) }],
    tools: () => [outputToolSchema(required)],
    views: () => [
      { name: 'Tool', language: 'json', pieces: () => [{ text: toJsonText(outputToolSchema(required)) }] },
      { name: 'At the limit', language: 'markdown', pieces: () => [{ text: outputHint(true) }] },
    ],
    read: response => readInput(required, response),
  };
}

/** Of several calls of the tool each is made, and the last good one counts. Raises what the last one raises where none is. */
function readInput(required: RequiredOutput, response: ResponseInput): Reading {
  const calls = calledInputs(response, required.schema);
  let raised: EngineError | undefined;
  for (const call of calls.toReversed())
    try {
      return reading(call, readOutput(required, call.input, call.name), response);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      raised ??= error;
    }
  const { class: name, message } = raised!;
  throw refusing(new ResponseError(name, message, { feedback: message }), refusedBy(raised));
}

function reading(call: CalledInput, { checked, executed, output }: ReadOutput, { text }: ResponseInput): Reading {
  const differs = toJsonText(checked, 0) !== toJsonText(executed, 0);
  // A repair is an edit of a text, and within a message its quotes would have to be escaped.
  const repairs = call.name === undefined ? repairsOf(call.input, executed) : undefined;
  return withFields(
    {
      value: output,
      ...(repairs && { repairs }),
      ...(differs && {
        warnings: ['What was checked is not what the tool was called with: the text is read twice.'],
        extra: { checked, executed },
      }),
    },
    () => placedFields(call, output, text ?? ''),
  );
}

/** The keys of an output where they stand in the response; in an object that is not text, at the end of its text. */
function placedFields({ name, input, place }: CalledInput, output: PyDict, text: string): readonly ReadField[] {
  if (name === undefined) return fieldsOf(input, output);
  if (!place) {
    const span = { start: text.length, end: text.length };
    return [...output].map(([key, value]) => ({ key, value, span, inner: span }));
  }
  const { span, toSource } = place;
  if (!toSource) return jsonFields(text, span, output);
  return fieldsOf(input, output).map(field => ({
    ...field,
    span: toSource(field.span),
    inner: toSource(field.inner),
  }));
}

/** The repairs after which the text reads as the tool was called; absent where none are needed, or none are found. */
function repairsOf(text: string, executed: PyDict): Reading['repairs'] {
  if (jsonLoads(text).ok) return undefined;
  const read = readLenient(text);
  return read.ok && toJsonText(read.value, 0) === toJsonText(executed, 0) ? read.repairs() : undefined;
}

/** The keys of the output with their places in the text, as far as they are in it. */
function fieldsOf(text: string, output: PyDict): readonly ReadField[] {
  if (jsonLoads(text).ok) return jsonFields(text, jsonValueSpan(text, 0, text.length), output);
  const read = readLenient(text);
  if (!read.ok || read.node?.kind !== 'object') return [];
  const { members } = read.node;
  return [...output].flatMap(([key, value]) => {
    const node = members.get(key)?.node;
    if (!node) return [];
    const span = { start: node.start, end: node.end };
    return [{ key, value, span, inner: withoutQuotes(text, span) }];
  });
}

/**
 * The keys of the object that a growing tool input is, as the output has them; without those that the class drops or refuses.
 * Where the text turns out to be broken, or goes on behind the object, a repair may change all of it: everything is reopened,
 * and no more comes; so it is where a key shows that the text may be a provider's message.
 */
function streamOutput2(response: GrowingText, events: StreamEvents, { schema, kind }: RequiredOutput): StreamReader {
  const model = kind === 'pydantic' ? buildModel(new Map(schema).set('required', [])) : undefined;
  const properties = schema.get('properties');
  const own = isPyDict(properties) ? properties : new Map();
  return streamWholeObject(response, events, {
    isForeign: key => messageKeys.includes(key) && !own.has(key),
    made(key, value) {
      const member: PyDict = new Map([[key, value]]);
      if (!model) return filledWithDefaults(schema, member).get(key);
      const outcome = model.validate(member);
      return outcome.ok ? outcome.value.get(key) : undefined;
    },
  });
}
