import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assistTools } from '../../../../src/assist/assistTools.ts';
import { causeCatalogue, parserTypes, problemCatalogue, suspicionCatalogue } from '../../../../src/engine/index.ts';
import { runCli } from '../runCli.ts';

const skill = readFileSync(join(import.meta.dirname, '../../../../skills/parserlens/SKILL.md'), 'utf8');
const example = /```json\n(\{[\s\S]*?\n\})\n```/.exec(skill)?.[1] ?? '';

suite('the skill', () => {
  let folder: string;
  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-skill-'));
    await writeFile(join(folder, 'vote.parser.json'), example);
    await writeFile(join(folder, 'answer.md'), '```json\n{"thought": "quiet", "vote": "Ann"}\n```');
    await writeFile(join(folder, 'broken.md'), '```json\n{"thought": "quiet" "vote": "Ann"}\n```');
    await writeFile(
      join(folder, 'answers.jsonl'),
      `${JSON.stringify({ response: '```json\n{"vote": "Ann"}\n```' })}\n`,
    );
  });
  suiteTeardown(() => rm(folder, { recursive: true, force: true }));

  const commands = [...skill.matchAll(/^ {3}(parserlens .*)$/gm)].map(([, command]) => command!);
  for (const command of commands)
    test(command, async () => {
      const { code, out, err } = await runCli(folder, command.split(' ').slice(1));
      // A response that does not parse is what `diagnose` is asked about.
      equal(code, command.startsWith('parserlens diagnose') ? 1 : 0, err);
      ok(out.length > 20);
    });

  test('has the loop of seven commands, on fewer than 200 lines, with the front matter that clients read', () => {
    deepEqual(
      commands.map(command => command.split(' ')[1]),
      ['find', 'find', 'check', 'instruction', 'parse', 'diagnose', 'robustness', 'evaluate'],
    );
    ok(skill.split('\n').length < 200);
    match(skill, /^---\nname: parserlens\ndescription: .{100,1000}\n---\n/);
  });

  test('its example passes as it says', async () => {
    const { out } = await runCli(folder, ['check', 'vote.parser.json']);
    match(out, /1 definition, 2 samples: 2 passed/);
  });

  test('every name that it uses exists', () => {
    const types = new Set(parserTypes.map(({ type }) => type));
    const codes = new Set([
      ...Object.keys(problemCatalogue),
      ...Object.keys(suspicionCatalogue),
      ...Object.keys(causeCatalogue),
    ]);
    const tools = new Set(assistTools.map(({ name }) => name));
    const named = [...skill.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!);
    const wrongTypes = named.filter(name => /^[A-Z]\w*Parser$/.test(name) && !types.has(name));
    const wrongCodes = named.filter(name => /^[a-z]+(-[a-z]+)+$/.test(name) && !codes.has(name as never));
    const wrongTools = named.filter(
      name => /^(parse|check|find|list|get|diagnose|evaluate|convert)_\w+$/.test(name) && !tools.has(name),
    );
    deepEqual([...wrongTypes, ...wrongCodes, ...wrongTools], []);
    const inTable = [...skill.matchAll(/^\| .* \| (.*) \|$/gm)].flatMap(([, cell]) => [
      ...cell!.matchAll(/`([a-z_]+|[A-Z]\w+)`/g),
    ]);
    deepEqual(
      inTable.map(([, name]) => name!).filter(name => !types.has(name) && name !== 'module'),
      [],
    );
    ok(inTable.length > 8);
  });
});
