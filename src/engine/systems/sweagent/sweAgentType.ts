import * as z from 'zod';
import type { ParserType } from '../../parsers/parserType.ts';
import { attempt } from '../../parsers/shared/attempt.ts';
import { typesOwn } from '../../parsers/shared/keyNames.ts';
import type { ValueKeys } from '../../parsers/shared/valueKeys.ts';
import { checkSettings, filterPatterns } from './checkSettings.ts';
import { actionResult, commandFunctions } from './commandFunctions.ts';
import type { ParseFunction } from './parseFunction.ts';
import { createSweAgentParser } from './sweAgentParser.ts';
import { readToolSettings } from './toolSettings.ts';

/** The keys that every parse function gives. */
const actionKeys: ValueKeys = {
  keys: [
    { name: 'thought', ...typesOwn, documentation: 'What the model says beside the action.' },
    { name: 'action', ...typesOwn, documentation: 'What SWE-agent runs.' },
  ],
  open: false,
  exact: true,
  lists: [],
};

/** The parser type of a parse function. */
export function sweAgentType(parseFunction: ParseFunction): ParserType {
  const { type, summary, want, answer, documentation, template, errorMessage } = parseFunction;
  const { requirements, prose, messageParts, draft, grammar, noGrammar, reader, needsThought, isShell } = parseFunction;
  return {
    type,
    system: 'SWE-agent',
    summary,
    want,
    answer,
    documentation: `${documentation}
- The value is a dictionary of \`thought\` and \`action\`; \`keys_to_content\`, \`keys_to_memory\` and \`keys_to_metadata\` say what goes where.
- The instruction is the documentation of \`commands\`, which SWE-agent’s prompts contain as \`{{command_docs}}\`.`,
    keys: toolKeys,
    filters: true,
    framework: {
      asksAgain: {
        withAnswer: true,
        role: 'user',
        failures: 'latest',
        note: 'SWE-agent sends the refused answer and its error template; only the latest failure is shown.',
      },
    },
    display: {
      highlights: [
        { name: 'thought', from: 'value', key: 'thought' },
        { name: 'action', from: 'value', key: 'action' },
      ],
      extra: {
        recognised: 'whose message it is',
        blocked: 'whether SWE-agent refuses to run the action',
        feedback: 'what the model is told of that',
      },
    },
    template,
    responses: {
      example: ({ config }) => parseFunction.example(readToolSettings(config, errorMessage)),
      answerParts: ({ config }) => ({
        parts: [
          {
            key: 'action',
            isJson: false,
            required: true,
            ...(isShell && { isShell }),
            ...(want !== 'code' && { isCommand: true }),
          },
          { key: 'thought', isJson: false, required: needsThought === true },
        ],
        blockEnds: new Map(
          (attempt(() => readToolSettings(config, errorMessage))?.commands ?? []).flatMap(({ name, endName }) =>
            endName === undefined ? [] : [[name, endName]],
          ),
        ),
      }),
      ...(prose && { prose }),
      ...(messageParts && { messageParts }),
      ...(draft && { draft }),
      ...(noGrammar !== undefined && { noGrammar }),
      ...(grammar && { grammar: ({ config }) => grammar(readToolSettings(config, errorMessage)) }),
    },
    create: (source, host) => createSweAgentParser(parseFunction, source, host),
    authoring: {
      valueKeys: () => actionKeys,
      check: source =>
        checkSettings(source, readToolSettings(source.config, errorMessage), parseFunction.sendsFunctions === true),
      patterns: source => filterPatterns(source, readToolSettings(source.config, errorMessage)),
      ...(requirements && { requirements: () => requirements }),
    },
    schemas: {
      functions: ({ config }) =>
        commandFunctions(type, readToolSettings(config, errorMessage), parseFunction.sendsFunctions === true),
      result: () => actionResult(parseFunction.takesAnyThought === true),
    },
    ...(reader && {
      streams: {
        reader: ({ config }, response, events) => reader(response, events, readToolSettings(config, errorMessage)),
      },
    }),
  };
}

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
const toolKeys = {
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
