import { deepEqual, equal, match } from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');

/** What the tests read of action.yml. */
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}
interface Step {
  readonly run: string;
  readonly shell: string;
  readonly env: Readonly<Record<string, string>>;
}

const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;

/** A step's environment as GitHub's runner makes it of `${{ inputs.… }}` and the outputs of the first step. */
function environment(step: Step, inputs: Readonly<Record<string, string>>, report = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(step.env).map(([name, value]) => [
      name,
      value
        .replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input: string) => inputs[input] ?? action.inputs[input]!.default!)
        .replace(/\$\{\{ steps\.check\.outputs\.report \}\}/, report),
    ]),
  );
}

const definition = (expected: number) =>
  `{ "type": "MarkdownJsonDictParser", "content_hint": { "a": "text" }, "samples": [{ "text": "\`\`\`json\\n{\\"a\\": 1}\\n\`\`\`", "expect": { "value": { "a": ${expected} } } }] }`;

suite('the GitHub action @slow', () => {
  let folder: string;
  let extracted: string;
  let packed: string;
  let unpacked: string;
  suiteSetup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-action-'));
    const { stdout } = spawnSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
    });
    packed = join(folder, (JSON.parse(stdout) as { filename: string }[])[0]!.filename);
    // npx installs a packed file at each call, which takes seconds, and links a folder; beside what is checked, as its code
    // would be read for parsers.
    extracted = mkdtempSync(join(tmpdir(), 'parserlens-extracted-'));
    spawnSync('tar', ['-xzf', packed, '-C', extracted]);
    unpacked = join(extracted, 'package');
  });
  suiteTeardown(() => {
    for (const each of [folder, extracted]) rmSync(each, { recursive: true, force: true });
  });

  const check = (inputs: Readonly<Record<string, string>> = {}) => {
    const summary = join(folder, 'step-summary.md');
    const output = join(folder, 'output.txt');
    writeFileSync(summary, '');
    writeFileSync(output, '');
    const [step] = action.runs.steps;
    const { status, stdout } = spawnSync('bash', ['-c', step!.run], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      env: {
        ...process.env,
        ...environment(step!, { package: unpacked, ...inputs }),
        GITHUB_ACTION_PATH: root,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_OUTPUT: output,
        RUNNER_TEMP: folder,
      },
    });
    return { status, stdout, summary: readFileSync(summary, 'utf8'), output: readFileSync(output, 'utf8') };
  };

  test('annotates, summarizes, and fails with the check', () => {
    writeFileSync(join(folder, 'a.parser.json'), definition(2));
    const failed = check();
    equal(failed.status, 1);
    match(failed.stdout, /^::error file=a\.parser\.json,line=1,/m);
    match(failed.summary, /^### ❌ ParserLens: 0 passed, 1 failed/);
    match(failed.output, /^report=.+summary\.md$/m);
    writeFileSync(join(folder, 'a.parser.json'), definition(1));
    const fine = check({ paths: 'a.parser.json\n' });
    deepEqual([fine.status, fine.summary.split('\n')[0]], [0, '### ✅ ParserLens: 1 passed']);
    equal(check({ paths: 'gone.parser.json' }).status, 2);
  });

  test('keeps a long summary within what GitHub takes, and all of it in the report', () => {
    const gone = mkdtempSync(join(folder, 'long-'));
    const samples = Array.from({ length: 500 }, (_, i) => ({
      name: `${i}${'界'.repeat(395)}`,
      text: '界'.repeat(395),
    }));
    const definition = { type: 'MarkdownJsonDictParser', content_hint: {}, samples };
    writeFileSync(join(gone, 'long.parser.json'), JSON.stringify(definition));
    const { summary, output } = check({ paths: gone });
    const bytes = Buffer.byteLength(summary);
    deepEqual([bytes > 900_000, bytes < 1_048_576], [true, true]);
    match(summary, /\n\n…and more that has no room here\.\n$/);
    equal(Buffer.byteLength(readFileSync(/^report=(.+)$/m.exec(output)![1]!)) > 1_048_576, true);
    rmSync(gone, { recursive: true });
  });

  test('evaluates logs as well, each with its own gate', () => {
    writeFileSync(join(folder, 'a.parser.json'), definition(1));
    writeFileSync(join(folder, 'a log.jsonl'), `${JSON.stringify({ response: 'no' })}\n`);
    const line = '"a log.jsonl" --parser a.parser.json#a';
    const fine = check({ paths: 'a.parser.json', evaluate: `${line}\n` });
    equal(fine.status, 0);
    match(fine.stdout, /^::warning file=a log\.jsonl,line=1,/m);
    match(fine.summary, /^### ✅ ParserLens: 1 passed[\s\S]*^### ParserLens: 0\.0 % ok [\s\S]*` a log\.jsonl `/m);
    match(fine.output, /^report=.+summary\.md$/m);
    const missed = check({ paths: 'a.parser.json', evaluate: `${line}\n${line} --min-rate 0.5` });
    equal(missed.status, 1);
    match(missed.summary, /❌ The share of ok rows is 0\.0000, below 0\.5\./);
  });

  test('runs no module that a baseline names, or that lies outside of the checked folder', () => {
    const mark = join(folder, 'ran.txt');
    const runs = `import { writeFileSync } from 'node:fs';
export const formatInstruction = '';
export const parse = text => (writeFileSync(${JSON.stringify(mark)}, ''), text);
`;
    const inner = mkdtempSync(join(folder, 'inner-'));
    const away = mkdtempSync(join(tmpdir(), 'parserlens-away-'));
    writeFileSync(join(away, 'own.mjs'), runs);
    writeFileSync(join(inner, 'a.parser.json'), definition(1));
    writeFileSync(
      join(inner, 'own.parser.json'),
      JSON.stringify({ type: 'custom', module: join(away, 'own.mjs'), samples: [{ text: 'x' }] }),
    );
    equal(check({ paths: inner }).status, 0);
    equal(check({ paths: inner, 'run-modules': 'true' }).status, 1);
    const log = join(inner, 'log.jsonl');
    writeFileSync(log, `${JSON.stringify({ response: 'no' })}\n`);
    const kept = join(inner, 'kept.evaluation.json');
    const line = `${log} --parser ${join(inner, 'a.parser.json')}#a`;
    check({ paths: 'a.parser.json', evaluate: `${line} --out ${kept}` });
    const evaluation = JSON.parse(readFileSync(kept, 'utf8'));
    evaluation.parser.definition = { type: 'custom', module: join(away, 'own.mjs') };
    writeFileSync(kept, JSON.stringify(evaluation));
    match(check({ paths: 'a.parser.json', evaluate: `${line} --baseline ${kept}` }).summary, /--run-modules/);
    equal(existsSync(mark), false);
    rmSync(inner, { recursive: true });
    rmSync(away, { recursive: true });
  });

  suite('its comment', () => {
    let server: Server;
    let asked: { method: string; url: string; token: string; body?: { body: string } }[];
    let comments: { id: number; body: string }[];
    let status: number;
    setup(async () => {
      asked = [];
      comments = [{ id: 1, body: 'mine' }];
      status = 200;
      server = createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString();
        asked.push({
          method: request.method!,
          url: request.url!,
          token: request.headers.authorization!,
          ...(text && { body: JSON.parse(text) }),
        });
        const page = Number(new URL(request.url!, 'http://host').searchParams.get('page'));
        const shown = comments.slice((page - 1) * 100, page * 100);
        response.writeHead(status).end(JSON.stringify(request.method === 'GET' ? shown : {}));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    teardown(() => server.close());

    const comment = async () => {
      const report = join(folder, 'summary.md');
      const event = join(folder, 'event.json');
      writeFileSync(report, '### fine');
      writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
      const step = action.runs.steps[1]!;
      const child = spawn('bash', ['-c', step.run], {
        cwd: folder,
        env: {
          ...process.env,
          ...environment(step, { 'github-token': 'secret' }, report),
          GITHUB_ACTION_PATH: root,
          GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          GITHUB_REPOSITORY: 'me/mine',
          GITHUB_EVENT_PATH: event,
        },
      });
      let out = '';
      child.stdout.on('data', data => {
        out += data;
      });
      const [code] = await once(child, 'close');
      return { code, out };
    };

    test('is written once, and anew at the next run', async () => {
      deepEqual(await comment(), { code: 0, out: '' });
      deepEqual(
        asked.map(({ method, url, token }) => [method, url, token]),
        [
          ['GET', '/repos/me/mine/issues/7/comments?per_page=100&page=1', 'Bearer secret'],
          ['POST', '/repos/me/mine/issues/7/comments', 'Bearer secret'],
        ],
      );
      comments.push({ id: 9, body: asked[1]!.body!.body });
      asked = [];
      await comment();
      deepEqual(
        asked.slice(1).map(({ method, url, body }) => [method, url, body!.body]),
        [['PATCH', '/repos/me/mine/issues/comments/9', comments[1]!.body]],
      );
    });

    test('is found behind a hundred others', async () => {
      comments = Array.from({ length: 100 }, (_, id) => ({ id, body: 'mine' }));
      await comment();
      comments.push({ id: 900, body: asked.at(-1)!.body!.body });
      asked = [];
      await comment();
      deepEqual(
        asked.map(({ method, url }) => `${method} ${url.slice(url.indexOf('comments'))}`),
        ['GET comments?per_page=100&page=1', 'GET comments?per_page=100&page=2', 'PATCH comments/900'],
      );
    });

    test('is left out where the token may not comment, and the job does not fail for it', async () => {
      status = 403;
      const { code, out } = await comment();
      equal(code, 0);
      match(out, /^No comment on the pull request: GitHub answers 403/);
    });
  });

  test('the pre-commit hook names what the package has', () => {
    const [hook] = parse(readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8')) as [
      { entry: string; files: string },
    ];
    equal(new RegExp(hook.files).test('a/b.parser.json'), true);
    writeFileSync(join(folder, 'a.parser.json'), definition(1));
    const bin = spawnSync('npx', ['--yes', '--package', packed, '--', ...hook.entry.split(' '), 'a.parser.json'], {
      cwd: folder,
      encoding: 'utf8',
    });
    equal(bin.status, 0, bin.stderr);
  });
});
