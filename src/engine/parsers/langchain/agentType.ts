import * as z from 'zod';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { memberSpans, withoutQuotes } from '../../json/jsonSpans.ts';
import { pyStr } from '../../python/repr.ts';
import type { GrowingText } from '../../text/growing/growingText.ts';
import type { ReadField } from '../parser.ts';
import type { ResponseFeatures } from '../parserFeatures.ts';
import type { ParserType } from '../parserType.ts';
import { typesOwn } from '../shared/keyNames.ts';
import type { PieceReader, StreamEvents, StreamReader } from '../shared/streamReader.ts';
import { textsOf } from './definitionModels.ts';
import { langchainType, onePiece } from './langchainType.ts';
import { fromScript, located } from './places.ts';
import { agentInstruction } from './script/agentInstructions.ts';
import type { AgentStep } from './script/agents.ts';
import { placeBehind, type StepLabels } from './stepPlaces.ts';

/** What the parsers of LangChain.js's agents differ in. */
export interface AgentClass
  extends Pick<ParserType, 'type' | 'summary' | 'answer' | 'want' | 'framework'>,
    Pick<ResponseFeatures, 'marks'> {
  readonly documentation: string;
  readonly template: string;
  /** A response that every definition of the type reads. */
  readonly example: string;
  /** Whether the constructor takes `toolNames`, which the instruction lists. */
  readonly takesToolNames?: true;
  readonly keys?: z.ZodRawShape;
  /** What an answer of this format has in it. */
  readonly mark: Pick<RegExp, 'test'>;
  /** What stands in front of tool and input. Absent: they stand in JSON, as `action` and `action_input`. */
  readonly labels?: StepLabels;
  /** See `StreamFeatures.reader`. */
  reader(response: GrowingText, events: StreamEvents, config: PyDict): StreamReader | PieceReader;
  /** `parse`. Throws `OutputParserException`. */
  parse(text: string, config: PyDict): AgentStep;
}

const toolNames = z
  .array(z.string())
  .describe('The names of the tools, which the instruction lists. Default: none.')
  .optional();

/** A parser of `@langchain/classic`'s agents: a call of a tool, or the final answer. */
export function agentType({
  parse,
  labels,
  reader,
  mark,
  example,
  takesToolNames,
  marks,
  ...spec
}: AgentClass): ParserType {
  return langchainType({
    ...spec,
    documentation: `${spec.documentation}
- The value is \`{tool, toolInput, log}\` or \`{returnValues: {output}, log}\`; \`log\` is the whole text.
- The class is of \`@langchain/classic\`, and its errors carry no \`llmOutput\`.`,
    keys: { ...(takesToolNames && { toolNames }), ...spec.keys },
    display: {
      highlights: [
        { name: 'tool', from: 'value', key: 'tool' },
        { name: 'input', from: 'value', key: 'toolInput' },
        { name: 'answer', from: 'value', key: 'returnValues' },
      ],
    },
    responses: {
      ...(marks && { marks }),
      prose: ['log'],
      observations: ['Observation:', '<observation>'],
      example: () => example,
      draft: responses => (responses.every(text => mark.test(text)) ? new Map() : undefined),
    },
    authoring: {
      valueKeys: () => ({
        keys: [
          { name: 'tool', ...typesOwn, documentation: 'The tool that is called.' },
          { name: 'toolInput', ...typesOwn, documentation: 'What it is called with.' },
          { name: 'returnValues', ...typesOwn, documentation: 'The final answer, as `output`.' },
          { name: 'log', ...typesOwn, documentation: 'The whole text.' },
        ],
        open: false,
        exact: true,
        lists: [],
      }),
    },
    streams: { reader: ({ config }, response, events) => reader(response, events, config) },
    js: {
      instruction: ({ config }) => onePiece(agentInstruction(spec.type, textsOf(config.get('toolNames'))) ?? ''),
      read(text, { config }) {
        const step = parse(text, config);
        const value = fromScript(step) as PyDict;
        return located(value, () => fieldsOfStep(text, value, labels));
      },
    },
  });
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
