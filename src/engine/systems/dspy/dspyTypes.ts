import { EngineError, ResponseError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource, InstructionMessage, Parser, Piece } from '../../parsers/parser.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { exampleOfSchema } from '../../parsers/shared/examples.ts';
import { joinPieces, textOf } from '../../parsers/shared/pieces.ts';
import { reading } from './adapter.ts';
import { askedTwice, unreadOwnValues } from './adapterProblems.ts';
import { classFiles, classReferences, loadClasses } from './classTypes.ts';
import { demosOf, signatureIn, signatureKeys, signatureOf } from './definedSignature.ts';
import { draftSignature } from './draftSignature.ts';
import { fallbackKeys, fallsBack, jsonFallback, withFallbackWarning } from './jsonFallback.ts';
import { isPlain } from './pyType.ts';
import {
  answerText,
  closingWords,
  demoPieces,
  requestMessage,
  type SentDemo,
  sentDemos,
  taskPlaces,
} from './requestMessage.ts';
import { listOf } from './schemaOfType.ts';
import { type AdapterName, type DspyField, type DspySignature, fieldsOf } from './signature.ts';
import { answerGrammar, answerParts, outputKeys, outputSchema, requirements, result } from './signatureFeatures.ts';
import { streamChat, streamFields } from './streamFields.ts';
import { systemText } from './systemText.ts';

/** What differs between the adapters' types. */
interface AdapterWords {
  readonly summary: string;
  readonly want: ParserType['want'];
  readonly answer: string;
  readonly documentation: string;
  readonly streams: ParserType['streams'];
}

const unknownClasses = 'The classes that the signature names are not known before their module has run.';

const streamsBy = (stream: typeof streamFields): ParserType['streams'] => ({
  reader(source, response, events) {
    const signature = signatureIn(source);
    return signature ? stream(response, events, signature) : unknownClasses;
  },
});
const jsonStreams = streamsBy(streamFields);

const adapters: Readonly<Record<AdapterName, AdapterWords>> = {
  ChatAdapter: {
    summary: 'Sections with headers `[[ ## name ## ]]`',
    want: 'tags',
    answer: '[[ ## answer ## ]]\nOslo\n\n[[ ## minutes ## ]]\n5\n\n[[ ## completed ## ]]',
    documentation: `DSPy's default adapter (3.3.1). It reads the sections of a completion into the output fields.

- A header \`[[ ## name ## ]]\` counts only at the beginning of its line, spelled exactly so; the rest of the line is content. Any other spelling becomes part of the value before it.
- The first section of a name counts. Unknown ones are dropped, and so is what stands before the first.
- Values: text as it is; enums by value, then by name; literals exact or in quotes; else json_repair, Python's literals, and Pydantic.
- A field that is missing takes its default, or \`None\` where its type has it; else it is an \`AdapterParseError\`.
- On any error \`dspy.Predict\` silently asks again with \`JSONAdapter\`: the whole request a second time. A warning of the result says so, and evaluations and runs count it.`,
    streams: streamsBy(streamChat),
  },
  JSONAdapter: {
    summary: 'A JSON object with the output fields',
    want: 'json',
    answer: '{"answer": "Oslo", "minutes": 5}',
    documentation: `DSPy's adapter for JSON (3.3.1).

- json_repair reads the completion; where that gives no object, the first balanced braces. Keys that are no output field are dropped.
- What reading a value raises (\`ValueError\`, Pydantic's \`ValidationError\`) passes as it is; missing fields are an \`AdapterParseError\`.
- Values are read as by \`ChatAdapter\`, but what is not text goes to Pydantic.`,
    streams: jsonStreams,
  },
  XMLAdapter: {
    summary: 'XML tags named like the output fields',
    want: 'tags',
    answer: '<answer>\nOslo\n</answer>\n\n<minutes>\n5\n</minutes>',
    documentation: `DSPy's adapter for XML (3.3.1).

- The completion is one XML document: one raw \`&\` or \`<\` anywhere fails all of it.
- Lists, mappings and models are nested tags (\`item\`, \`entry key="…"\`); text with tags inside keeps them.
- A tag that stands twice is a list. Unknown tags are dropped.
- As a kind of \`ChatAdapter\` it silently asks again with \`JSONAdapter\` on any error.`,
    streams: { reader: () => 'One raw `&` or `<` fails the whole answer, so nothing of it is certain before its end.' },
  },
  BAMLAdapter: {
    summary: 'A JSON object, asked for in BAML’s notation',
    want: 'json',
    answer: '{"answer": "Oslo", "minutes": 5}',
    documentation: `DSPy's adapter with BAML's notation of types (3.3.1). It reads as \`JSONAdapter\` does, and its errors name that.

- A short notation with comments stands in the place of JSON Schemas.
- The system message shows sections and \`completed\`, the request asks for JSON: only JSON is read.
- A model that is met twice is a \`ValueError\`.`,
    streams: jsonStreams,
  },
};

/** DSPy's adapters, the default first. */
export const dspyTypes: readonly ParserType[] = (Object.entries(adapters) as [AdapterName, AdapterWords][]).map(
  ([type, words]) => ({
    ...words,
    type,
    system: 'DSPy',
    keys: { ...signatureKeys, ...(fallsBack(type) && fallbackKeys) },
    filters: false,
    framework: { ...(fallsBack(type) && { fallback: jsonFallback }) },
    display: {
      highlights: [{ from: 'fields' }],
      extra: { filled: 'the fields that the answer lacks: their default, or `None`, stands there' },
    },
    template: `{
  "type": "${type}",
  "signature": {
    "instructions": "Answer the question in one word, and say how many minutes it took.",
    "inputs": { "question": "str" },
    "outputs": {
      "answer": { "type": "str", "desc": "one word" },
      "minutes": "int"
    }
  }
}
`,
    create: (source, host) => create(type, source, host),
    modules: { files: classFiles },
    responses: {
      example: source => exampleAnswer(type, signatureOf(source)),
      grammar: source => answerGrammar(type, signatureOf(source)),
      // What BAMLAdapter reads is what JSONAdapter reads.
      draft: responses => (type === 'BAMLAdapter' ? undefined : draftSignature(type, responses)),
      answerParts: source => answerParts(type, signatureIn(source)),
    },
    authoring: {
      check: source => [...askedTwice(type, source), ...unreadOwnValues(type, source)],
      valueKeys: source => outputKeys(source, signatureIn(source)),
      requirements: source => requirements(type, signatureIn(source)),
    },
    schemas: {
      ...((type === 'JSONAdapter' || type === 'BAMLAdapter') && {
        valueSchema(source) {
          const signature = signatureIn(source);
          return signature ? outputSchema(signature) : { reason: unknownClasses };
        },
      }),
      result: source => result(signatureIn(source)),
    },
  }),
);

function create(adapter: AdapterName, source: DefinitionSource, host: Host): Parser {
  const hasClasses = classReferences(source).length > 0;
  if (!hasClasses) signatureOf(source);
  const signature = () => signatureOf(source);
  const system = () => systemText(adapter, signature());
  const request = (task?: string) => requestMessage(adapter, signature(), taskPlaces(signature(), task));
  const read = (text: string | null) =>
    withFallbackWarning(adapter, source, () => reading(adapter, signature(), text ?? ''));
  let loading: Promise<void> | undefined;
  const prepare = () => {
    loading ??= loadClasses(source, host);
    return loading;
  };
  return {
    ...(hasClasses && { prepare }),
    instruction: () => [...system(), { text: '\n\n' }, ...request()],
    messages: task => [
      { role: 'system', pieces: system() },
      ...demos(adapter, source, signature()),
      { role: 'user', pieces: request(task), mark: textOf(closingWords(adapter, signature())) },
    ],
    views() {
      const known = signatureIn(source);
      return [
        { name: 'System Message', language: 'markdown', pieces: system },
        { name: 'Request', language: 'markdown', pieces: () => request() },
        ...(known ? placedDemos(source, known) : []).map((demo, i) => ({
          name: `Demo ${i + 1}`,
          language: 'markdown' as const,
          pieces: (): readonly Piece[] => joinPieces(demoPieces(adapter, signature(), demo), '\n\n---\n\n'),
        })),
      ];
    },
    read: hasClasses
      ? async ({ text }) => {
          await prepare();
          try {
            signature();
          } catch (error) {
            throw error instanceof EngineError ? new ResponseError(error.class, error.message) : error;
          }
          return read(text);
        }
      : ({ text }) => read(text),
  };
}

function demos(
  adapter: AdapterName,
  source: DefinitionSource,
  signature: DspySignature,
): readonly InstructionMessage[] {
  return placedDemos(source, signature).flatMap(demo => {
    const [user, assistant] = demoPieces(adapter, signature, demo);
    return [
      { role: 'user' as const, pieces: user, isExample: true as const },
      { role: 'assistant' as const, pieces: assistant, isExample: true as const },
    ];
  });
}

/** The examples that are sent, with their places in the definition. */
function placedDemos(source: DefinitionSource, signature: DspySignature): readonly SentDemo[] {
  const places = new Map(listOf(source.config.get('demos')).map((demo, i) => [demo, i]));
  return sentDemos(signature, demosOf(source)).map(sent => {
    const path = ['demos', places.get(sent.demo)!];
    return { ...sent, originOf: name => source.spanOf(name === undefined ? path : [...path, name]) };
  });
}

/** An answer as the adapter writes it, with a value of each field's type. */
function exampleAnswer(adapter: AdapterName, signature: DspySignature): string {
  const values = fieldsOf(signature, 'output').map((field): [string, PyValue] => [field.name, exampleValue(field)]);
  return answerText(adapter, signature, new Map(values) as PyDict, null).trimEnd();
}

function exampleValue({ name, type, schema, desc }: DspyField): PyValue {
  return isPlain(type, 'str') ? (desc ?? `the ${name}`) : exampleOfSchema(schema, schema);
}
