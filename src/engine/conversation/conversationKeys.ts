import * as z from 'zod';
import { newestRelease } from '../core/agentscopeReleases.ts';
import { systemConversations, systemFormattings } from '../systems/registry.ts';
import { conversationVersions, recordedReleases } from './otherVersions.ts';

const source = z.looseObject({
  type: z
    .enum(['url', 'base64'])
    .describe('Where the data are: at an address or in a local file (`url`), or here (`base64`).'),
  url: z.string().optional().describe('An address, or the path of a file relative to this one.'),
  media_type: z.string().optional().describe('The MIME type of the data, such as `image/png`.'),
  data: z.string().optional().describe('The data in base64.'),
});

/** The keys of every type of block, as AgentScope's `*Block` classes have them. */
export const blockTypes: Readonly<Record<string, { readonly summary: string; readonly keys: z.ZodRawShape }>> = {
  text: { summary: 'Text.', keys: { text: z.string().describe('The text.') } },
  thinking: {
    summary: 'What the model thought before it answered. Most formatters drop it.',
    keys: { thinking: z.string().describe('The thought.') },
  },
  tool_use: {
    summary: 'A tool call, in a message of role `assistant`.',
    keys: {
      id: z.string().describe('The id of the call, which its result repeats.'),
      name: z.string().describe("The tool's name."),
      input: z.looseObject({}).describe('The arguments.'),
    },
  },
  tool_result: {
    summary: 'The answer of a tool, in a message of role `system`.',
    keys: {
      id: z.string().describe('The id of the call that this answers.'),
      name: z.string().describe("The tool's name."),
      output: z
        .union([z.string(), z.array(z.looseObject({})), z.null()])
        .describe('A text (since AgentScope 1.0.1), or a list of `text`, `image`, `audio` and `video` blocks.'),
    },
  },
  image: { summary: 'An image.', keys: { source: source.describe('Where the image is.') } },
  audio: { summary: 'Sound.', keys: { source: source.describe('Where the sound is.') } },
  video: { summary: 'A video.', keys: { source: source.describe('Where the video is.') } },
  ...Object.assign({}, ...systemFormattings.map(({ blocks }) => blocks)),
};

/** The keys of a message, AgentScope's `Msg`; `content` is described where it is read. */
export const messageKeys: z.ZodRawShape = {
  name: z.string().describe('Who speaks. Where it is missing, the role is used instead.'),
  role: z.enum(['user', 'assistant', 'system']).describe('The role. Tool results are blocks of a `system` message.'),
  metadata: z.looseObject({}).nullish().describe('Structured output of the model. It reaches no payload.'),
  ...Object.assign({}, ...systemConversations.map(({ messageKeys: own }) => own)),
  id: z
    .string()
    .optional()
    .describe('Ignored in AgentScope 1, so that `Msg.to_dict()` can be pasted; in AgentScope 2 the id of the message.'),
  timestamp: z.string().optional().describe('Ignored, so that `Msg.to_dict()` can be pasted.'),
};

/** The keys of a conversation beside `formatter`, `truncation`, `token_counter` and `messages`. */
export const conversationKeys: z.ZodRawShape = {
  agentscope_version: z
    .enum(conversationVersions)
    .optional()
    .describe(
      `The release of AgentScope whose formatters and counters are followed. Default: the newest of version 1, \`${newestRelease}\`. ` +
        systemFormattings.map(({ versionNote }) => `${versionNote} `).join('') +
        `Only ${recordedReleases.map(each => `\`${each}\``).join(' and ')} are held to recordings of the running code.`,
    ),
  promote_tool_result_images: promotion('Images', '1.0.8', 'OpenAI, DashScope, Gemini and Ollama'),
  promote_tool_result_audios: promotion('Sounds', '1.0.9', 'DashScope'),
  promote_tool_result_videos: promotion('Videos', '1.0.9', 'DashScope'),
  conversation_history_prompt: z
    .string()
    .optional()
    .describe("The MultiAgent formatters' own option: what stands before the first `<history>`."),
  max_tokens: z
    .int()
    .positive()
    .nullish()
    .describe('The most tokens that the payload may have. Messages are dropped or shortened until it fits.'),
  ...Object.assign({}, ...systemConversations.map(({ keys }) => keys)),
  module: z
    .string()
    .optional()
    .describe(
      'The path of an ES module, relative to this file: the formatter `custom`, the truncation `custom`, or both.',
    ),
  parser: z
    .string()
    .optional()
    .describe(
      'The definition that answers are read by: `FILE#NAME`, relative to this file; `#NAME` may be left out where the file ' +
        'holds one definition. Its instruction is put where the framework puts it, and counted.',
    ),
  ...Object.assign({}, ...systemFormattings.map(({ keys }) => keys)),
  tools: z
    .array(z.looseObject({}))
    .optional()
    .describe('The JSON schemas of the tools, which are counted where the counter counts them.'),
};

function promotion(what: string, since: string, formatters: string): z.ZodType {
  return z
    .boolean()
    .optional()
    .describe(
      `${what} in tool results are sent in a message of the user behind the result. An option of the formatters for ${formatters}, since AgentScope ${since}.`,
    );
}
