import { z } from 'zod';
import {
  conversationProblems,
  createTokenCounter,
  EngineError,
  formatConversation,
  type Host,
  readConversation,
  usualCounter,
} from '../../engine/index.ts';
import { placedProblems } from '../../views/checkedFile.ts';
import { positionAt, positionsIn } from '../../views/position.ts';
import { formatJson } from '../../views/resultJson.ts';
import type { AssistContext } from '../assistContext.ts';
import { defineTool, jsonMembers, ToolError } from '../assistTool.ts';
import { definitionInput, maxTokensInput } from '../inputs.ts';
import { namedDefinition, partlyKnown } from '../namedDefinition.ts';

/** The format instruction of a definition, or what a conversation sends. */
export const getInstructionTool = defineTool({
  name: 'get_instruction',
  title: 'Get Format Instruction',
  description:
    'Gives the exact format instruction that the framework sends to the model for a definition, with its tokens and the lines it was written on; ' +
    'with `conversation` (a .messages.json that names its parser) the whole payload as sent, instead. ' +
    'Use it to see what a model is told. Not for reading answers: parse_response.',
  input: z.object({
    definition: definitionInput.optional(),
    conversation: z.string().optional().describe('a .messages.json, instead of definition'),
    max_tokens: maxTokensInput,
  }),
  output: z.object({
    instruction: z.unknown().optional(),
    tokens: z.number().optional(),
    payload: z.array(z.unknown()).optional(),
    error: z.looseObject({}).optional(),
  }),
  async run({ definition, conversation }, context) {
    if ((definition === undefined) === (conversation === undefined))
      throw new ToolError('Give either `definition` or `conversation`.');
    if (conversation !== undefined) return payloadOf(conversation, context);
    const { parser, text, unknown, placeOf } = await namedDefinition(definition!, context);
    try {
      await parser.prepare();
      const ownPlace = positionsIn(text);
      const pieces = parser.instructionPieces();
      const instruction = parser.formatInstruction();
      const parts: object[] = [];
      for (const { text: piece, origin } of pieces) {
        if (!origin || piece.trim() === '') continue;
        const place = (await placeOf?.(origin.start)) ?? ownPlace(origin.start);
        parts.push({ ...place, text: piece.slice(0, 60) });
      }
      return {
        instruction,
        ...(await tokensOf(instruction, context.host)),
        ...(parts.length > 0 && { parts }),
        ...partlyKnown(unknown),
      };
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return { error: { class: error.class, message: error.message } };
    }
  },
});

/** Tokens of the newest OpenAI models; absent where their vocabulary is not installed. */
async function tokensOf(text: string, host: Host): Promise<{ readonly tokens?: number; readonly counter?: string }> {
  const counter = usualCounter;
  try {
    return { tokens: await createTokenCounter(counter, host).countText(text), counter };
  } catch {
    // The npm package leaves the vocabularies out.
    return {};
  }
}

async function payloadOf(path: string, context: AssistContext) {
  const { text, path: absolute, label } = await context.readFile(path);
  const { conversation, problems } = readConversation(text, absolute);
  const [problem] = problems;
  if (!conversation) {
    const place = problem && positionAt(text, problem.span.start);
    const words = problem
      ? `${label}:${place?.line}:${place?.column}: ${problem.message}`
      : `${label} holds no messages.`;
    throw new ToolError(words, 'Name a .messages.json file.');
  }
  const options = { resources: context.resources(absolute), signal: context.signal };
  const result = await formatConversation(conversation, options, context.host);
  const found = await conversationProblems(conversation, result, options, context.host);
  return jsonMembers(formatJson(result, placedProblems(text, conversation, [...problems, ...found])));
}
