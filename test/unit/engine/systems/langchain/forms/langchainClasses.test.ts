import { deepEqual, equal } from 'node:assert/strict';
import { toPlain } from '../../../../../../src/engine/core/pyValue.ts';
import { readDefinitions } from '../../../../../../src/engine/definition/index.ts';
import { exportDefinitions, importDefinitions, importedText } from '../../../../../../src/engine/interchange/index.ts';

/** Every class with all that it takes, as it is exported. */
const python = `from enum import Enum

from langchain.agents.structured_output import (
    AutoStrategy,
    ProviderStrategy,
    ToolStrategy,
)
from langchain_classic.agents.chat.output_parser import ChatOutputParser
from langchain_classic.agents.conversational.output_parser import ConvoOutputParser
from langchain_classic.agents.conversational_chat.output_parser import (
    ConvoOutputParser as ConvoOutputParser2,
)
from langchain_classic.agents.mrkl.output_parser import MRKLOutputParser
from langchain_classic.agents.output_parsers import (
    JSONAgentOutputParser,
    ReActJsonSingleInputOutputParser,
    ReActSingleInputOutputParser,
    SelfAskOutputParser,
    XMLAgentOutputParser,
)
from langchain_classic.agents.react.output_parser import ReActOutputParser
from langchain_classic.agents.structured_chat.output_parser import (
    StructuredChatOutputParser,
)
from langchain_classic.output_parsers import (
    BooleanOutputParser,
    CombiningOutputParser,
    DatetimeOutputParser,
    EnumOutputParser,
    RegexDictParser,
    RegexParser,
    ResponseSchema,
    StructuredOutputParser,
    YamlOutputParser,
)
from langchain_core.output_parsers import (
    CommaSeparatedListOutputParser,
    JsonOutputKeyToolsParser,
    JsonOutputParser,
    JsonOutputToolsParser,
    MarkdownListOutputParser,
    NumberedListOutputParser,
    PydanticOutputParser,
    PydanticToolsParser,
    StrOutputParser,
    XMLOutputParser,
)
from langchain_core.output_parsers.openai_functions import (
    JsonKeyOutputFunctionsParser,
    JsonOutputFunctionsParser,
    OutputFunctionsParser,
    PydanticAttrOutputFunctionsParser,
    PydanticOutputFunctionsParser,
)
from pydantic import BaseModel


class Joke(BaseModel):
    setup: str


json = JsonOutputParser(pydantic_object=Joke)

simple = JsonOutputParser(pydantic_object=Joke)

pydantic = PydanticOutputParser(pydantic_object=Joke)

comma = CommaSeparatedListOutputParser()

numbered = NumberedListOutputParser(pattern="a(.)")

markdown = MarkdownListOutputParser(pattern="b(.)")

xml = XMLOutputParser(tags=["a"], parser="xml")

plain = StrOutputParser()

tools = JsonOutputToolsParser(first_tool_only=True, return_id=True, strict=True)

key = JsonOutputKeyToolsParser(
    key_name="Joke",
    first_tool_only=True,
    return_id=True,
    strict=True,
)

models = PydanticToolsParser(tools=[Joke], first_tool_only=True)

functions = OutputFunctionsParser(args_only=False)

json_functions = JsonOutputFunctionsParser(args_only=False, strict=True)

key_functions = JsonKeyOutputFunctionsParser(key_name="setup", strict=True)

model_functions = PydanticOutputFunctionsParser(pydantic_schema=Joke)

attribute = PydanticAttrOutputFunctionsParser(pydantic_schema=Joke, attr_name="setup")

structured = StructuredOutputParser.from_response_schemas(
    [ResponseSchema(name="a", description="b", type="c")],
)

yaml = YamlOutputParser(pydantic_object=Joke)

regex = RegexParser(regex="(.)", output_keys=["a"], default_output_key="a")

regex_dict = RegexDictParser(
    regex_pattern="{}: (.)",
    output_key_to_format={"a": "A"},
    no_update_value="N/A",
)


class Colour(Enum):
    RED = "red"


enum = EnumOutputParser(enum=Colour)

boolean = BooleanOutputParser(true_val="J", false_val="N")

date = DatetimeOutputParser(format="%Y")

combining = CombiningOutputParser(
    parsers=[CommaSeparatedListOutputParser(), StrOutputParser()],
)

react = ReActSingleInputOutputParser()

react_json = ReActJsonSingleInputOutputParser()

json_agent = JSONAgentOutputParser()

ask = SelfAskOutputParser(followups=["F:"], finish_string="End:")

xml_agent = XMLAgentOutputParser(escape_format=None)

mrkl = MRKLOutputParser(format_instructions="M")

chat = ChatOutputParser(format_instructions="C")

react_docs = ReActOutputParser()

structured_chat = StructuredChatOutputParser(format_instructions="S")

conversational = ConvoOutputParser(ai_prefix="Bot", format_instructions="V")

conversational_chat = ConvoOutputParser2(format_instructions="W")

agent = ToolStrategy(schema=Joke, tool_message_content="Done.", handle_errors=False)

provider = ProviderStrategy(schema=Joke, strict=True)

auto = AutoStrategy(schema=Joke)
`;

const schema = {
  properties: { setup: { title: 'Setup', type: 'string' } },
  required: ['setup'],
  title: 'Joke',
  type: 'object',
};
const joke = { class_name: 'Joke', content_schema: schema };

const configs: Readonly<Record<string, object>> = {
  json: { type: 'JsonOutputParser', ...joke },
  simple: { type: 'JsonOutputParser', ...joke },
  pydantic: { type: 'PydanticOutputParser', ...joke },
  comma: { type: 'CommaSeparatedListOutputParser' },
  numbered: { type: 'NumberedListOutputParser', pattern: 'a(.)' },
  markdown: { type: 'MarkdownListOutputParser', pattern: 'b(.)' },
  xml: { type: 'XMLOutputParser', tags: ['a'], parser: 'xml' },
  plain: { type: 'StrOutputParser' },
  tools: { type: 'JsonOutputToolsParser', first_tool_only: true, return_id: true, strict: true },
  key: { type: 'JsonOutputKeyToolsParser', key_name: 'Joke', first_tool_only: true, return_id: true, strict: true },
  models: { type: 'PydanticToolsParser', tools: [joke], first_tool_only: true },
  functions: { type: 'OutputFunctionsParser', args_only: false },
  json_functions: { type: 'JsonOutputFunctionsParser', args_only: false, strict: true },
  key_functions: { type: 'JsonKeyOutputFunctionsParser', key_name: 'setup', strict: true },
  model_functions: { type: 'PydanticOutputFunctionsParser', ...joke },
  attribute: { type: 'PydanticAttrOutputFunctionsParser', ...joke, attr_name: 'setup' },
  structured: {
    type: 'StructuredOutputParser',
    response_schemas: [{ name: 'a', description: 'b', type: 'c' }],
    runtime: 'python',
  },
  yaml: { type: 'YamlOutputParser', ...joke },
  regex: { type: 'RegexParser', regex: '(.)', output_keys: ['a'], default_output_key: 'a', runtime: 'python' },
  regex_dict: {
    type: 'RegexDictParser',
    regex_pattern: '{}: (.)',
    output_key_to_format: { a: 'A' },
    no_update_value: 'N/A',
  },
  enum: { type: 'EnumOutputParser', enum: { name: 'Colour', members: { RED: 'red' } } },
  boolean: { type: 'BooleanOutputParser', true_val: 'J', false_val: 'N' },
  date: { type: 'DatetimeOutputParser', format: '%Y', runtime: 'python' },
  combining: {
    type: 'CombiningOutputParser',
    parsers: [{ type: 'CommaSeparatedListOutputParser' }, { type: 'StrOutputParser' }],
    runtime: 'python',
  },
  react: { type: 'ReActSingleInputOutputParser', runtime: 'python' },
  react_json: { type: 'ReActJsonSingleInputOutputParser' },
  json_agent: { type: 'JSONAgentOutputParser' },
  ask: { type: 'SelfAskOutputParser', followups: ['F:'], finish_string: 'End:' },
  xml_agent: { type: 'XMLAgentOutputParser', escape_format: null, runtime: 'python' },
  mrkl: { type: 'MRKLOutputParser', format_instructions: 'M' },
  chat: { type: 'ChatOutputParser', format_instructions: 'C' },
  react_docs: { type: 'ReActOutputParser' },
  structured_chat: { type: 'StructuredChatOutputParser', format_instructions: 'S', runtime: 'python' },
  conversational: { type: 'ConversationalOutputParser', ai_prefix: 'Bot', format_instructions: 'V' },
  conversational_chat: { type: 'ConversationalChatOutputParser', format_instructions: 'W' },
  agent: { type: 'ToolStrategy', schema: joke, tool_message_content: 'Done.', handle_errors: false },
  provider: { type: 'ProviderStrategy', schema: joke, strict: true },
  auto: { type: 'AutoStrategy', schema: joke },
};

suite('the classes of LangChain in Python', () => {
  const read = importDefinitions(python, undefined, 'a.py');

  test('are read with all that they take', () => {
    deepEqual(read.problems, []);
    deepEqual(Object.fromEntries(read.definitions.map(({ name, config }) => [name, toPlain(config)])), configs);
  });

  test('are written as they were read', () => {
    const { definitions } = readDefinitions(importedText(read), 'x.parser.json');
    const made = exportDefinitions(definitions, 'langchain');
    deepEqual([made.ok && made.losses, definitions.length], [[], Object.keys(configs).length]);
    equal(made.ok && made.text, python);
  });
});
