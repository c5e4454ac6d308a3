import * as z from 'zod';

const tool = z.strictObject({
  kind: z
    .enum(['ToolMessage', 'XMLToolMessage'])
    .describe('For a tool of the other kind in the same agent. Default: the definition’s `type`.')
    .optional(),
  request: z.string().describe('The name of the tool, by which it is called: the default of the field `request`.'),
  class: z.string().describe('The name of the class, as errors print it. Default: the `title` of `schema`.').optional(),
  purpose: z.string().describe('What the tool is for, told to the model; fields are written `<field>`.').optional(),
  schema: z
    .record(z.string(), z.unknown())
    .describe('What the class’s `model_json_schema()` prints, or a JSON Schema of the tool’s own fields alone.')
    .optional(),
  examples: z
    .array(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]))
    .describe('Examples in the instruction: the fields of the tool, or `[thought, fields]`.')
    .optional(),
  use: z
    .boolean()
    .describe('Whether the model may use the tool; else the instruction leaves it out. Default: `true`.')
    .optional(),
  handle: z
    .boolean()
    .describe(
      'Whether the agent handles the tool. Only these are inferred from their fields, and called by the API. Default: `true`.',
    )
    .optional(),
  root_element: z
    .string()
    .describe(
      'The root element in the instruction of an `XMLToolMessage`. Answers are always searched for `<tool>`. Default: `tool`.',
    )
    .optional(),
  require_recipient: z
    .boolean()
    .describe('Adds the required field `recipient`, as `require_recipient()` does.')
    .optional(),
  format_instructions: z
    .string()
    .describe('What the class’s own `format_instructions()` returns, in place of the standard text.')
    .optional(),
  instructions: z
    .string()
    .describe('What the class’s `instructions()` returns: guidance in the system message.')
    .optional(),
  max_result_tokens: z.number().describe('A result of more tokens is cut at once (`_max_result_tokens`).').optional(),
  max_retained_tokens: z
    .number()
    .describe('A result is cut to so many tokens once the model has answered to it (`_max_retained_tokens`).')
    .optional(),
});

const agent = z.strictObject({
  name: z.string().describe('The name of the agent: it handles tools whose `recipient` is empty or this.').optional(),
  use_tools: z.boolean().describe('Tools in the text, by Langroid’s own instructions. Default: `true`.').optional(),
  use_functions_api: z
    .boolean()
    .describe('Tools by the provider’s API. Without effect together with `use_tools`. Default: `false`.')
    .optional(),
  use_tools_api: z
    .boolean()
    .describe('`tool_calls` of the API instead of `function_call`. Default: `true`.')
    .optional(),
  system_message: z
    .string()
    .describe('Stands before all instructions. Default: `You are a helpful assistant.`')
    .optional(),
  enable_orchestration_tool_handling: z
    .boolean()
    .describe(
      'Whether `done_tool`, `pass_tool`, `forward_tool`, `send_tool` and the like are recognised as well. Default: `true`.',
    )
    .optional(),
  allow_multiple_tools: z
    .boolean()
    .describe('Whether several tools of one answer are all handled; else none is. Default: `true`.')
    .optional(),
  handle_llm_no_tool: z
    .string()
    .nullable()
    .describe('What the model is told where no tool was recognised; `"user"` and `"done"` tell it nothing.')
    .optional(),
  context_overflow_strategy: z
    .enum(['truncate', 'drop_turns'])
    .describe('What becomes of a history that is too long for the model. Default: `truncate`.')
    .optional(),
  parsing: z
    .strictObject({
      splitter: z
        .string()
        .describe(
          '`markdown`, the default, counts results and histories in words; `tokens`, `para_sentence` and `simple` count tokens.',
        )
        .optional(),
    })
    .nullable()
    .describe('How text is counted (`ParsingConfig`).')
    .optional(),
  search_for_tools_everywhere: z
    .boolean()
    .describe(
      'Whether text, `tool_calls` and `function_call` are all searched, or only what `use_tools` and the like name. Default: `true`.',
    )
    .optional(),
  recognize_recipient_in_content: z
    .boolean()
    .describe(
      '`true` takes `TO[name]:` off the text before it is searched, as Langroid does with an answer of its model.',
    )
    .optional(),
  thought_delimiters: z
    .array(z.string())
    .describe(
      'Two strings, such as `["<think>", "</think>"]`. Only what follows the reasoning between them is searched.',
    )
    .optional(),
});

/** The keys of `ToolMessage` and `XMLToolMessage`. */
export const toolMessageKeys = {
  tools: z.array(tool).describe('The tools that the agent knows.'),
  agent: agent.describe('Settings of the agent (`ChatAgentConfig`).').optional(),
} satisfies z.ZodRawShape;
