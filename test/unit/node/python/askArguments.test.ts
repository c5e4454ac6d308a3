import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { askArguments, createParser, readSource } from '../../../../src/engine/index.ts';
import { withAnswers } from '../../../../src/engine/sources/reading/sourceAnswers.ts';
import { nodeHost } from '../../../../src/node/nodeHost.ts';
import { nodeSourceHost } from '../../../../src/node/nodeSourceHost.ts';
import { skipTest } from '../../../skipTest.ts';
import { withPythonPath } from '../../cli/withPythonPath.ts';
import { python3 } from './python3.ts';

/** A framework of the test's own, with the signatures of AgentScope's classes. */
const parsers = `
import json


class TaggedContent:
    def __init__(self, name, tag_begin, content_hint, tag_end, parse_json=False):
        self.name, self.tag_begin, self.tag_end, self.parse_json = name, tag_begin, tag_end, parse_json
        self.content_hint = content_hint if isinstance(content_hint, str) else json.dumps(content_hint)


class MultiTaggedContentParser:
    def __init__(self, *tagged_contents, keys_to_memory=True, keys_to_content=True, keys_to_metadata=False):
        self.tagged_contents = tagged_contents


class MarkdownJsonDictParser:
    def __init__(self, content_hint=None, required_keys=None, keys_to_memory=True, keys_to_content=True, keys_to_metadata=False):
        self.content_hint = content_hint
`;

const agent = `from agentscope.parsers import MarkdownJsonDictParser, MultiTaggedContentParser, TaggedContent
from .team import NAMES, model
import time

class Agent:
    def __init__(self, mood="calm"):
        self.parser = MarkdownJsonDictParser({"mood": mood, "vote": f"one of {NAMES}"}, keys_to_content=model.keys)

whole = MarkdownJsonDictParser(NAMES and {"a": time.strftime("never %%")}, required_keys=model.keys)
tags = MultiTaggedContentParser(TaggedContent("a", "[A]", model.hint, "[/A]"))
code = MarkdownJsonDictParser(model.load())
many = MarkdownJsonDictParser(**model.all)
known = MarkdownJsonDictParser({"k": "v"})
`;

const cell = (source: string) => ({ cell_type: 'code', metadata: {}, outputs: [], source });
const notebook = (...cells: readonly object[]) =>
  JSON.stringify({ cells: [{ cell_type: 'markdown', source: 'Players' }, ...cells], metadata: {} });
const book = notebook(
  cell('%pip install agentscope\nfrom __future__ import annotations\nimport os, sys'),
  cell(`from agentscope.parsers import MarkdownJsonDictParser
class Agent:
    mood: Nowhere
    def __init__(self):
        self.parser = MarkdownJsonDictParser({"mood": os.sep})
`),
  cell(`async def named():
    return "north"
team = MarkdownJsonDictParser(
    {"team": await named()},
)
display(team)`),
  cell('agent = Agent() if __name__ == "__main__" else None'),
  cell('raise ValueError("this is not run")'),
);

const files: Readonly<Record<string, string>> = {
  'python/agentscope/__init__.py': '',
  'python/agentscope/parsers/__init__.py': parsers,
  'app/__init__.py': '',
  'app/team.py': `import os
NAMES = os.environ.get("NOBODY_SET_THIS", "Ann and Bob")
class Model:
    def __init__(self):
        self.hint = os.environ.get("NOR_THIS", "a hint")
        self.keys = ["vote"] if os.getpid() else None
        self.all = {"content_hint": {"x": os.sep}, "keys_to_content": "x"}
    def load(self):
        return object()
model = Model()
`,
  'app/agent.py': agent,
  'app/book.ipynb': book,
  'app/pairs.ipynb': notebook(
    cell('from agentscope.parsers import MarkdownJsonDictParser as P\nimport os'),
    cell('class Agent:\n    def __init__(self, mood):\n        self.parser = P({mood: os.sep})\nAgent("calm")'),
    cell('one = P({"a": os.sep})\npair = [P({"b": os.sep}), P({"c": os.sep})]'),
    cell('raise ValueError("this is not run")'),
  ),
  'app/fails.ipynb': notebook(
    cell('from agentscope.parsers import MarkdownJsonDictParser\nimport os'),
    cell('x = MarkdownJsonDictParser({"a": os.environ["NOBODY_SET_THIS"]})'),
  ),
  'app/fails.py':
    'from agentscope.parsers import MarkdownJsonDictParser\nimport os\nx = MarkdownJsonDictParser({"a": os.environ["NOBODY_SET_THIS"]})\n',
};

suite('Python is asked for the arguments that reading does not know', () => {
  let folder = '';
  suiteSetup(async function () {
    if (python3 === undefined) skipTest(this, 'without Python 3.9 or newer');
    folder = await mkdtemp(join(tmpdir(), 'parserlens-asked-'));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  });
  suiteTeardown(async () => {
    if (folder !== '') await rm(folder, { recursive: true, force: true });
  });

  const ask = async (name: string) => {
    const path = join(folder, name);
    const text = files[name]!;
    const reading = await readSource(text, path, nodeSourceHost(path, folder));
    const told = await withPythonPath(join(folder, 'python'), () =>
      askArguments({ path, text, reading, folders: [folder] }, nodeHost),
    );
    return { path, text, reading, told };
  };

  test('they are those that the class was given, and the rest stays as it was read', async () => {
    const { path, text, reading, told } = await ask('app/agent.py');
    if (!told.ok) throw new Error(told.reason);
    const filled = withAnswers(reading, { path, text, parsers: told.parsers });
    const config = (name: string) => {
      const { source } = filled.definitions.find(each => each.name === name)!;
      return source.config;
    };
    const unknown = (name: string) => filled.found.find(each => each.name === name)?.unknown.map(each => each.argument);
    deepEqual(
      config('Agent.parser').get('content_hint'),
      new Map([
        ['mood', 'calm'],
        ['vote', 'one of Ann and Bob'],
      ]),
    );
    deepEqual(config('Agent.parser').get('keys_to_content'), ['vote']);
    deepEqual(unknown('Agent.parser'), []);
    deepEqual(config('whole').get('content_hint'), new Map([['a', 'never %']]));
    const [tag] = config('tags').get('tagged_contents') as readonly ReadonlyMap<string, unknown>[];
    deepEqual([tag?.get('content_hint'), tag?.get('tag_begin')], ['a hint', '[A]']);
    deepEqual([config('many').get('content_hint'), unknown('many')], [new Map([['x', '/']]), []]);
    deepEqual(unknown('code'), ['content_hint']);
    deepEqual(told.notes, ['`content_hint` of `code` was not told: what Python has there is not data.']);
    equal(filled.found.find(({ name }) => name === 'known')?.answered, undefined);
    match(
      createParser(filled.definitions.find(({ name }) => name === 'tags')!).formatInstruction(),
      /\[A\]a hint\[\/A\]/,
    );
    match(told.python, /^3\./);
  });

  test('a reading with answers is given while the text is that which was asked', async () => {
    const { path, text, told } = await ask('app/agent.py');
    if (!told.ok) throw new Error(told.reason);
    const host = { ...nodeSourceHost(path, folder), answered: [{ path, text, parsers: told.parsers }] };
    const unknown = async (now: string) =>
      (await readSource(now, path, host)).found.find(({ name }) => name === 'whole')?.unknown.length;
    deepEqual([await unknown(text), await unknown(`${text}\n`)], [0, 2]);
  });

  test('a file that cannot be imported says why', async () => {
    const { told } = await ask('app/fails.py');
    match(told.ok ? '' : told.reason, /fails\.py cannot be imported: KeyError: 'NOBODY_SET_THIS'/);
  });

  test('the cells of a notebook are run until the parsers are made', async () => {
    const { text, told } = await ask('app/book.ipynb');
    if (!told.ok) throw new Error(told.reason);
    const path = join(folder, 'app/book.ipynb');
    const host = { ...nodeSourceHost(path, folder), answered: [{ path, text, parsers: told.parsers }] };
    const { found } = await readSource(text, path, host);
    deepEqual(
      found.map(({ name, config, unknown }) => [name, config.get('content_hint'), unknown.length]),
      [
        ['Agent.parser', new Map([['mood', '/']]), 0],
        ['team', new Map([['team', 'north']]), 0],
      ],
    );
    deepEqual(told.notes, []);
  });

  test('parsers of a cell that is a single line of the file are told apart by the lines of its code', async () => {
    const { told } = await ask('app/pairs.ipynb');
    if (!told.ok) throw new Error(told.reason);
    deepEqual(
      told.parsers.map(({ name, answers }) => [
        name,
        ...answers.map(({ path, value }) => `${path.join('.')}: ${value}`),
      ]),
      [
        ['Agent', 'content_hint.calm: "/"'],
        ['one', 'content_hint.a: "/"'],
        ['pair[0]', 'content_hint.b: "/"'],
        ['pair[1]', 'content_hint.c: "/"'],
      ],
    );
    deepEqual(told.notes, []);
  });

  test('a cell that fails says which', async () => {
    const { told } = await ask('app/fails.ipynb');
    match(told.ok ? '' : told.reason, /cell 3 of .*fails\.ipynb cannot be run: KeyError: 'NOBODY_SET_THIS'/);
  });

  test('nothing runs where modules may not', async () => {
    const path = join(folder, 'app/agent.py');
    const reading = await readSource(agent, path, nodeSourceHost(path, folder));
    deepEqual(await askArguments({ path, text: agent, reading, folders: [] }, {}), {
      ok: false,
      reason: 'Python runs only in a trusted workspace.',
    });
  });
});
