import * as z from 'zod';

const content = z.array(z.looseObject({}));

/** The keys of the blocks that only AgentScope 2 has. */
export const blockTypes2: Readonly<Record<string, { readonly summary: string; readonly keys: z.ZodRawShape }>> = {
  tool_call: {
    summary: 'AgentScope 2: a tool call, in a message of role `assistant`.',
    keys: {
      id: z.string().describe('The id of the call, which its result repeats.'),
      name: z.string().describe("The tool's name."),
      input: z.string().describe('The arguments as a text of JSON, as the model wrote it.'),
      state: z
        .enum(['pending', 'asking', 'allowed', 'submitted', 'finished'])
        .optional()
        .describe('How far the call is. Default: `pending`; an agent that goes on from here runs it.'),
    },
  },
  hint: {
    summary:
      'AgentScope 2: a remark for the model, sent as a message of the user’s. MultiAgent formatters drop it among talk.',
    keys: {
      hint: z.union([z.string(), content]).describe('A text, or a list of `text` and `data` blocks.'),
      source: z.string().nullish().describe('Who made it. It reaches no payload.'),
    },
  },
  data: {
    summary: 'AgentScope 2: an image, sound, video or file.',
    keys: {
      source: z
        .looseObject({
          type: z.enum(['url', 'base64']).describe('Where the data are: at an address (`url`), or here (`base64`).'),
          url: z
            .string()
            .optional()
            .describe('An address with its scheme; `file://` and a path without blanks for a local file.'),
          media_type: z.string().optional().describe('The MIME type, such as `image/png`; beside a `url` too.'),
          data: z.string().optional().describe('The data in base64.'),
        })
        .describe('Where the data are.'),
      name: z.string().nullish().describe('The name of the file.'),
    },
  },
};

const ratio = z.number().positive().optional();

/** The keys of `context`. */
const contextKeys: z.ZodRawShape = {
  context_size: z.int().positive().optional().describe('How many tokens the model takes. Default: 32768.'),
  trigger_ratio: ratio.describe(
    'From `context_size × trigger_ratio` on the context is compressed. Default: 0.8, at most 0.9.',
  ),
  reserve_ratio: ratio.describe('How much of `context_size` is kept when it is compressed. Default: 0.1.'),
  system_prompt: z
    .string()
    .optional()
    .describe('The agent’s system prompt. Default: a first message of role `system`.'),
  summary: z.union([z.string(), content]).optional().describe('The summary of an earlier compression.'),
  max_image_num: z
    .int()
    .nonnegative()
    .optional()
    .describe('How many images are kept; the oldest go first. Default: 5.'),
  tool_result_limit: z.int().optional().describe('The most tokens of one tool result. Default: 50000.'),
  compression_prompt: z.string().optional().describe('What the model is asked for a summary with.'),
  summary_template: z.string().optional().describe('How the summary stands in the context: Python’s `str.format`.'),
  summary_schema: z.looseObject({}).optional().describe('The JSON Schema of what the model fills in.'),
};

/** Blocks of AgentScope 2, each with what stands for it in AgentScope 1. */
export const insteadOfBlocks: Readonly<Record<string, string>> = {
  tool_call:
    'In AgentScope 1 it is `{ "type": "tool_use", "id", "name", "input" }`, whose `input` is an object, not a JSON text.',
  data: 'In AgentScope 1 it is `image`, `audio` or `video`, with the same `source`, whose `url` takes no `media_type`.',
  hint: 'In AgentScope 1 it is a message of role `user` with a `text` block.',
};

/** The keys of the file that only AgentScope 2 has. */
export const ownKeys: z.ZodRawShape = {
  input_types: z
    .array(z.string())
    .optional()
    .describe(
      'AgentScope 2: the media that the model takes, as patterns such as `image/*`; others are dropped. Default: the formatter’s own.',
    ),
  context: z
    .looseObject(contextKeys)
    .optional()
    .describe(
      'AgentScope 2: the agent’s context, to see the estimate, where compression begins and what it takes away.',
    ),
};
