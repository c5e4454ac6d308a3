import * as z from 'zod';
import { isPyDict, isPyList, type PyDict, type PyList, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import type { InstructionRequirement } from '../../parsers/parserFeatures.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { messagePartsOf } from '../../parsers/shared/providerMessage.ts';
import { streamMessage } from '../../parsers/shared/streamMessage.ts';
import { jsonLoads } from '../../python/index.ts';
import { check, userPatterns } from './checkTemplates.ts';
import { bashTool, defaultActionRegex, modes } from './modelClass.ts';
import { readSettings } from './readSettings.ts';
import { callFields, readActions, readResponse } from './response.ts';
import { actionGrammar, scanActions, streamActions } from './scanActions.ts';
import { instructionMessages, instructionPieces, viewsOf } from './views.ts';

const template = (what: string) =>
  z.string().describe(`${what} A Jinja template; what is undefined raises.`).optional();

/** mini-swe-agent's three ways to read an answer, and what it tells the model. */
export const miniSweAgentType: ParserType = {
  type: 'mini_swe_agent',
  system: 'mini-swe-agent',
  summary: 'Bash commands: one in a fence, or calls of the tool `bash`',
  want: 'command',
  answer: 'I look around.\n```mswea_bash_command\nls -la\n```',
  documentation: `mini-swe-agent (version 2): the value is a list of commands, without the text around them.

- \`actions_text\` finds commands by \`action_regex\` (Python \`re\` with \`DOTALL\`) and wants exactly one.
- \`actions_toolcall\` reads the \`tool_calls\` of a chat completion, \`actions_toolcall_response\` the \`function_call\` items of the Responses API: one or more calls of \`bash\`; the first that is not one fails all.
- A \`FormatError\` is told with \`format_error_template\`, which sees \`error\`, \`actions\`, \`finish_reason\` and, for tool calls, \`has_tool_calls\`; nothing else.
- Templates are Jinja with \`StrictUndefined\`: using what is undefined raises.
- A response is text, a chat completion, its message, or an answer of the Responses API.`,
  keys: {
    mode: z
      .enum(modes)
      .describe('How answers are read. In mini-swe-agent the `model_class` decides it; its default reads tool calls.'),
    action_regex: z
      .string()
      .describe(
        `For \`actions_text\`: the pattern of an action (Python \`re\`, \`DOTALL\`), with at most one group. Default: \`${defaultActionRegex.replaceAll('`', "'")}\` (with backticks).`,
      )
      .optional(),
    system_template: template('The system message.'),
    instance_template: template('The first user message, with `{{task}}`.'),
    format_error_template: template('What the model is told when its answer is refused.'),
    observation_template: template(
      'What the model is told of a command that ran: `output.output`, `output.returncode`, `output.exception_info`.',
    ),
    multimodal_regex: z
      .string()
      .describe('Finds images in observations; two groups, the type and the data. Empty: off.')
      .optional(),
    template_variables: z
      .record(z.string(), z.unknown())
      .describe(
        'Variables of the templates: `task`, and settings of the agent, the model and the environment that they name.',
      )
      .optional(),
  },
  filters: false,
  framework: {
    readsResponsesApi: ({ config }) => readSettings(config).mode === 'actions_toolcall_response',
    asksAgain: {
      withAnswer: false,
      role: 'user',
      failures: 'all',
      note: 'mini-swe-agent never sends a refused answer back; the messages of its FormatErrors pile up.',
    },
  },
  display: { highlights: [{ from: 'fields' }] },
  template: `{
  "type": "mini_swe_agent",
  "mode": "actions_text",
  "system_template": "You solve tasks in a Linux shell.",
  "instance_template": "Your task: {{task}}\\n\\nThink first, then give exactly one command:\\n\\n\`\`\`mswea_bash_command\\nls -la\\n\`\`\`",
  "format_error_template": "{{error}} Give exactly one \`mswea_bash_command\` block.",
  "template_variables": { "task": "Find out why the tests fail." }
}
`,
  responses: {
    example,
    messageParts: messagePartsOf,
    grammar: ({ config }) => actionGrammar(readSettings(config)),
    draft,
    answerParts: () => ({ parts: [{ key: 'command', isJson: false, required: false, isCommand: true }] }),
  },
  create: (source, host) => {
    const settings = readSettings(source.config);
    return {
      instruction: () => instructionPieces(source, settings),
      messages: task => instructionMessages(source, settings, task),
      tools: () => toolsOf(settings.mode),
      views: () => viewsOf(source, settings),
      read: input => readActions(input, settings, host),
    };
  },
  authoring: { check, requirements, patterns: userPatterns },
  streams: {
    reader({ config }, response, events) {
      const settings = readSettings(config);
      if (settings.mode === 'actions_text') return streamActions(response, events, settings.actionRegex);
      const read = (text: string) => callFields(text, settings);
      return streamMessage(response, events, { callKey: 'command', read, cutIsError: true });
    },
  },
};

/** The chat completions' form, which is that of the request in every mode. */
function toolsOf(mode: (typeof modes)[number]): PyList {
  return mode === 'actions_text' ? [] : [bashTool('actions_toolcall')!];
}

const command = 'ls -la';

function example({ config }: DefinitionSource): string | undefined {
  const { mode, actionRegex } = readSettings(config);
  if (mode === 'actions_text') {
    const block = blockOf(config, actionRegex);
    return block && `I look around first.\n\n${block}`;
  }
  const written = JSON.stringify({ command });
  const value =
    mode === 'actions_toolcall'
      ? {
          choices: [
            {
              finish_reason: 'tool_calls',
              message: {
                role: 'assistant',
                content: 'I look around first.',
                tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'bash', arguments: written } }],
              },
            },
          ],
        }
      : {
          object: 'response',
          status: 'completed',
          output: [{ type: 'function_call', call_id: 'call_1', name: 'bash', arguments: written }],
        };
  return JSON.stringify(value, null, 2);
}

/** An action as the pattern wants it; `undefined` for a pattern that does not show it. */
function blockOf(config: PyDict, actionRegex: string): string | undefined {
  if (!config.has('action_regex') || actionRegex === defaultActionRegex)
    return `\`\`\`mswea_bash_command\n${command}\n\`\`\``;
  // The usual patterns have letters, signs and white space around what they want.
  const plain = actionRegex
    .replace(/\\s\*(?=\\n)/g, '')
    .replaceAll('\\n', '\n')
    .replace(/\\s[*+]\??/g, ' ');
  if (!scanActions(plain, '')) return undefined;
  return plain.replace('(.*?)', command);
}

/** How an action begins, where the pattern shows it. */
function requirements({ config }: DefinitionSource): readonly InstructionRequirement[] {
  const { mode, actionRegex } = readSettings(config);
  if (mode !== 'actions_text' || !scanActions(actionRegex, '')) return [];
  const begin = actionRegex === defaultActionRegex ? '```mswea_bash_command' : (actionRegex.split('(.*?)')[0] ?? '');
  return [{ text: begin, what: `the opening \`${begin}\`` }];
}

/** The keys of a definition that reads these responses: mini-swe-agent's fence or tag, or calls of its tool. `undefined`: none of these. Linear. */
function draft(responses: readonly string[]): PyDict | undefined {
  if (responses.some(text => text.includes('```mswea_bash_command')))
    return new Map<string, PyValue>([['mode', 'actions_text'], ...textTemplates('```mswea_bash_command\nls -la\n```')]);
  if (responses.some(text => text.includes('<mswea_bash_command>')))
    return new Map<string, PyValue>([
      ['mode', 'actions_text'],
      ['action_regex', '<mswea_bash_command>(.*?)</mswea_bash_command>'],
      ...textTemplates('<mswea_bash_command>ls -la</mswea_bash_command>'),
    ]);
  for (const text of responses) {
    const { message } = readResponse({ text });
    if (callsBash(message.get('tool_calls') ?? null, call => dictAt(call, 'function')))
      return new Map([['mode', 'actions_toolcall']]);
    if (callsBash(message.get('output') ?? null, call => call)) return new Map([['mode', 'actions_toolcall_response']]);
  }
  return undefined;
}

function textTemplates(example: string): readonly (readonly [string, PyValue])[] {
  return [
    ['instance_template', `{{task}}\n\nAnswer with exactly one command:\n\n${example}`],
    ['template_variables', new Map([['task', 'Fix the bug.']])],
  ];
}

function callsBash(calls: PyValue, of: (call: PyDict) => PyDict): boolean {
  if (!isPyList(calls)) return false;
  return calls.some(call => {
    if (!isPyDict(call)) return false;
    const fn = of(call);
    const written = fn.get('arguments');
    if (fn.get('name') !== 'bash' || typeof written !== 'string') return false;
    const read = jsonLoads(written);
    return read.ok && isPyDict(read.value) && read.value.has('command');
  });
}

function dictAt(dict: PyDict, key: string): PyDict {
  const value = dict.get(key);
  return isPyDict(value) ? value : new Map();
}
