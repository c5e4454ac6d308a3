import { ResponseError } from '../../core/errors.ts';
import { isPyDict, type PyDict, pyTypeName } from '../../core/pyValue.ts';
import { refusing } from '../../core/refusedValue.ts';
import type { ResponseInput } from '../../parsers/parser.ts';
import {
  messagePartsOf,
  type ProviderMessage,
  readProviderMessage,
  type ToolCall,
} from '../../parsers/shared/providerMessage.ts';
import { streamMessage } from '../../parsers/shared/streamMessage.ts';
import { jsonLoads, pyStr } from '../../python/index.ts';
import { firstLine } from '../../text/index.ts';
import { argumentViolations } from '../../validation/index.ts';
import { draftCall, draftCommands } from './draftCommands.ts';
import { exampleMessage } from './exampleCall.ts';
import { functionCallingError } from './formatError.ts';
import type { ParsedAction } from './parseFunction.ts';
import { argumentFault, argumentNames, invoke } from './sweAgentCommand.ts';
import { fieldsOf } from './sweAgentParser.ts';
import { sweAgentType } from './sweAgentType.ts';
import type { ToolSettings } from './toolSettings.ts';

/** SWE-agent's `FunctionCallingParser`: one call through the provider's tools API. */
export const functionCalling = sweAgentType({
  type: 'function_calling',
  summary: 'One tool call of the provider’s API',
  want: 'tool-calls',
  answer:
    '{"content": "…", "tool_calls": [{"function": {"name": "str_replace", "arguments": "{\\"path\\": \\"a.py\\"}"}}]}',
  prose: ['thought'],
  documentation: `Reads the message object that a provider returns, which must have exactly one tool call; the thought is the message’s text, unchanged. SWE-agent’s default.

- OpenAI’s messages (\`{"content": …, "tool_calls": […]}\`), Anthropic’s (\`{"content": [{"type": "tool_use", …}]}\`) and SWE-agent’s own (\`{"message": …, "tool_calls": […]}\`) are recognised, as objects or as JSON text.
- Errors are \`FunctionCallingFormatError\` with a code: \`missing\`, \`multiple\`, \`invalid_command\`, \`invalid_json\`, \`missing_arg\`, \`unexpected_arg\`.
- Arguments are JSON without any repair. Texts are quoted for the shell (not for \`bash\`, not for commands with an \`end_name\`), \`null\` becomes empty, and types and \`enum\` are not checked.`,
  errorMessage:
    '{%- if error_code == "missing" -%}\nYour last output did not use any tool calls!\nPlease make sure your output includes exactly _ONE_ function call!\nYou must invoke the function directly using the function call format.\nYou cannot invoke commands with ```, you have to use the function call format.\nIf you think you have already resolved the issue, please submit your changes by running the `submit` command.\nIf you think you cannot solve the problem, please run `exit_forfeit` (if available) or `submit`.\nElse, please continue with a new tool call!\n{%- elif error_code == "multiple" -%}\nYour last output included multiple tool calls!\nPlease make sure your output includes a thought and exactly _ONE_ function call.\n{%- elif error_code == "unexpected_arg" -%}\nYour action could not be parsed properly: {{exception_message}}.\nMake sure your function call doesn\'t include any extra arguments that are not in the allowed arguments, and only use the allowed commands.\n{%- else -%}\nYour action could not be parsed properly: {{exception_message}}.\n{% endif %}\n',
  template: `{
  "type": "function_calling",
  "description": "One tool call of the provider's API",
  "commands": [
    {
      "name": "str_replace",
      "docstring": "replaces text in a file",
      "signature": "str_replace <path> [<old_str>] [<new_str>]",
      "arguments": [
        { "name": "path", "type": "string", "description": "the file", "required": true },
        { "name": "old_str", "type": "string", "description": "what is replaced", "required": false, "argument_format": "--old_str {{value}}" },
        { "name": "new_str", "type": "string", "description": "what replaces it", "required": false, "argument_format": "--new_str {{value}}" }
      ]
    }
  ],
  "keys_to_content": "action"
}
`,
  example: ({ commands }) => exampleMessage(commands),
  sendsFunctions: true,
  messageOf: input => readProviderMessage(input).text,
  messageParts: messagePartsOf,
  draft: responses =>
    draftCommands(
      responses.flatMap(text =>
        readProviderMessage({ text }).toolCalls.flatMap(({ name, arguments: args }) => {
          if (typeof args !== 'string') return draftCall(name, args);
          const result = jsonLoads(args);
          return draftCall(name, result.ok ? result.value : null);
        }),
      ),
    ),
  reader: (response, events, settings) =>
    streamMessage(response, events, {
      callKey: 'action',
      read: text => fieldsOf(parse({ text }, settings)),
      cutIsError: true,
    }),
  parse,
});

function parse(input: ResponseInput, { commands }: ToolSettings): ParsedAction {
  const message = readProviderMessage(input);
  const call = onlyCall(message, input.text ?? '');
  const name = call.name;
  const command = commands.find(each => each.name === name);
  if (!command)
    throw functionCallingError(
      'invalid_command',
      `Command '${pyStr(name ?? null)}' not found in list of available commands.`,
      call.place.span,
    );
  const args = readArguments(call);
  const fault = argumentFault(command, args);
  if (fault)
    throw refusing(functionCallingError(fault.code, fault.message, call.argumentsSpan), {
      value: args,
      violations: argumentViolations(args, argumentNames(command), fault.message),
    });
  return {
    thought: message.text,
    action: invoke(command, args),
    thoughtPlace: message.textPlace,
    actionPlace: call.place,
    ...recognition(message),
  };
}

function onlyCall({ text, toolCalls, callCount }: ProviderMessage, response: string): ToolCall {
  const [call, another] = toolCalls;
  if (!call || another) {
    const message = `Expected exactly one tool call in model response - received ${callCount} tool calls with message: ${pyStr(text)}`;
    const span = another ? another.place.span : firstLine(response);
    throw functionCallingError(call ? 'multiple' : 'missing', message, span, { num_tools: callCount });
  }
  if (call.name === undefined)
    throw new ResponseError('KeyError', 'The tool call has no function with a name.', { span: call.place.span });
  return call;
}

function readArguments({ arguments: args = null, argumentsSpan: span }: ToolCall): PyDict {
  if (isPyDict(args)) return args;
  if (typeof args !== 'string')
    throw new ResponseError('TypeError', `the JSON object must be str, bytes or bytearray, not ${pyTypeName(args)}`, {
      span,
    });
  const result = jsonLoads(args);
  if (!result.ok) {
    const { kind, message } = result.error;
    if (kind !== 'JSONDecodeError') throw new ResponseError(kind, message, { span });
    throw functionCallingError('invalid_json', 'Tool call arguments are not valid JSON.', span);
  }
  if (isPyDict(result.value)) return result.value;
  throw new ResponseError('AttributeError', `'${pyTypeName(result.value)}' object has no attribute 'keys'`, { span });
}

/** What is said about a message that is a text, or not in SWE-agent's own shape. */
function recognition({ recognised, isPasted, callCount }: ProviderMessage) {
  if (recognised === undefined && !isPasted) return {};
  const shape = recognised ?? 'a SWE-agent message';
  const calls = `${callCount} tool call${callCount === 1 ? '' : 's'}`;
  return { warnings: [`Read as ${shape} with ${calls}.`], extra: { recognised: shape } };
}
