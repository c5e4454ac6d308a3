import { jsonOf } from '../../code/python/write/askedSource.ts';
import { pydanticExport } from '../../code/python/write/pydanticExport.ts';
import type { InstalledFramework, InstalledSource } from '../../parsers/askedFramework.ts';
import type { Definition } from '../../parsers/definition.ts';
import { toJsonText } from '../../python/index.ts';
import type { SystemForms } from '../systemForms.ts';
import { calledInputs } from './calledInput.ts';
import { outputTool, outputToolSchema } from './structuredOutput.ts';
import { requiredOutput } from './structuredOutputType.ts';

/** AgentScope 2's structured output: its tool, called as its agent calls it, with the class of the definition's schema or that schema itself. */
function structuredOutputAsked(definition: Definition): InstalledSource | string {
  const required = requiredOutput(definition.source);
  if (required.kind === 'json_schema')
    return sourceOf(`import json\n\nschema = ${jsonOf(required.schema)}\n`, 'schema', []);
  const refusal = pydanticExport.refuses(definition);
  if (refusal !== undefined) return refusal;
  const { text, losses } = pydanticExport.write([definition]);
  const model = [...text.matchAll(/^class (\w+)/gm)].at(-1)?.[1] ?? 'Model';
  return sourceOf(
    text,
    model,
    losses.filter(({ key }) => key === 'content_schema').map(({ message }) => message),
  );
}

/** The calls that the agent reads of a response, as JSON: the name of each and its raw input. */
function calledText({ source }: Definition, text: string): string {
  const calls = calledInputs({ text }, requiredOutput(source).schema);
  return JSON.stringify(calls.map(({ name, input }) => [name ?? outputTool, input]));
}

/** The tool that the model is sent, as Python prints it. */
function toolText({ source }: Definition): string {
  return toJsonText(outputToolSchema(requiredOutput(source)));
}

function sourceOf(definitions: string, schema: string, notes: readonly string[]): InstalledSource {
  const text = `${definitions}
import json

import jsonschema
from agentscope._utils._common import _json_loads_with_repair
from agentscope.agent._structured_output_tool import _GenerateStructuredOutput
from agentscope.exception import AgentOrientedException
from agentscope.message import ToolCallBlock
from agentscope.state import AgentState
from agentscope.tool import Toolkit

# Without a schema the agent has no such tool.
toolkit = Toolkit(tools=[_GenerateStructuredOutput(schema=${schema})] if ${schema} else [])


class ToolError(Exception):
    """What the tool answers in place of an output."""


class ValidationError(ToolError):
    """What it answers where the output is not valid."""


async def called(name, given):
    """One call, as the agent makes it."""
    tool = await toolkit.check_tool_available(name, [])
    checked = _json_loads_with_repair(given, tool.input_schema)
    try:
        jsonschema.validate(checked, tool.input_schema)
    except jsonschema.ValidationError as error:
        raise AgentOrientedException(f"Input validation failed for tool '{name}': {error.message}") from error
    state = AgentState()
    state.reply_context.structured_schema = ${schema}
    answer = None
    async for answer in toolkit.call_tool(ToolCallBlock(id="call", name=name, input=given), state):
        pass
    if state.reply_context.structured_output is not None:
        return state.reply_context.structured_output
    said = "".join(getattr(each, "text", "") for each in answer.content)
    raise (ValidationError if said.startswith("ValidationError: ") else ToolError)(said)


class Asked:
    async def format_instruction(self):
        [tool] = await toolkit.get_tool_schemas()
        return json.dumps(tool, ensure_ascii=False, indent=2)

    async def parse(self, text):
        raised = None
        for name, given in reversed(json.loads(str.__str__(text))):
            try:
                return await called(name, given)
            except Exception as error:
                raised = raised or error
        raise raised


asked = Asked()
`;
  return { text, variable: 'asked', notes };
}

/** The tool for structured output of an installed AgentScope 2. */
const installedAgentscope2: InstalledFramework = {
  name: 'AgentScope 2',
  distributions: ['agentscope', 'pydantic', 'jsonschema', 'json-repair'],
  hasMessages: true,
  takesMessages: false,
  reads: (variable, text) => `asyncio.run(${variable}.parse(${text}))`,
  inputOf: calledText,
  instructionOf: toolText,
  source: structuredOutputAsked,
};

/** Python that asks an installed formatter of AgentScope 2 for a payload, with the names of `installed/askedObject.ts`. */
const payloadOf2 = `
async def payload_of(case):
    import shortuuid

    given = json.loads(case)
    messages = [Msg.model_validate(each) for each in given["messages"]]
    # Media are shown under ids that are drawn: these are what is drawn here.
    drawn, before = iter(given["ids"]), shortuuid.uuid
    shortuuid.uuid = lambda *_: next(drawn, None) or before()
    try:
        with beside_the_file():
            payload = await Formatter(**config["options"]).format(messages)
    finally:
        shortuuid.uuid = before
    return {"payload": payload, "tokens": await estimated(messages)}


async def estimated(messages):
    """What any model counts whose class does not count itself."""
    from agentscope.model import ChatModelBase

    return await ChatModelBase.count_tokens(None, messages, config["tools"])
`;

/** How an installed AgentScope 2 answers. */
export const agentscope2Forms: SystemForms = {
  system: 'AgentScope 2',
  payloadInPython: payloadOf2,
  installed: () => installedAgentscope2,
};
