import { EngineError } from '../../core/errors.ts';
import { pointerStep } from '../../core/pointerStep.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { type RefusedValue, refusing } from '../../core/refusedValue.ts';
import type { Span } from '../../core/span.ts';
import type { Violations } from '../../core/violation.ts';
import { jsonLoads, pyStrip } from '../../python/index.ts';
import { firstLine } from '../../text/index.ts';
import { argumentViolations, type Breach, placeViolations } from '../../validation/index.ts';
import { taggedCall } from './actionGrammars.ts';
import { CallSearch, functionClose, streamFunctionTags, type TaggedCall } from './callSearch.ts';
import { draftCall, draftCommands } from './draftCommands.ts';
import { exampleTags } from './exampleCall.ts';
import { formatError } from './formatError.ts';
import { messageText, type ParsedAction, thoughtSpan } from './parseFunction.ts';
import { argumentFault, argumentNames, type Command, invoke } from './sweAgentCommand.ts';
import { sweAgentType } from './sweAgentType.ts';
import type { ToolSettings } from './toolSettings.ts';

/** SWE-agent's `XMLFunctionCallingParser`: a call between tags. */
export const xmlFunctionCalling = sweAgentType({
  type: 'xml_function_calling',
  summary: 'A discussion, and a call between function tags',
  want: 'tool-calls',
  answer: 'I look around.\n<function=bash>\n<parameter=command>ls -F</parameter>\n</function>',
  prose: ['thought'],
  documentation: `Reads the **first** call of this form; the thought is all other text, stripped:
\`\`\`
<function=open>
<parameter=path>/src/main.py</parameter>
</function>
\`\`\`
- The line feed after the opening tag is needed, so CRLF text has no call. Function names are stripped, parameter names are not.
- \`execute_bash\` means \`bash\`, and \`finish\` means \`submit\`.
- Of a value one line feed is taken off at its start, and two at its end. Of equal parameters the last one counts.
- \`view_range\` must begin like \`[1, 20]\`; \`[1, -1]\` is refused, although SWE-agent’s own tool advertises it.
- Unknown commands and missing or unexpected arguments are a \`FormatError\`, without a code.`,
  requirements: [{ text: '<function=', what: 'a call such as `<function=bash>`' }],
  errorMessage:
    '{%- if error_code == "missing" -%}\nYour last output did not use any tool calls!\nPlease make sure your output includes exactly _ONE_ function call!\nIf you think you have already resolved the issue, please submit your changes by running the `submit` command.\nIf you think you cannot solve the problem, please run `submit`.\nElse, please continue with a new tool call!\n{%- elif error_code == "multiple" -%}\nYour last output included multiple tool calls!\nPlease make sure your output includes a thought and exactly _ONE_ function call.\n{%- elif error_code == "unexpected_arg" -%}\nYour action could not be parsed properly: {{exception_message}}.\nMake sure your function call doesn\'t include any extra arguments that are not in the allowed arguments, and only use the allowed commands.\n{%- else -%}\nYour action could not be parsed properly: {{exception_message}}.\n{% endif %}\n',
  template: `{
  "type": "xml_function_calling",
  "description": "A thought, then one call between tags",
  "commands": [
    {
      "name": "bash",
      "docstring": "runs the given command directly in bash",
      "signature": "<command>",
      "arguments": [{ "name": "command", "type": "string", "description": "The bash command to execute.", "required": true }]
    },
    { "name": "submit", "docstring": "submits the current file", "signature": "submit" }
  ],
  "keys_to_content": "action"
}
`,
  grammar: ({ commands }) => taggedCall(commands),
  example: ({ commands }) => exampleTags(commands),
  draft: responses =>
    draftCommands(
      responses.flatMap(text => {
        const call = findCall(text);
        if (!call) return [];
        const args = [...findParameters(text, call.body)].map(([key, { value }]) => [key, value] as const);
        return draftCall(nameOf(text, call), new Map(args));
      }),
    ),
  reader: (response, events, settings) =>
    streamFunctionTags(response, events, (text, call) => readCall(text, call, settings)),
  parse(input, settings) {
    const text = messageText(input);
    const call = findCall(text);
    if (!call) throw formatError('No function found in model response.', firstLine(text));
    return readCall(text, call, settings);
  },
});

/** An argument between tags: its name, and its value. */
interface TaggedArgument {
  readonly nameSpan: Span;
  readonly inner: Span;
}

/** The arguments of a call between tags, and where they stand. */
interface TaggedArguments {
  readonly args: PyDict;
  readonly places: ReadonlyMap<string, TaggedArgument>;
  /** The function's name, where it lacks arguments. */
  readonly nameSpan: Span;
}

/** Arguments that a command does not have or lacks: each at the name in its tag, those that are missing at the function's. */
function refusedNames(tagged: TaggedArguments, command: Command, message: string): RefusedValue {
  return inTags(tagged, argumentViolations(tagged.args, argumentNames(command), message));
}

/** An argument that is not written as SWE-agent wants it. */
function refusedForm(tagged: TaggedArguments, name: string, wanted: string, message: string): RefusedValue {
  const input = tagged.args.get(name) ?? null;
  const breach: Breach = { path: [name], cause: 'pattern', input, wanted, message, wants: { types: [] } };
  return inTags(tagged, place => placeViolations([breach], place));
}

function inTags({ args, places, nameSpan }: TaggedArguments, violationsIn: RefusedValue['violations']): RefusedValue {
  const violations = (): Violations => {
    const found = violationsIn({ text: '', span: nameSpan, isJson: false });
    const placed = found.violations.map(violation => {
      const place = places.get(pointerStep(violation.path.slice(1)));
      const isName = violation.cause === 'unknown-key' || violation.cause === 'key-spelling';
      return { ...violation, span: (isName ? place?.nameSpan : place?.inner) ?? nameSpan };
    });
    return { ...found, violations: placed.sort((one, other) => one.span.start - other.span.start) };
  };
  return { value: args, violations };
}

function readCall(text: string, call: TaggedCall, { commands }: ToolSettings): ParsedAction {
  const { span, nameSpan, body } = call;
  const name = nameOf(text, call);
  const command = commands.find(each => each.name === name);
  if (!command) throw formatError(`Command '${name}' not found in list of available commands.`, nameSpan);
  const parameters = findParameters(text, body);
  const args = new Map<string, PyValue>([...parameters].map(([key, { value }]) => [key, value]));
  const range = parameters.get('view_range');
  const tagged = { args, places: parameters, nameSpan };
  if (range) args.set('view_range', readRange(range, tagged));
  const fault = argumentFault(command, args);
  if (fault) {
    const error = formatError(fault.message, parameters.get(fault.names[0] ?? '')?.span ?? nameSpan);
    throw refusing(error, refusedNames(tagged, command, fault.message));
  }
  return {
    thought: pyStrip(text.slice(0, span.start) + text.slice(span.end)),
    action: invoke(command, args),
    thoughtPlace: { span: thoughtSpan(text, span) },
    actionPlace: { span, inner: body },
  };
}

const aliases: ReadonlyMap<string, string> = new Map([
  ['execute_bash', 'bash'],
  ['finish', 'submit'],
]);
const parameterOpen = '<parameter=';
const parameterClose = '</parameter>';

function findCall(text: string): TaggedCall | undefined {
  const search = new CallSearch();
  // Where no end tag comes, no opening tag need be read.
  if (text.lastIndexOf(functionClose) < 0) return undefined;
  const body = search.find(text, 0, 0);
  if (body >= 0) search.find(text, body, 0);
  return search.closed;
}

function nameOf(text: string, { nameSpan }: TaggedCall): string {
  const written = pyStrip(text.slice(nameSpan.start, nameSpan.end));
  return aliases.get(written) ?? written;
}

interface Parameter extends TaggedArgument {
  readonly value: string;
  readonly span: Span;
}

/** The matches of `<parameter=([^>]+)>(.*?)</parameter>` in the body; of equal names the last. Linear. */
function findParameters(text: string, body: Span): ReadonlyMap<string, Parameter> {
  const parameters = new Map<string, Parameter>();
  const inside = text.slice(body.start, body.end);
  let bracket = -1;
  let close = -1;
  for (let start = inside.indexOf(parameterOpen); start !== -1; ) {
    const nameStart = start + parameterOpen.length;
    if (bracket < nameStart) bracket = inside.indexOf('>', nameStart);
    if (bracket === -1) break;
    if (close <= bracket) close = inside.indexOf(parameterClose, bracket + 1);
    if (close === -1) break;
    let end = start + 1;
    if (bracket > nameStart) {
      end = close + parameterClose.length;
      const span = { start: body.start + start, end: body.start + end };
      parameters.set(inside.slice(nameStart, bracket), {
        value: trimFeeds(inside.slice(bracket + 1, close)),
        span,
        nameSpan: { start: body.start + nameStart, end: body.start + bracket },
        inner: { start: body.start + bracket + 1, end: body.start + close },
      });
    }
    start = inside.indexOf(parameterOpen, end);
  }
  return parameters;
}

/** `re.sub("^\n|\n$", "", value)`: `$` matches before a final line feed as well, so two go at the end. */
function trimFeeds(value: string): string {
  return value.replace(/^\n/, '').replace(/\n{1,2}$/, '');
}

/** A `view_range` as a list. Raises `FormatError` unless it begins like `[1, 20]`. */
function readRange({ value, span }: Parameter, tagged: TaggedArguments): PyValue {
  if (!/^\[\p{Nd}+,[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*\p{Nd}+\]/u.test(value)) {
    const message = `view_range must be in the format [<start>, <end>], got ${value}.`;
    throw refusing(formatError(message, span), refusedForm(tagged, 'view_range', '[<start>, <end>]', message));
  }
  const result = jsonLoads(value);
  if (result.ok) return result.value;
  throw new EngineError(result.error.kind, result.error.message);
}
