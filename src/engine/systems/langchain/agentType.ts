import * as z from 'zod';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { AnswerGrammar } from '../../grammar/index.ts';
import { memberSpans, withoutQuotes } from '../../json/jsonSpans.ts';
import type { ReadField, Reading } from '../../parsers/parser.ts';
import type { ResponseFeatures } from '../../parsers/parserFeatures.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { typesOwn } from '../../parsers/shared/keyNames.ts';
import { pieceOf } from '../../parsers/shared/pieces.ts';
import type { PieceReader, StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import type { ValueKeys } from '../../parsers/shared/valueKeys.ts';
import { pyStr } from '../../python/index.ts';
import type { GrowingText } from '../../text/index.ts';
import { classicKey, textsOf } from './definitionModels.ts';
import type { LangchainRuntime } from './langchainRuntime.ts';
import { langchainType, onePiece, type RuntimeClass } from './langchainType.ts';
import { fromScript, located } from './places.ts';
import { pythonAgentInstruction } from './python/classic/pythonAgentInstructions.ts';
import { agentInstruction } from './script/agentInstructions.ts';
import type { AgentStep } from './script/agents.ts';
import { placeBehind, type StepLabels } from './stepParts.ts';

/** What the parsers of LangChain's agents differ in. */
export interface AgentClass
  extends Pick<ParserType, 'type' | 'summary' | 'answer' | 'want' | 'framework'>,
    Pick<ResponseFeatures, 'marks' | 'noGrammar'> {
  readonly documentation: string;
  readonly template: string;
  /** A response that every definition of the type reads, in both runtimes. */
  readonly example: string;
  /** What an answer of this format has in it. */
  readonly mark: Pick<RegExp, 'test'>;
  readonly js?: ScriptAgent;
  readonly python?: PythonAgent;
}

/** The class of `@langchain/classic`. */
interface ScriptAgent {
  /** Whether the constructor takes `toolNames`, which the instruction lists. */
  readonly takesToolNames?: true;
  readonly keys?: z.ZodRawShape;
  /** What stands in front of tool and input. Absent: they stand in JSON, as `action` and `action_input`. */
  readonly labels?: StepLabels;
  /** See `StreamFeatures.reader`. */
  reader(response: GrowingText, events: StreamEvents, config: PyDict): StreamReader | PieceReader;
  /** See `ResponseFeatures`. Absent: there is none. */
  grammar?(config: PyDict): AnswerGrammar;
  /** `parse`. Throws `OutputParserException`. */
  parse(text: string, config: PyDict): AgentStep;
}

/** The class of `langchain_classic`. */
interface PythonAgent {
  readonly keys?: z.ZodRawShape;
  /** Whether the constructor takes `format_instructions` in place of the class's own. */
  readonly takesInstruction?: true;
  /** See `ResponseFeatures`. Absent: there is none. */
  grammar?(config: PyDict): AnswerGrammar;
  /** `parse`. Throws `EngineError` as the class does. */
  read(text: string, config: PyDict): Reading;
}

const toolNames = z
  .array(z.string())
  .describe('JavaScript alone: the names of the tools, which the instruction lists. Default: none.')
  .optional();

const formatInstructions = z
  .string()
  .describe(
    'Python alone: the instruction, in place of the class’s own. It is a template, whose braces the agent fills in.',
  )
  .optional();

const keyWords: Readonly<Record<LangchainRuntime, readonly (readonly [name: string, documentation: string])[]>> = {
  js: [
    ['tool', 'The tool that is called.'],
    ['toolInput', 'What it is called with.'],
    ['returnValues', 'The final answer, as `output`.'],
    ['log', 'The whole text.'],
  ],
  python: [
    ['tool', 'The tool that is called.'],
    ['tool_input', 'What it is called with.'],
    ['return_values', 'The final answer, as `output`.'],
    ['log', 'The text that was read.'],
  ],
};

const keysOf = (runtime: LangchainRuntime) => ({
  valueKeys: (): ValueKeys => ({
    keys: keyWords[runtime].map(([name, documentation]) => ({ name, ...typesOwn, documentation })),
    open: false,
    exact: true,
    lists: [],
  }),
});

/** A parser of LangChain's agents: a call of a tool, or the final answer. */
export function agentType({ js, python, mark, example, marks, noGrammar, ...spec }: AgentClass): ParserType {
  const values = [
    ...(js ? ['`{tool, toolInput, log}` or `{returnValues: {output}, log}`'] : []),
    ...(python ? ['`{tool, tool_input, log}` or `{return_values: {output}, log}`'] : []),
  ];
  const pythonKeys = { ...(python?.takesInstruction && { format_instructions: formatInstructions }), ...python?.keys };
  const scriptKeys = { ...(js?.takesToolNames && { toolNames }), ...js?.keys };
  return langchainType({
    ...spec,
    documentation: `${spec.documentation}
- The value is ${values.join(', in Python ')}; \`log\` is the whole text.
- ${js ? 'JavaScript’s class is of `@langchain/classic`, and its errors carry no `llmOutput`.' : 'The class is of `langchain_classic`.'}`,
    ...(js && python
      ? { keys: { package: classicKey }, ownKeys: { python: pythonKeys, js: scriptKeys } }
      : { keys: { package: classicKey, ...pythonKeys, ...scriptKeys } }),
    display: {
      highlights: [
        { name: 'tool', from: 'value', key: 'tool' },
        ...(js ? [{ name: 'input', from: 'value', key: 'toolInput' } as const] : []),
        ...(python ? [{ name: 'input', from: 'value', key: 'tool_input' } as const] : []),
        ...(js ? [{ name: 'answer', from: 'value', key: 'returnValues' } as const] : []),
        ...(python ? [{ name: 'answer', from: 'value', key: 'return_values' } as const] : []),
      ],
    },
    responses: {
      ...(marks && { marks }),
      ...(noGrammar !== undefined && { noGrammar }),
      prose: ['log'],
      observations: ['Observation:', '<observation>'],
      example: () => example,
      draft: responses =>
        responses.every(text => mark.test(text)) ? new Map(js && python ? [['runtime', 'js']] : []) : undefined,
    },
    ...(js && { js: scriptAgent(spec.type, js) }),
    ...(python && { python: pythonAgent(spec.type, python) }),
  });
}

function scriptAgent(type: string, { parse, labels, reader, grammar }: ScriptAgent): RuntimeClass {
  return {
    features: {
      authoring: keysOf('js'),
      ...(grammar && { responses: { grammar: ({ config }) => grammar(config) } }),
      streams: { reader: ({ config }, response, events) => reader(response, events, config) },
    },
    instruction: ({ config }) => onePiece(agentInstruction(type, textsOf(config.get('toolNames'))) ?? ''),
    read(text, { config }) {
      const step = parse(text, config);
      const value = fromScript(step) as PyDict;
      return located(value, () => fieldsOfStep(text, value, labels));
    },
  };
}

function pythonAgent(type: string, { read, takesInstruction, grammar }: PythonAgent): RuntimeClass {
  return {
    features: {
      authoring: keysOf('python'),
      ...(grammar && { responses: { grammar: ({ config }) => grammar(config) } }),
      streams: {
        reader: () => 'Python’s agents read a step when it is complete: what follows may make it another one.',
      },
    },
    instruction(source) {
      const own = takesInstruction ? source.config.get('format_instructions') : undefined;
      if (typeof own !== 'string') return onePiece(pythonAgentInstruction(type));
      return own === '' ? [] : [pieceOf(source, ['format_instructions'], own)];
    },
    read: (text, { config }) => read(text, config),
  };
}

/** Where the parts of a step stand; `log` is the whole text. What is not found as it is written is left out. Linear. */
function fieldsOfStep(text: string, value: PyDict, labels: StepLabels | undefined): readonly ReadField[] {
  const members = labels ? undefined : jsonMembers(text);
  let from = 0;
  const fields: ReadField[] = [];
  const add = (key: string, item: PyValue, span: Span | undefined, isMember = false) => {
    if (!span) return;
    from = span.end;
    fields.push({ key, value: item, span, inner: isMember ? withoutQuotes(text, span) : span });
  };
  const addInput = (key: 'tool' | 'toolInput', item: PyValue, member: string) => {
    if (labels) add(key, item, placeBehind(text, pyStr(item), labels[key], from));
    else add(key, item, members?.get(member), true);
  };
  for (const [key, item] of value) {
    if (key === 'tool') addInput(key, item, 'action');
    else if (key === 'toolInput') addInput(key, item, 'action_input');
    else if (key === 'returnValues') {
      const output = pyStr((item as PyDict).get('output') ?? null);
      if (members?.has('action_input')) add(key, item, members.get('action_input'), true);
      else if (labels?.returnValues !== undefined) add(key, item, placeBehind(text, output, labels.returnValues, 0));
      else add(key, item, lastPlace(text, output));
    } else add(key, item, { start: 0, end: text.length });
  }
  return fields;
}

function jsonMembers(text: string): ReadonlyMap<string | number, Span> {
  const start = text.indexOf('{');
  return new Map(start < 0 ? [] : memberSpans(text, start).map(({ key, span }) => [key, span]));
}

/** The answer stands at the end in most classes. */
function lastPlace(text: string, part: string): Span | undefined {
  const start = part === '' ? -1 : text.lastIndexOf(part);
  return start < 0 ? undefined : { start, end: start + part.length };
}
