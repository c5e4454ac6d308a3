import { deepEqual, equal, match } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { skipTest } from '../../skipTest.ts';
import { python3 } from '../node/python/python3.ts';
import { runCli } from './runCli.ts';
import { withPythonPath } from './withPythonPath.ts';

/** A framework of the test's own, which says what AgentScope's class says. */
const parsers = `
class MarkdownJsonObjectParser:
    def __init__(self, content_hint=None):
        hint = content_hint
        self.format_instruction = (
            "You should respond a json object in a json fenced code block as follows:\\n\`\`\`json\\n%s\\n\`\`\`" % hint
        )
    def parse(self, response):
        raise ValueError("not read")
`;

const files: Readonly<Record<string, string>> = {
  'python/agentscope/__init__.py': '',
  'python/agentscope/parsers/__init__.py': parsers,
  'app/__init__.py': '',
  'app/hints.py':
    'import os\nREPLY = "{your answer}"\nTEAM = os.environ.get("NOBODY_SET_THIS", "{north}")\nopen(__file__ + ".imported", "a").close()\n',
  'app/agent.py': `from agentscope.parsers import MarkdownJsonObjectParser as Parser
from .hints import REPLY, TEAM

class Agent:
    def __init__(self, name="x"):
        self.parser = Parser(REPLY)

    @property
    def short(self):
        return Parser("{short}")

    def needs(self, what):
        inner = Parser("{inner}")
        return inner

PARSERS = {"wolf": Parser(REPLY), "two": [Parser("{a}"), Parser("{b}")]}
part = Parser(
    TEAM,
)
each = [Parser("{%s}" % n) for n in "pq"]
`,
};

suite('parserlens compare --installed SOURCE', () => {
  let folder = '';
  suiteSetup(async function () {
    if (python3 === undefined) skipTest(this, 'without Python 3.9 or newer');
    folder = await mkdtemp(join(tmpdir(), 'parserlens-objects-'));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  });
  suiteTeardown(async () => {
    if (folder !== '') await rm(folder, { recursive: true, force: true });
  });

  const compare = (reference: string, more = '') =>
    withPythonPath(join(folder, 'python'), () =>
      runCli(folder, `compare ${reference} --installed --json --python ${python3} ${more}`),
    );
  const instructions = (out: string) =>
    (
      JSON.parse(out) as {
        definition: string;
        ok: boolean;
        reason?: string;
        differences?: { group: string; theirs: string }[];
      }[]
    ).map(({ definition, ok, reason, differences }) => [
      definition,
      ok ? (differences!.find(({ group }) => group === 'instruction')?.theirs.split('\n')[2] ?? 'same') : reason,
    ]);

  test('the very object is compared, by its call or by its name; what is unknown here is told', async () => {
    const { out, err } = await compare('app/agent.py');
    const rows = instructions(out);
    deepEqual(
      rows.filter(([name]) => name !== 'Agent.needs.inner'),
      [
        ['Agent.parser', 'same'],
        ['Agent.short', 'same'],
        ['PARSERS["wolf"]', 'same'],
        ['PARSERS["two"][0]', 'same'],
        ['PARSERS["two"][1]', 'same'],
        ['part', '{north}'],
        ['each[0]', 'same'],
        ['each[1]', 'same'],
      ],
    );
    match(String(rows[2]![1]), /Agent\.needs\.inner of .*agent\.py is not made when the file is imported/);
    match(err, /^app\/agent\.py:17: warning: part is known in part; unknown: `content_hint` /m);
    match((await compare('app/agent.py#part')).out, /`content_hint` is not known by reading/);
  });

  test('sources that are found in a folder are imported with --run-modules only', async () => {
    const mark = join(folder, 'app/hints.py.imported');
    await rm(mark, { force: true });
    const { code, err } = await compare('app');
    deepEqual([code, existsSync(mark)], [2, false]);
    match(err, /--run-modules/);
    equal(instructions((await compare('app', '--run-modules')).out).length, 9);
    equal(existsSync(mark), true);
  });
});
