import { deepEqual, equal, ok } from 'node:assert/strict';
import { placeInSource, readSource, sourceProblems } from '../../../src/engine/index.ts';

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
