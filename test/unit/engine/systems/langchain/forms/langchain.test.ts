import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { toPlain } from '../../../../../../src/engine/core/pyValue.ts';
import { readDefinitions } from '../../../../../../src/engine/definition/index.ts';
import { exportDefinitions, importDefinitions, importedText } from '../../../../../../src/engine/interchange/index.ts';
import type { Definition } from '../../../../../../src/engine/parsers/definition.ts';
import { runtimeOf } from '../../../../../../src/engine/parsers/runtimesOf.ts';
import { parserTypes } from '../../../../../../src/engine/systems/registry.ts';

function read(text: string, fileName: string) {
  const answer = importDefinitions(text, undefined, fileName);
  const configs = Object.fromEntries(answer.definitions.map(({ name, config }) => [name, toPlain(config)]));
  return { configs, messages: answer.problems.map(({ message }) => message), answer };
}

function definitionsOf(text: string): readonly Definition[] {
  const { definitions, problems } = readDefinitions(text, 'x.parser.json');
  deepEqual(
    problems.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
  return definitions;
}

const python = `from langchain_core.output_parsers import (
    JsonOutputParser, NumberedListOutputParser, PydanticOutputParser, PydanticToolsParser, XMLOutputParser,
)
from langchain_core.output_parsers.openai_functions import PydanticOutputFunctionsParser
from pydantic import BaseModel, Field

class Joke(BaseModel):
    setup: str = Field(description="question")

# Tells jokes.
joke = PydanticOutputParser(pydantic_object=Joke)
typed = PydanticOutputParser[Joke](pydantic_object=Joke)
anything = JsonOutputParser(diff=True)
xml = XMLOutputParser(tags=["movies", "actor"])
tools = PydanticToolsParser(tools=[Joke], first_tool_only=True)
steps = NumberedListOutputParser(pattern=r"\\d+\\)\\s(.+)")
call = PydanticOutputFunctionsParser(pydantic_schema={"joke": Joke})
structured = model.with_structured_output(Joke, method="function_calling")
mode = model.with_structured_output(Joke, method="json_mode")
`;
const content_schema = {
  properties: { setup: { description: 'question', title: 'Setup', type: 'string' } },
  required: ['setup'],
  title: 'Joke',
  type: 'object',
};
const joke = { class_name: 'Joke', content_schema };

suite('LangChain in Python', () => {
  test('constructor calls and with_structured_output are read', () => {
    const { configs, messages } = read(python, 'jokes.py');
    deepEqual(messages, []);
    deepEqual(configs, {
      joke: { type: 'PydanticOutputParser', description: 'Tells jokes.', ...joke },
      typed: { type: 'PydanticOutputParser', ...joke },
      anything: { type: 'JsonOutputParser' },
      xml: { type: 'XMLOutputParser', tags: ['movies', 'actor'] },
      tools: { type: 'PydanticToolsParser', tools: [joke], first_tool_only: true },
      steps: { type: 'NumberedListOutputParser', pattern: '\\d+\\)\\s(.+)' },
      call: { type: 'PydanticOutputFunctionsParser', pydantic_schema: { joke } },
      structured: { type: 'PydanticToolsParser', tools: [joke], first_tool_only: true },
      mode: { type: 'PydanticOutputParser', ...joke },
    });
  });

  test('what cannot be read is said at its place', () => {
    const text = `${python}bad = PydanticOutputParser(pydantic_object=elsewhere.Thing)\nopen_ = model.with_structured_output(Joke)\n`;
    const { messages, answer } = read(text, 'jokes.py');
    deepEqual(messages, [
      '`PydanticOutputParser` needs `pydantic_object`, which cannot be read here.',
      '`elsewhere.Thing` is not a Pydantic class of this text; it is not taken over.',
      'Which method this is depends on the model’s class; it is taken for `function_calling`.',
    ]);
    const [, { span }] = answer.problems as [unknown, { span: { start: number; end: number } }];
    equal(text.slice(span.start, span.end), 'elsewhere.Thing');
  });

  test('an export is read back as it was, and shares its classes', () => {
    const definitions = definitionsOf(importedText(read(python, 'jokes.py').answer));
    const made = exportDefinitions(definitions, 'langchain');
    ok(made.ok);
    deepEqual(
      made.losses.map(({ key }) => key),
      [],
    );
    equal(made.text.split('class Joke').length, 2, made.text);
    deepEqual(read(made.text, 'x.py').configs, read(python, 'jokes.py').configs);
  });
});

const script = `import { z } from 'zod';
import { JsonOutputParser, StructuredOutputParser as Core, CustomListOutputParser } from '@langchain/core/output_parsers';
import { CombiningOutputParser, RegexParser, StructuredOutputParser } from '@langchain/classic/output_parsers';

const Person = z.object({ name: z.string().describe('the name') });
export const person = Core.fromZodSchema(Person);
const inline = Core.fromZodSchema(z.object({ who: Person }));
const names = StructuredOutputParser.fromNamesAndDescriptions({ a: 'the a' });
const json = new JsonOutputParser<{ a: string }>();
const list = new CustomListOutputParser({ length: 3, separator: '\\n' });
const score = new RegexParser({ regex: /Score: (\\d+)/i, outputKeys: ['score'] });
const both = new CombiningOutputParser({ parsers: [names, Core.fromNamesAndDescriptions({ a: 'the a' }), score] });
const tool = model.withStructuredOutput(Person, { name: 'person', method: 'functionCalling' });
const mode = model.withStructuredOutput(Person, { method: 'jsonMode' });
`;
const schema = {
  type: 'object',
  properties: { name: { type: 'string', description: 'the name' } },
  required: ['name'],
};
const regex = { pattern: 'Score: (\\d+)', flags: 'i' };
const names = { type: 'StructuredOutputParser', names_and_descriptions: { a: 'the a' } };

/** Keys of Python's classes that have little but their name in common with JavaScript's, of which the templates are. */
const pythonKeys: Readonly<Record<string, object>> = {
  StructuredOutputParser: {
    response_schemas: [
      { name: 'answer', description: 'the "answer"' },
      { name: 'source', description: 'from where', type: 'List[string]' },
    ],
  },
  RegexParser: { regex: 'Score: (\\d+)', output_keys: ['score'], default_output_key: 'score' },
  CombiningOutputParser: {
    parsers: [
      { type: 'StructuredOutputParser', response_schemas: [{ name: 'answer', description: 'the answer' }] },
      { type: 'RegexParser', regex: 'Confidence: (A|B|C)', output_keys: ['confidence'] },
    ],
  },
  DatetimeOutputParser: { format: '%d.%m.%Y' },
  ReActSingleInputOutputParser: {},
  StructuredChatOutputParser: { format_instructions: 'Use {tool_names}.' },
  XMLAgentOutputParser: { escape_format: null },
};

suite('agents of LangChain with structured output', () => {
  const contact = {
    class_name: 'Contact',
    content_schema: {
      title: 'Contact',
      type: 'object',
      properties: { name: { title: 'Name', type: 'string' } },
      required: ['name'],
    },
  };
  const { properties, ...others } = contact.content_schema;
  const zod = { class_name: 'Contact', content_schema: { ...others, properties: { name: { type: 'string' } } } };

  test('in Python: the strategy, or the schema as it is given', () => {
    const { configs, messages } = read(
      `from typing import Union
from langchain.agents import create_agent
from langchain.agents.structured_output import ProviderStrategy, ToolStrategy
from pydantic import BaseModel

class Contact(BaseModel):
    name: str

made = create_agent("gpt-4o", [lookup], response_format=ToolStrategy(Contact, handle_errors=ValueError))
bare = create_agent(model="gpt-4o", tools=[], response_format=Contact)
union = ToolStrategy(Union[Contact, Contact], handle_errors=(KeyError, ValueError), tool_message_content="ok")
bar = create_agent("gpt-4o", response_format=Contact | Contact)
plain = create_agent(model, response_format=ProviderStrategy({"title": "A"}, strict=True))
other = create_agent("gpt-4o", response_format=union)
none = create_agent("gpt-4o", [lookup])
unknown = create_agent("gpt-4o", response_format=somewhere.Else)
`,
      'x.py',
    );
    deepEqual(configs, {
      made: {
        type: 'ToolStrategy',
        schema: contact,
        handle_errors: { class: 'ValueError' },
        tools: [{ type: 'function', function: { name: 'lookup' } }],
      },
      bare: { type: 'AutoStrategy', schema: contact, model: 'gpt-4o' },
      union: {
        type: 'ToolStrategy',
        schema: [contact, contact],
        handle_errors: ['KeyError', 'ValueError'],
        tool_message_content: 'ok',
      },
      bar: { type: 'AutoStrategy', schema: [contact, contact], model: 'gpt-4o' },
      plain: { type: 'ProviderStrategy', schema: { title: 'A' }, strict: true },
    });
    deepEqual(messages, ['`somewhere.Else` comes from elsewhere; only this text is read.']);
  });

  test('in TypeScript: the strategy, or the schema as it is given', () => {
    const { configs } = read(
      `import { createAgent, providerStrategy, toolStrategy as asTool } from 'langchain';
import * as z from 'zod';
const Contact = z.object({ name: z.string() }).meta({ title: 'Contact' });
const made = createAgent({ model: 'm', responseFormat: asTool(Contact, { handleError: 'Again.' }) });
const many = createAgent({ model: 'm', responseFormat: [Contact, Contact] });
const own = createAgent({ responseFormat: providerStrategy({ schema: Contact, strict: false }) });
const named = asTool({ title: 'A', type: 'object' });
const other = createAgent({ responseFormat: named });
const none = createAgent({ model: 'm' });
`,
      'x.ts',
    );
    deepEqual(configs, {
      made: { type: 'ToolStrategy', runtime: 'js', schema: zod, handleError: 'Again.' },
      many: { type: 'AutoStrategy', runtime: 'js', schema: [zod, zod], model: 'm' },
      own: { type: 'ProviderStrategy', runtime: 'js', schema: zod, strict: false },
      named: { type: 'ToolStrategy', runtime: 'js', schema: { title: 'A', type: 'object' } },
    });
  });

  test('what is written is read again', () => {
    for (const [form, file, config] of [
      ['langchain', 'x.py', { type: 'ToolStrategy', schema: [contact, contact], handle_errors: ['KeyError'] }],
      ['langchain', 'x.py', { type: 'ToolStrategy', schema: contact, handle_errors: { class: 'KeyError' } }],
      ['langchain', 'x.py', { type: 'ProviderStrategy', schema: { title: 'A' }, strict: true }],
      ['langchain-typescript', 'x.ts', { type: 'ToolStrategy', runtime: 'js', schema: [zod, zod], handleError: false }],
      ['langchain-typescript', 'x.ts', { type: 'ProviderStrategy', runtime: 'js', schema: zod, strict: false }],
      ['langchain-typescript', 'x.ts', { type: 'AutoStrategy', runtime: 'js', schema: { title: 'A' }, model: 'm' }],
    ] as const) {
      const made = exportDefinitions(definitionsOf(JSON.stringify({ parsers: { one: config } })), form);
      ok(made.ok);
      deepEqual([made.losses, read(made.text, file).configs.one], [[], config]);
    }
  });

  test('a TypedDict that a call makes is a schema as well', () => {
    const text = `
from typing import Literal, NotRequired
from typing_extensions import TypedDict
from pydantic import BaseModel
from langchain.agents.structured_output import ToolStrategy

class Place(BaseModel):
    city: str

Contact = TypedDict("Contact", {"name": str, "where": Place, "note": NotRequired[Literal["a", "b"]]})
Loose = TypedDict("Loose", {"first-name": str}, total=False)

one = ToolStrategy(Contact)
two = ToolStrategy(Loose)
three = ToolStrategy(TypedDict("Inline", {"x": int}))
`;
    const { definitions, problems } = importDefinitions(text, 'python', 'a.py');
    deepEqual(problems, []);
    const [one, two, three] = ['one', 'two', 'three'].map(name => {
      const config = definitions.find(each => each.name === name)!.config;
      return (toPlain(config) as unknown as { schema: Record<string, unknown> }).schema;
    });
    deepEqual(one, {
      class_name: 'Contact',
      kind: 'typeddict',
      content_schema: {
        $defs: {
          Place: {
            properties: { city: { title: 'City', type: 'string' } },
            required: ['city'],
            title: 'Place',
            type: 'object',
          },
        },
        properties: {
          name: { title: 'Name', type: 'string' },
          where: { $ref: '#/$defs/Place' },
          note: { enum: ['a', 'b'], title: 'Note', type: 'string' },
        },
        required: ['name', 'where'],
        title: 'Contact',
        type: 'object',
      },
    });
    deepEqual(two!.content_schema, {
      properties: { 'first-name': { title: 'First-Name', type: 'string' } },
      title: 'Loose',
      type: 'object',
    });
    deepEqual([three!.class_name, three!.kind], ['Inline', 'typeddict']);
  });

  test('what only looks like a TypedDict’s call is told', () => {
    for (const call of ['TypedDict("X", fields)', 'TypedDict("X", {key: str})', 'TypedDict("X")']) {
      const text = `from typing import TypedDict\nfrom langchain.agents.structured_output import ToolStrategy\nX = ${call}\none = ToolStrategy(X)\n`;
      const { problems } = importDefinitions(text, 'python', 'a.py');
      match(
        problems.map(({ message }) => message).join(),
        /`X` is not a Pydantic class, dataclass or `TypedDict`/,
        call,
      );
    }
  });

  test('a dataclass and a TypedDict are schemas of their kind', () => {
    const text = `
import dataclasses
from dataclasses import dataclass, field
from typing import Annotated, NotRequired, Optional, Required, TypedDict
from langchain.agents.structured_output import ProviderStrategy, ToolStrategy

@dataclass
class Place:
    city: str

@dataclasses.dataclass(frozen=True)
class Contact:
    "Contact details."
    name: str
    where: Place
    age: Optional[int] = None
    tags: list[str] = field(default_factory=list)

class Mood(TypedDict, total=False):
    word: Required[str]
    score: float

class Full(Mood):
    note: NotRequired[str]
    stars: int

one = ToolStrategy(Contact)
two = ProviderStrategy(schema=Full)
three = ToolStrategy(Mood)
`;
    const { definitions, problems } = importDefinitions(text, 'python', 'a.py');
    deepEqual(problems, []);
    const of = (name: string) => {
      const config = definitions.find(each => each.name === name)!.config;
      return (toPlain(config) as unknown as { schema: Record<string, { readonly required?: unknown }> }).schema;
    };
    const [one, two, three] = ['one', 'two', 'three'].map(of);
    deepEqual([one!.kind, one!.class_name, two!.kind, three!.kind], ['dataclass', 'Contact', 'typeddict', 'typeddict']);
    deepEqual(one!.content_schema, {
      $defs: {
        Place: {
          properties: { city: { title: 'City', type: 'string' } },
          required: ['city'],
          title: 'Place',
          type: 'object',
        },
      },
      description: 'Contact details.',
      properties: {
        name: { title: 'Name', type: 'string' },
        where: { $ref: '#/$defs/Place' },
        age: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null, title: 'Age' },
        tags: { items: { type: 'string' }, title: 'Tags', type: 'array' },
      },
      required: ['name', 'where'],
      title: 'Contact',
      type: 'object',
    });
    deepEqual(two!.content_schema?.required, ['word', 'stars']);
    deepEqual(three!.content_schema?.required, ['word']);
  });

  test('what takes a Pydantic class alone takes no dataclass, and a dataclass alone is no definition', () => {
    const head = 'from dataclasses import dataclass\n\n@dataclass\nclass A:\n    x: int\n\n';
    const alone = importDefinitions(head, 'python', 'a.py');
    deepEqual(alone.definitions, []);
    const parser = `${head}from langchain_core.output_parsers import PydanticOutputParser\np = PydanticOutputParser(pydantic_object=A)\n`;
    const read = importDefinitions(parser, 'python', 'a.py');
    ok(read.problems.some(({ message }) => /is not a Pydantic class/.test(message)));
  });

  test('the provider’s own format is OpenAI’s', () => {
    const made = exportDefinitions(
      definitionsOf(JSON.stringify({ type: 'ProviderStrategy', schema: contact })),
      'openai-response-format',
    );
    ok(made.ok);
    deepEqual(JSON.parse(made.text).json_schema.schema.required, ['name']);
  });

  test('it is as strict as each runtime asks for', () => {
    const loose = { title: 'Loose', type: 'object', properties: { name: { type: 'string', minLength: 2 } } };
    const made = (keys: object) => {
      const written = exportDefinitions(
        definitionsOf(JSON.stringify({ type: 'ProviderStrategy', schema: loose, ...keys })),
        'openai-response-format',
      );
      ok(written.ok);
      const { strict, schema } = JSON.parse(written.text).json_schema;
      return [strict, schema.required, written.losses.some(({ message }) => message.startsWith('Strict mode'))];
    };
    deepEqual(made({}), [undefined, undefined, false]);
    deepEqual(made({ strict: false }), [false, undefined, false]);
    deepEqual(made({ strict: true }), [true, ['name'], true]);
    deepEqual(made({ runtime: 'js' }), [true, ['name'], true]);
    deepEqual(made({ runtime: 'js', strict: false }), [false, undefined, false]);
    deepEqual(made({ type: 'AutoStrategy' }), [undefined, undefined, false]);
  });
});

suite('LangChain in TypeScript', () => {
  test('constructor calls, fromZodSchema and withStructuredOutput are read', () => {
    const { configs, messages } = read(script, 'person.ts');
    deepEqual(messages, []);
    deepEqual(configs, {
      person: { type: 'StructuredOutputParser', runtime: 'js', content_schema: schema },
      inline: {
        type: 'StructuredOutputParser',
        runtime: 'js',
        content_schema: {
          type: 'object',
          properties: { who: { $ref: '#/$defs/Person' } },
          required: ['who'],
          $defs: { Person: schema },
        },
      },
      names: { ...names, package: 'classic', runtime: 'js' },
      json: { type: 'JsonOutputParser', runtime: 'js' },
      list: { type: 'CustomListOutputParser', runtime: 'js', length: 3, separator: '\n' },
      score: { type: 'RegexParser', runtime: 'js', regex, outputKeys: ['score'] },
      both: {
        type: 'CombiningOutputParser',
        runtime: 'js',
        // Classic's, unless they say otherwise.
        parsers: [names, { ...names, package: 'core' }, { type: 'RegexParser', regex, outputKeys: ['score'] }],
      },
      tool: {
        type: 'JsonOutputKeyToolsParser',
        runtime: 'js',
        keyName: 'person',
        returnSingle: true,
        content_schema: schema,
      },
      mode: { type: 'StructuredOutputParser', runtime: 'js', content_schema: schema },
    });
  });

  test('what the program alone knows is said', () => {
    const text = `${script}const late = StructuredOutputParser.fromNamesAndDescriptions(load());\nconst other = model.withStructuredOutput(Person);\n`;
    deepEqual(read(text, 'person.ts').messages, [
      'These names are known only when the program runs.',
      'Which method this is depends on the model’s class; it is taken for `functionCalling`.',
    ]);
  });

  test('an export is read back as it was', () => {
    const definitions = definitionsOf(importedText(read(script, 'person.ts').answer));
    const made = exportDefinitions(definitions, 'langchain-typescript');
    ok(made.ok);
    deepEqual(
      made.losses.map(({ key }) => key),
      [],
    );
    deepEqual(read(made.text, 'x.ts').configs, read(script, 'person.ts').configs);
  });

  test('each type comes back as it was, of each runtime, and what does not is said', () => {
    for (const { type, template, framework: { runtimes = {} } = {}, system } of parserTypes) {
      if (system !== 'LangChain') continue;
      for (const [runtime, usual] of Object.keys(runtimes).map((id, i) => [id, i === 0] as const)) {
        const [own] = definitionsOf(template);
        const other = runtime === 'python' ? pythonKeys[type] : undefined;
        const keys = other ?? (toPlain(own!.source.config) as object);
        const config: Record<string, unknown> = { type, ...keys, runtime };
        for (const key of ['samples', 'description']) delete config[key];
        const given = definitionsOf(JSON.stringify({ parsers: { one: config } }));
        const form = runtime === 'python' ? 'langchain' : 'langchain-typescript';
        const made = exportDefinitions(given, form);
        ok(made.ok, `${type} ${runtime}`);
        const { configs, messages } = read(made.text, runtime === 'python' ? 'x.py' : 'x.ts');
        deepEqual(messages, [], `${type} ${runtime}`);
        const lost = made.losses.flatMap(({ key }) => key ?? []);
        const wanted = Object.entries(config).filter(
          ([key]) => !lost.includes(key) && !(key === 'runtime' && usual && runtime === 'python'),
        );
        const again = Object.entries(configs.one as object).filter(([key]) => key !== 'class_name' || key in config);
        deepEqual(Object.fromEntries(again), Object.fromEntries(wanted), `${type} ${runtime}`);
        // Of JavaScript's classes those that have no such key, of the template for Python.
        const others = runtime === 'js' && runtimes.python ? ['content_schema', 'key_name'] : [];
        deepEqual(
          lost.filter(key => !others.includes(key)),
          [],
          `${type} ${runtime}`,
        );
      }
    }
  });

  test('keys that a form has no place for are named', () => {
    const lost = (config: object, form: string) => {
      const made = exportDefinitions(definitionsOf(JSON.stringify(config)), form);
      return made.ok && made.losses.map(({ key }) => key).toSorted();
    };
    const samples = [{ text: '' }];
    const common = { format_instruction: 'x', description: 'y', samples };
    const python = { type: 'NumberedListOutputParser', pattern: 'x', retry_parser: 'RetryOutputParser', ...common };
    deepEqual(lost(python, 'langchain'), ['format_instruction', 'retry_parser', 'samples']);
    const names_and_descriptions = { a: 'b' };
    const js = { type: 'JsonMarkdownStructuredOutputParser', names_and_descriptions, interpolationDepth: 2, ...common };
    deepEqual(lost(js, 'langchain-typescript'), ['description', 'format_instruction', 'interpolationDepth', 'samples']);
    const content_schema = { type: 'object', properties: { a: { type: 'string' } } };
    const old = { type: 'StructuredOutputParser', content_schema, zod: 3, strict: true };
    deepEqual(lost(old, 'langchain-typescript'), ['strict', 'zod']);
  });

  test('the form for each type is that of its runtime', () => {
    for (const { type, system, template } of parserTypes) {
      const [definition] = readDefinitions(template, 'x.parser.json').definitions;
      const forms = ['langchain', 'langchain-typescript'].filter(form => exportDefinitions([definition!], form).ok);
      const isPython = runtimeOf(definition!)?.id === 'python';
      const wanted = system !== 'LangChain' ? [] : [isPython ? 'langchain' : 'langchain-typescript'];
      deepEqual(forms, wanted, type);
    }
  });
});
