import { fromExport, jsonOf, parses } from '../../../code/python/write/askedSource.ts';
import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { InstalledFramework, ToldBy } from '../../../parsers/askedFramework.ts';
import type { Definition } from '../../../parsers/definition.ts';
import { jsonDumps, jsonLoads, toJsonText } from '../../../python/index.ts';
import { stringAt } from '../../../validation/index.ts';
import { messageInput } from '../messageInput.ts';
import { otherTools, strategySchemas } from '../structured/strategyDefinition.ts';
import { langchainPythonClasses } from './langchainClasses.ts';
import { langchainExport } from './langchainExport.ts';

const langchain: InstalledFramework = {
  name: 'LangChain',
  distributions: ['langchain-core', 'pydantic'],
  hasMessages: true,
  takesMessages: true,
  reads: (variable, text) => `${variable}.invoke(${text})`,
  source: fromExport(langchainExport),
};

/** LangChain's strategies: an agent makes something of an answer, whose model is one of ours. */
const langchainAgents: InstalledFramework = {
  ...langchain,
  distributions: ['langchain', 'langchain-core', 'langgraph', 'pydantic'],
  takesMessages: false,
  reads: parses,
  inputOf: strategyMessage,
  instructionOf: boundText,
  source: definition => strategyRefusal(definition) ?? fromExport(langchainExport, strategyAsked)(definition),
};

/** LangChain's classic parsers: of a package of their own, which before 1.0 was LangChain's. */
const classicLangchain: InstalledFramework = {
  ...langchain,
  distributions: ['langchain-classic', 'langchain', 'langchain-core', 'pydantic'],
  async source(definition, host) {
    const made = await langchain.source(definition, host);
    return typeof made === 'string' ? made : { ...made, text: withOlderLangchain(made.text) };
  },
};

/** Imports of `langchain_classic` with those of `langchain` where it is not installed. */
function withOlderLangchain(text: string): string {
  const lines = text.split('\n');
  const made: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const start = 'from langchain_classic.';
    if (!lines[i]!.startsWith(start)) {
      made.push(lines[i]!);
      continue;
    }
    const end = lines[i]!.endsWith('(') ? lines.indexOf(')', i) : i;
    const block = lines.slice(i, end + 1);
    const older = [`from langchain.${block[0]!.slice(start.length)}`, ...block.slice(1)];
    const indented = (each: readonly string[]) => each.map(line => `    ${line}`);
    made.push('try:', ...indented(block), 'except ModuleNotFoundError:', ...indented(older));
    i = end;
  }
  return made.join('\n');
}

/** The package of LangChain's that has a definition's class. */
export function installedLangchain({ type }: Definition): InstalledFramework {
  const module = langchainPythonClasses.get(type)?.module;
  if (module?.startsWith('langchain_classic')) return classicLangchain;
  return module?.startsWith('langchain.agents') ? langchainAgents : langchain;
}

/** Why no agent can run a definition; `undefined`: one can. */
function strategyRefusal({ source }: Definition): string | undefined {
  const isNameless = strategySchemas(source).some(
    ({ kind, schema }) => kind === 'json_schema' && stringAt(schema, 'title') === undefined,
  );
  return isNameless ? 'A schema without a `title` has a tool whose name is drawn anew by every program.' : undefined;
}

/** The message of a response, as JSON with the fields of LangChain's `AIMessage`. */
function strategyMessage(_: Definition, text: string): string {
  return jsonDumps(messageInput({ text }).fields, { ensureAscii: true });
}

/** What an agent binds, as JSON with sorted keys. Raises what the definition's strategy raises. */
function boundText(_: Definition, parser: ToldBy): string {
  const bound = jsonLoads(parser.formatInstruction());
  return bound.ok ? toJsonText(sorted(bound.value)) : '';
}

function sorted(value: PyValue): PyValue {
  if (isPyList(value)) return value.map(sorted);
  if (!isPyDict(value)) return value;
  return new Map([...value].sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, item]) => [key, sorted(item)]));
}

/** An agent with a model that only notes what is bound to it and answers one message. */
function strategyAsked(exported: string, strategy: string, { source }: Definition): string {
  const config: PyDict = dict({ tools: otherTools(source), model: source.config.get('model') });
  return `${exported}
import json

import langchain.agents.factory as agent_factory
from langchain.agents import create_agent
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import StructuredTool
from langchain_core.utils.function_calling import convert_to_openai_tool

config = ${jsonOf(config)}
given_tools = {each["function"]["name"]: each for each in config["tools"]}
seen = {"bound": None, "answer": None, "sent": None, "errors": []}


class AskedAgain(Exception):
    """The agent asks its model a second time."""


class OneAnswer(BaseChatModel):
    model_name: str = config.get("model") or ""

    @property
    def _llm_type(self):
        return "one answer"

    def bind_tools(self, tools, *, tool_choice=None, **given):
        bound = [convert_to_openai_tool(each) for each in tools]
        own = [given_tools.get(each["function"]["name"], each) for each in bound]
        more = {key: value for key, value in given.items() if value is not None}
        seen["bound"] = {"tools": own, "tool_choice": tool_choice, **more}
        return self

    def bind(self, **given):
        return self.bind_tools([], **given)

    def _generate(self, messages, stop=None, run_manager=None, **given):
        if seen["answer"] is None:
            seen["sent"] = messages
            raise AskedAgain()
        answer, seen["answer"] = seen["answer"], None
        return ChatResult(generations=[ChatGeneration(message=answer)])


def noting(handle):
    """The agent's way to handle an error, with the error noted."""

    def handled(error, *given, **more):
        seen["errors"].append(error)
        return handle(error, *given, **more)

    return handled


# What is told of an error does not say which it was.
agent_factory._handle_structured_output_error = noting(agent_factory._handle_structured_output_error)


def tool_of(tool):
    made = tool["function"]
    schema = made.get("parameters") or {"type": "object", "properties": {}}
    described = made.get("description") or made["name"]
    return StructuredTool(name=made["name"], description=described, args_schema=schema, func=lambda **given: "")


agent = create_agent(
    OneAnswer(), tools=[tool_of(each) for each in config["tools"]], response_format=${strategy}
)


class Asked:
    @property
    def format_instruction(self):
        seen["answer"] = AIMessage(content="")
        try:
            agent.invoke({"messages": [{"role": "user", "content": "?"}]})
        except Exception:
            if seen["bound"] is None:
                raise
        return json.dumps(seen["bound"], ensure_ascii=False, indent=2, sort_keys=True)

    def parse(self, text):
        seen["sent"], seen["errors"][:] = None, []
        seen["answer"] = AIMessage(**json.loads(str.__str__(text)))
        try:
            return agent.invoke({"messages": [{"role": "user", "content": "?"}]}).get("structured_response")
        except AskedAgain:
            if not seen["errors"]:
                return None
            error = seen["errors"][-1]
            told = [each.content for each in seen["sent"] if getattr(each, "type", None) == "tool"]
            if told:
                error.feedback = told[0]
            raise error


asked = Asked()
`;
}
