import { deepEqual, equal, ok } from 'node:assert/strict';
import { createParser } from '../../../../src/engine/definition/index.ts';
import { placeInSource, readSource, type SourceReading, sourceProblems } from '../../../../src/engine/sources/index.ts';

const prompts = `REPLY = "your answer"
HINT = {
    "thought": "what you think",
    "speak": f"said: {REPLY}",
}
`;
const agent = `import os
from agentscope.parsers import MarkdownJsonDictParser, MultiTaggedContentParser, TaggedContent
from prompts import HINT

parser = MarkdownJsonDictParser(
    content_hint={**HINT, "vote": "a name"},
    required_keys=["speak", "nobody"],
)
tags = MultiTaggedContentParser(TaggedContent("a", "[A]", "x", "[/A]"), TaggedContent("b", "[A]", "y", "[/B]"))
part = MarkdownJsonDictParser({"team": os.environ["TEAM"]}, required_keys=["nobody"])
`;

suite('places of sources', () => {
  const read = () =>
    readSource(agent, '/p/agent.py', {
      roots: ['/p'],
      readFile: async path => (path === '/p/prompts.py' ? new TextEncoder().encode(prompts) : undefined),
    });
  const written = (file: string | undefined, { start, end }: { start: number; end: number }) =>
    (file === '/p/agent.py' ? agent : prompts).slice(start, end);

  test('a value leads to its literal, in whatever file it stands', async () => {
    const reading = await read();
    const at = (text: string, within = '') => {
      const offset = reading.text.indexOf(text, reading.text.indexOf(within));
      ok(offset >= 0, text);
      const place = placeInSource(reading, offset + 1);
      return place && `${place.file} ${written(place.file, place.span)}`;
    };
    equal(at('a name'), '/p/agent.py "a name"');
    equal(at('what you think'), '/p/prompts.py "what you think"');
    equal(at('said: your answer'), '/p/prompts.py f"said: {REPLY}"');
    equal(at('"nobody"'), '/p/agent.py "nobody"');
    equal(at('"[/B]"'), '/p/agent.py "[/B]"');
    equal(at('"required_keys"'), '/p/agent.py ["speak", "nobody"]');
    // What nobody wrote is the call's.
    equal(at('"type"', '"part"')?.slice(0, 44), '/p/agent.py MarkdownJsonDictParser({"team": ');
    equal(placeInSource(reading, 0), undefined);
    equal(placeInSource(reading, reading.text.length), undefined);
  });

  test('problems stand where they were written; of what is known in part only the unknown is told', async () => {
    const problems = sourceProblems(await read());
    deepEqual(
      problems.map(({ code, span }) => `${code} ${written('/p/agent.py', span)}`),
      ['unasked-key "nobody"', 'duplicate-tag "[A]"', 'unknown-argument os.environ["TEAM"]'],
    );
  });
});

const hints = `export const HOW = \`how
many\`;
`;
const script = `import { z } from 'zod';
import { JsonMarkdownStructuredOutputParser } from '@langchain/classic/output_parsers';
import { StructuredOutputParser } from '@langchain/core/output_parsers';
import { HOW } from './hints';

const kind = z.enum(['a', 'b']).describe("which kind");
const answer = z.object({
  words: z.string().min(3).describe("the 'words'").optional(),
  count: z.number().describe(HOW),
  kinds: z.array(kind).meta({ title: 'Kinds', description: 'all kinds' }),
  either: z.union([z.string().describe('a text'), z.object({ deep: z.boolean().describe('deep down') })]).nullable(),
}).strict();
export const parser = StructuredOutputParser.fromZodSchema(answer);
export const names = StructuredOutputParser.fromNamesAndDescriptions({ one: 'the first', two: HOW });
export const sketch = JsonMarkdownStructuredOutputParser.fromZodSchema(answer);
`;

const model = `from enum import Enum
from typing import Annotated
from pydantic import BaseModel, Field
from langchain_core.output_parsers import PydanticOutputParser
from langchain.output_parsers import EnumOutputParser, ResponseSchema, StructuredOutputParser
class Kind(Enum):
    A = "a kind"
class Part(BaseModel):
    size: Annotated[int, Field(description="how large")]
class Base(BaseModel):
    words: str = Field(description="the old words")
    note: str = ""
class Answer(Base):
    words: str = Field(description="the words")
    parts: list[Part]
parser = PydanticOutputParser(pydantic_object=Answer)
kinds = EnumOutputParser(enum=Kind)
schemas = StructuredOutputParser(response_schemas=[ResponseSchema(name="one", description="the first")])
`;

/** Where the piece of a parser's instruction that has these words was written: the file, and what stands there. */
function placeOfWords(reading: SourceReading, files: Readonly<Record<string, string>>, name: string, words: string) {
  const definition = reading.definitions.find(each => each.name === name)!;
  const piece = createParser(definition)
    .instructionPieces()
    .find(({ text, origin }) => origin && text.includes(words));
  const place = piece?.origin && placeInSource(reading, piece.origin.start);
  return place && `${place.file} ${files[place.file]!.slice(place.span.start, place.span.end)}`;
}

suite('places of what Python told', () => {
  test('stand in the text that is read: a part, and a whole argument', async () => {
    const answers = [
      { argument: 'content_hint.team', path: ['content_hint', 'team'], value: '"north"' },
      { argument: 'keys_to_content', path: ['keys_to_content'], value: '["team"]' },
    ];
    const text = `import os
from agentscope.parsers import MarkdownJsonDictParser
part = MarkdownJsonDictParser({"team": os.environ["TEAM"], "why": "a reason"}, keys_to_content=os.environ["KEYS"].split(","))
`;
    const answered = [{ path: '/p/a.py', text, parsers: [{ name: 'part', answers }] }];
    const reading = await readSource(text, '/p/a.py', { answered });
    const [part] = reading.found;
    deepEqual(
      part!.answeredAt?.map(({ start, end }) => reading.text.slice(start, end)),
      ['"north"', '["team"]'],
    );
    const [piece] = createParser(reading.definitions[0]!)
      .instructionPieces()
      .filter(({ text }) => text === '"north"');
    deepEqual(piece?.origin, part!.answeredAt?.[0]);
  });
});

suite('places of models', () => {
  test('words of an instruction lead from a Pydantic class, an enum and a response schema to where they are written', async () => {
    const reading = await readSource(model, '/p/a.py');
    const from = (name: string, words: string) => placeOfWords(reading, { '/p/a.py': model }, name, words);
    equal(from('parser', 'the words'), '/p/a.py "the words"');
    equal(from('parser', '"note"'), '/p/a.py note: str = ""');
    equal(from('parser', 'how large'), '/p/a.py "how large"');
    equal(from('kinds', 'a kind'), '/p/a.py "a kind"');
    equal(from('schemas', 'the first'), '/p/a.py "the first"');
  });
});

suite('places of scripts', () => {
  const files: Readonly<Record<string, string>> = { '/p/a.ts': script, '/p/hints.ts': hints };
  const read = (own = files) =>
    readSource(own['/p/a.ts']!, '/p/a.ts', {
      roots: ['/p'],
      readFile: async path => (own[path] === undefined ? undefined : new TextEncoder().encode(own[path])),
    });

  test('words of an instruction lead from a zod schema to the literal of their description, in whatever file it stands', async () => {
    const reading = await read();
    const from = (name: string, words: string) => placeOfWords(reading, files, name, words);
    equal(from('parser', "the 'words'"), `/p/a.ts "the 'words'"`);
    equal(from('parser', 'how\\nmany'), '/p/hints.ts `how\nmany`');
    equal(from('parser', 'all kinds'), "/p/a.ts 'all kinds'");
    equal(from('parser', 'which kind'), '/p/a.ts "which kind"');
    equal(from('parser', 'a text'), "/p/a.ts 'a text'");
    equal(from('parser', 'deep down'), "/p/a.ts 'deep down'");
    // The name of a property leads to its schema.
    equal(from('parser', '"count"'), '/p/a.ts z.number().describe(HOW)');
    equal(from('sketch', "the 'words'"), `/p/a.ts "the 'words'"`);
    equal(from('sketch', 'deep down'), "/p/a.ts 'deep down'");
    equal(from('sketch', '"kinds"')?.split('(')[0], '/p/a.ts z.array');
    equal(from('names', 'the first'), "/p/a.ts 'the first'");
    equal(from('names', 'how\\nmany'), '/p/hints.ts `how\nmany`');
  });

  test('words of a schema of zod 3 lead to their literals, too', async () => {
    const old = script
      .replace("'zod'", "'zod/v3'")
      .replace(".meta({ title: 'Kinds', description: 'all kinds' })", ".describe('all kinds')");
    const own = { ...files, '/p/a.ts': old };
    const reading = await read(own);
    const from = (words: string) => placeOfWords(reading, own, 'parser', words);
    equal(from("the 'words'"), `/p/a.ts "the 'words'"`);
    equal(from('how\\nmany'), '/p/hints.ts `how\nmany`');
    equal(from('which kind'), '/p/a.ts "which kind"');
    equal(from('deep down'), "/p/a.ts 'deep down'");
    equal(from('all kinds'), "/p/a.ts 'all kinds'");
    equal(from('"count"'), '/p/a.ts z.number().describe(HOW)');
  });
});
