import { deepEqual, equal, match } from 'node:assert/strict';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import {
  exportFormats,
  importDefinitions,
  importedText,
  rewriteCall,
} from '../../../../src/engine/interchange/index.ts';
import { applyEdits } from '../../../applyEdits.ts';

const form = (id: string) => exportFormats.find(each => each.id === id)!;

/** The keys of a definition that these tests change. */
interface Config {
  type?: string;
  content_hint: Record<string, string>;
  content_schema: { readonly properties: { readonly vote: { description: string } } };
  required_keys?: string[];
  keys_to_content?: string;
  keys_to_memory?: string[];
  tagged_contents: { name: string; tag_begin: string; content_hint: string; tag_end: string }[];
  response_schemas: { name: string; description: string }[];
  first_tool_only?: boolean;
}

/** What becomes of a Python text when one of its definitions changes. `change`: on the definition's JSON. */
function rewritten(text: string, name: string, change: (config: Config) => void, id = 'agentscope'): string {
  const { definitions } = importDefinitions(text, 'python', 'agent.py');
  const config = JSON.parse(importedText({ definitions: definitions.filter(one => one.name === name) }));
  change(config);
  const [definition] = readDefinitions(JSON.stringify(config), 'other.parser.json').definitions;
  const answer = rewriteCall(text, name, definition!, form(id));
  return answer.ok ? applyEdits(text, answer.edits) : `refused: ${answer.reason}`;
}

const imports = 'from agentscope.parsers import MarkdownJsonDictParser, MultiTaggedContentParser, TaggedContent\n\n';
const agent = `${imports}HINT = {"thought": "what you thought", "vote": "whom you vote for"}
other = 1


class Judge:
    def __init__(self):
        # The day's vote.
        self.vote = MarkdownJsonDictParser(
            content_hint=HINT,  # shared
            required_keys=["thought", "vote"],
            keys_to_content="vote",  # said aloud
        )
        self.other = MarkdownJsonDictParser(HINT)
`;

suite('rewriteCall', () => {
  test('only the argument that changed is written anew', () => {
    const text = rewritten(agent, 'vote', config => {
      config.required_keys = ['vote'];
    });
    equal(text, agent.replace('["thought", "vote"],\n', '["vote"],\n'));
  });

  test('what stands in a name becomes a value in the call, with its margin', () => {
    const text = rewritten(agent, 'vote', config => {
      config.content_hint.vote = 'whom you vote for, and why you do so tonight';
    });
    const hint = `content_hint={
                "thought": "what you thought",
                "vote": "whom you vote for, and why you do so tonight",
            },  # shared`;
    equal(text, agent.replace('content_hint=HINT,  # shared', hint));
  });

  test('arguments come and go', () => {
    const text = rewritten(agent, 'vote', config => {
      delete config.required_keys;
      config.keys_to_memory = ['thought'];
    });
    const call = `MarkdownJsonDictParser(
            content_hint=HINT,
            keys_to_content="vote",
            keys_to_memory=["thought"],  # said aloud
        )
        self.other`;
    equal(text, agent.replace(/MarkdownJsonDictParser\(\n[\s\S]*self\.other/, call));
  });

  test('positional arguments keep their place, and one line stays one', () => {
    const text = rewritten(agent, 'other', config => {
      config.content_hint = { vote: 'who' };
      config.required_keys = ['vote'];
    });
    equal(
      text,
      agent.replace('MarkdownJsonDictParser(HINT)', 'MarkdownJsonDictParser({"vote": "who"}, required_keys=["vote"])'),
    );
  });

  const tags = `${imports}tags = MultiTaggedContentParser(
    TaggedContent("thought", tag_begin="[T]", content_hint="what you think", tag_end="[/T]"),
    TaggedContent(name="speak", tag_begin="[S]", content_hint="""what
you say""", tag_end="[/S]"),  # last
    keys_to_content="speak",
)
`;
  test('a tag changes within its own call', () => {
    equal(
      rewritten(tags, 'tags', config => {
        config.tagged_contents[0]!.content_hint = 'what you see';
      }),
      tags.replace('what you think', 'what you see'),
    );
  });

  test('a tag is added before the arguments with names, and taken out', () => {
    const added = rewritten(tags, 'tags', config => {
      config.tagged_contents.push({ name: 'n', tag_begin: '[N]', content_hint: 'n', tag_end: '[/N]' });
    });
    match(added, /tag_end="\[\/S\]"\),\n {4}TaggedContent\(\s*name="n"[\s\S]*\), {2}# last\n {4}keys_to_content/);
    const removed = rewritten(tags, 'tags', config => {
      config.tagged_contents.pop();
      delete config.keys_to_content;
    });
    const { definitions } = importDefinitions(removed, 'python', 'agent.py');
    deepEqual(
      JSON.parse(importedText({ definitions })).tagged_contents.map((tag: { name: string }) => tag.name),
      ['thought'],
    );
  });

  test('a new tag has the name for its class that the others have', () => {
    const text =
      'import agentscope.parsers as p\ntags = p.MultiTaggedContentParser(p.TaggedContent("a", "[A]", "a", "[/A]"))\n';
    equal(
      rewritten(text, 'tags', config => {
        config.tagged_contents.push({ name: 'n', tag_begin: '[N]', content_hint: 'n', tag_end: '[/N]' });
      }),
      text.replace('))', '), p.TaggedContent(name="n", tag_begin="[N]", content_hint="n", tag_end="[/N]"))'),
    );
  });

  test('LangChain’s calls, and the line ends of Windows', () => {
    const text =
      'from langchain_core.output_parsers import JsonOutputKeyToolsParser\r\n\r\nx = JsonOutputKeyToolsParser(\r\n    key_name="a",\r\n)\r\n';
    equal(
      rewritten(
        text,
        'x',
        config => {
          config.first_tool_only = true;
        },
        'langchain',
      ),
      text.replace('"a",', '"a",\r\n    first_tool_only=True,'),
    );
  });

  test('nothing changed: no edit', () =>
    equal(
      rewritten(agent, 'vote', () => {}),
      agent,
    ));

  const refusals: readonly (readonly [
    what: string,
    text: string,
    change: Parameters<typeof rewritten>[2],
    reason: RegExp,
    name?: string,
  ])[] = [
    ['its call is gone', agent, () => {}, /has no `gone`/, 'gone'],
    [
      'the schema is a class',
      `from pydantic import BaseModel, Field\n${imports}class Vote(BaseModel):\n    vote: str = Field(description="who")\n\nvote = MarkdownJsonDictParser(content_hint=Vote)\n`,
      config => {
        config.content_schema.properties.vote.description = 'whom';
      },
      /^refused: More changed than the arguments/,
    ],
    [
      'the argument is spread',
      `${imports}OPTIONS = {"required_keys": ["vote"]}\nvote = MarkdownJsonDictParser(content_hint={"vote": "who"}, **OPTIONS)\n`,
      config => {
        config.required_keys = ['other'];
      },
      /^refused: What changed does not stand in the call/,
    ],
    [
      'a class that is not imported',
      `import langchain_classic.output_parsers as p\nvote = p.StructuredOutputParser.from_response_schemas([p.ResponseSchema(name="a", description="b")])\n`,
      config => {
        config.response_schemas.push({ name: 'c', description: 'd' });
      },
      /^refused: It does not import `ResponseSchema`/,
    ],
    [
      'another class',
      agent,
      config => {
        config.type = 'MarkdownJsonObjectParser';
        delete config.required_keys;
        delete config.keys_to_content;
      },
      /^refused: More changed/,
    ],
  ];
  for (const [what, text, change, reason, name = 'vote'] of refusals)
    test(`refused: ${what}`, () => {
      const id = what.startsWith('a class that') ? 'langchain' : 'agentscope';
      if (name !== 'vote') {
        const [definition] = readDefinitions(
          '{"type": "MarkdownJsonDictParser", "content_hint": "x"}',
          'a.parser.json',
        ).definitions;
        const answer = rewriteCall(text, name, definition!, form('agentscope'));
        match(answer.ok ? '' : answer.reason, reason);
      } else match(rewritten(text, name, change, id), reason);
    });
});
