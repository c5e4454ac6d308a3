import * as z from 'zod';

const argument = z.strictObject({
  name: z
    .string()
    .describe('Letters, digits, `_` and `-`; the signature names it as `<name>`, `[<name>]`, `{name}` or `--name`.'),
  type: z.string().describe('The JSON type, such as `string`.'),
  description: z.string().describe('What the model is told about the argument.'),
  required: z.boolean().describe('Whether it must be given. Required arguments come first.'),
  argument_format: z
    .string()
    .describe('A Jinja template of `value`, such as `--path {{value}}`. Default: `{{value}}`.')
    .optional(),
  enum: z
    .array(z.unknown())
    .describe('The values that the function schema allows. SWE-agent does not check them.')
    .optional(),
  items: z.record(z.string(), z.unknown()).describe('The type of the items of an `array`.').optional(),
});

const command = z.strictObject({
  name: z.string().describe('The command’s name.'),
  docstring: z
    .union([z.string(), z.null()])
    .describe('What it does. `{NAME}` is a variable of `env_variables`.')
    .optional(),
  signature: z
    .union([z.string(), z.null()])
    .describe('How it is called, such as `open <path> [<line_number>]`. Default: the name and the arguments.')
    .optional(),
  end_name: z
    .union([z.string(), z.null()])
    .describe('The line that ends a command of several lines. Its arguments are not quoted.')
    .optional(),
  arguments: z.array(argument).describe('Its arguments, in order.').optional(),
});

/** The keys of all SWE-agent types. */
export const toolKeys = {
  commands: z
    .union([z.array(command), z.null()])
    .describe('The commands that the model may use, all of them. Default: SWE-agent’s `bash` alone.')
    .optional(),
  error_message: z
    .string()
    .describe(
      'What the model is told when its answer does not parse: a Jinja template, dedented. Default: the class’s own.',
    )
    .optional(),
  format_error_template: z
    .string()
    .describe('`tools.format_error_template`: takes the place of `error_message`, not dedented.')
    .optional(),
  strict: z
    .boolean()
    .describe('Whether `json` refuses unknown commands and missing arguments. SWE-agent itself never does.')
    .optional(),
  env_variables: z
    .record(z.string(), z.unknown())
    .describe('`tools.env_variables`: for docstrings (`{WINDOW}`) and templates (`{{WINDOW}}`).')
    .optional(),
  template_variables: z
    .record(z.string(), z.unknown())
    .describe('Variables of templates that come from the task: `problem_statement`, `repo`, and fields of its own.')
    .optional(),
  templates: z
    .looseObject({
      system_template: z.string().describe('The system message: a Jinja template.').optional(),
      instance_template: z.string().describe('The first user message.').optional(),
      next_step_template: z.string().describe('An observation: `{{observation}}`, and the state.').optional(),
      next_step_no_output_template: z.string().describe('An observation without output.').optional(),
      next_step_truncated_observation_template: z
        .string()
        .describe('An observation longer than `max_observation_length`.')
        .optional(),
    })
    .describe('`agent.templates`, shown as tabs of the preview.')
    .optional(),
  state: z
    .record(z.string(), z.unknown())
    .describe('What the state commands leave for `templates`, such as `working_dir`.')
    .optional(),
  history_processors: z
    .array(z.looseObject({}))
    .describe('`agent.history_processors`. A conversation runs them with the truncation `sweagent`.')
    .optional(),
  filter: z
    .strictObject({
      blocklist: z.array(z.string()).describe('Actions that start with one of these are blocked.').optional(),
      blocklist_standalone: z.array(z.string()).describe('Actions that are one of these are blocked.').optional(),
      block_unless_regex: z
        .record(z.string(), z.string())
        .describe('Actions with this first word are blocked unless they match the pattern (Python `re`).')
        .optional(),
      blocklist_error_template: z.string().describe('What the model is told: a Jinja template of `action`.').optional(),
    })
    .describe('`tools.filter`: the actions that SWE-agent does not run.')
    .optional(),
} satisfies z.ZodRawShape;
