import * as z from 'zod';
import { EngineError } from '../../core/errors.ts';
import type { Problem } from '../../core/problem.ts';
import { isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource, Parser } from '../../parsers/parser.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { oddValue } from '../../parsers/problems/problemAt.ts';
import { draftKeys } from '../../parsers/shared/draftHints.ts';
import { pieceOf } from '../../parsers/shared/pieces.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import { toJsonText } from '../../python/index.ts';
import type { GrowingText } from '../../text/index.ts';
import { type InstructionParts, instructionPieces, kindPieces, schemaPieces } from './jsonInstruction.ts';
import { outputGrammar, outputKeys, outputModel, outputResult, outputSchema } from './outputModel.ts';
import { type AgentOutput, readAgentOutput, readTolerantly, readValidated } from './parseAgentOutput.ts';
import { cleanText } from './reasoning.ts';
import { streamOutput, streamValidated } from './streamOutput.ts';

/** multi-agent-lab's `{kind, text, …}` output, read tolerantly or validated. */
export const agentOutput: ParserType = {
  type: 'AgentOutput',
  system: 'Structured output',
  summary: 'An agent’s line as a JSON object of kind and text',
  want: 'dialogue',
  answer: '{"kind": "agent.spoke", "text": "I saw nothing.", "mood": "calm"}',
  documentation: `Reads \`{"kind": …, "text": …}\` from whatever came. With \`"mode": "tolerant"\`, the default:

- Reasoning (\`<think>…</think>\` and the like, also unclosed) and code fences are taken out first.
- The **last** object that is JSON counts. A kind that is not allowed becomes \`fallback_kind\`; a missing text is taken from \`content\`, \`message\`, or the object itself.
- Without an object a line is salvaged from the text, and the value has \`_raw_fallback\`. It never fails.
- Beside the value the result says the reasoning, the clean line with its residue, and whether that line is usable.

With \`"mode": "validated"\` the whole response must be JSON that the output model accepts; anything else is a \`ValidationError\` or \`JSONDecodeError\`.`,
  keys: {
    allowed_kinds: z.array(z.string()).describe('The kinds of event that the agent may emit, at least one.'),
    extra_fields: z
      .union([z.array(z.string()), z.null()])
      .describe(
        'More fields beside `kind` and `text`: strings, but `winner` (a name or null) and `scores` (numbers by player).',
      )
      .optional(),
    fallback_kind: z
      .string()
      .describe('The kind of what has none that is allowed. Needed unless `mode` is `validated`.')
      .optional(),
    mode: z
      .enum(['tolerant', 'validated'])
      .describe('`tolerant` (default) reads whatever came; `validated` accepts only what the output model accepts.')
      .optional(),
  },
  filters: true,
  display: {
    highlights: [
      { name: 'line', from: 'extra', key: 'clue' },
      { name: 'thought', from: 'extra', key: 'residue' },
      { name: 'kind', from: 'value', key: 'kind' },
    ],
    extra: {
      reasoning: 'what stood between reasoning tags',
      clue: 'the line that is spoken, cleaned',
      residue: 'what is not part of the line: the private thought',
      usable: 'whether the line can be spoken',
    },
  },
  template: `{
  "type": "AgentOutput",
  "description": "What a player says in the round",
  "allowed_kinds": ["agent.spoke", "agent.thought"],
  "extra_fields": ["mood"],
  "fallback_kind": "agent.spoke",
  "keys_to_content": "text",
  "keys_to_metadata": ["kind"]
}
`,
  create,
  responses: { example, draft, grammar: outputGrammar },
  authoring: {
    valueKeys: outputKeys,
    check,
    requirements: () => [
      { text: 'kind', what: 'the key `kind`', isName: true },
      { text: 'text', what: 'the key `text`', isName: true },
    ],
  },
  schemas: { valueSchema: outputSchema, result: outputResult },
  streams: { reader },
};

function example({ config }: DefinitionSource): string {
  const extras = textsAt(config, 'extra_fields').map((name): [string, PyValue] => {
    if (name === 'winner') return [name, null];
    return [name, name === 'scores' ? new Map([['Player 1', 1]]) : `the ${name}`];
  });
  const [kind = 'agent.spoke'] = textsAt(config, 'allowed_kinds');
  return toJsonText(new Map<string, PyValue>([['kind', kind], ['text', 'I say what I saw last night.'], ...extras]));
}

function create(source: DefinitionSource): Parser {
  const { config } = source;
  const kinds = textsAt(config, 'allowed_kinds');
  const fallbackKind = config.get('fallback_kind');
  const model = config.get('mode') === 'validated' ? outputModel(kinds, textsAt(config, 'extra_fields')) : undefined;
  const parts: InstructionParts = {
    kinds: kinds.map((kind, i) => pieceOf(source, ['allowed_kinds', i], kind)),
    extras: textsAt(config, 'extra_fields').map((name, i) => pieceOf(source, ['extra_fields', i], name)),
  };
  return {
    instruction: () => instructionPieces(parts),
    placeholders: () => ({ allowed_kinds: kindPieces(parts), schema: schemaPieces(parts) }),
    read({ text }) {
      const response = text ?? '';
      return model ? readValidated(response, model) : readTolerantly(response, kinds, fallbackKind);
    },
  };
}

function textsAt(config: PyDict, key: string): readonly string[] {
  const list = config.get(key);
  return isPyList(list) ? list.filter(item => typeof item === 'string') : [];
}

function reader({ config }: DefinitionSource, response: GrowingText, events: StreamEvents): StreamReader | string {
  const kinds = textsAt(config, 'allowed_kinds');
  if (config.get('mode') === 'validated')
    return streamValidated(response, events, outputModel(kinds, textsAt(config, 'extra_fields')).schema);
  return streamOutput(response, events, text => readTolerantly(text, kinds, config.get('fallback_kind')));
}

/** multi-agent-lab's own, for responses that have none. */
const usualKind = 'agent.spoke';
/** What the output model or the tolerant reading has of its own. */
const ownFields = ['kind', 'text', 'content', 'message'];

/** The kinds and the fields of the responses' objects; nothing where all objects are without a kind. A response without an object has a line that is salvaged. */
function draft(responses: readonly string[]): PyDict | undefined {
  const kinds = new Set<string>();
  const objects: PyDict[] = [];
  let hasKind = false;
  for (const text of responses) {
    const output = outputOf(text);
    if (!output || 'salvaged' in output) continue;
    objects.push(output.value);
    hasKind ||= output.replacedKind !== undefined;
    if (typeof output.replacedKind === 'string') kinds.add(output.replacedKind);
  }
  if (objects.length > 0 && !hasKind) return undefined;
  if (kinds.size === 0) kinds.add(usualKind);
  const fields = draftKeys(objects).all.filter(name => !ownFields.includes(name));
  return new Map<string, PyValue>([
    ['allowed_kinds', [...kinds]],
    ...(fields.length > 0 ? [['extra_fields', fields] as const] : []),
    ['fallback_kind', kinds.has(usualKind) ? usualKind : [...kinds][0]!],
  ]);
}

function outputOf(text: string): AgentOutput | undefined {
  try {
    return readAgentOutput(cleanText(text).text, [], '');
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

function check(source: DefinitionSource): readonly Problem[] {
  const { config } = source;
  const kinds = textsAt(config, 'allowed_kinds');
  const fallback = config.get('fallback_kind');
  const isTolerant = config.get('mode') !== 'validated';
  const problems: Problem[] = [];
  const typeSpan = source.spanOf(['type']);
  if (isTolerant && fallback === undefined && typeSpan)
    problems.push({
      code: 'missing-key',
      message: '`AgentOutput` needs the key `fallback_kind`.',
      severity: 'error',
      span: typeSpan,
    });
  if (kinds.length === 0)
    problems.push(
      ...oddValue(source, ['allowed_kinds'], 'Without a kind there is no instruction and no output model.'),
    );
  else if (isTolerant && typeof fallback === 'string' && !kinds.includes(fallback))
    problems.push(...oddValue(source, ['fallback_kind'], 'The fallback is itself no kind that is allowed.'));
  for (const [i, name] of textsAt(config, 'extra_fields').entries())
    if (name === 'kind' || name === 'text')
      problems.push(
        ...oddValue(
          source,
          ['extra_fields', i],
          `\`${name}\` is there already${name === 'kind' ? '; the output model then takes any kind' : ''}.`,
        ),
      );
    else if (name.startsWith('_'))
      problems.push(
        ...oddValue(
          source,
          ['extra_fields', i],
          'Pydantic makes a private attribute of a name with an underscore at its start.',
        ),
      );
  return problems;
}
