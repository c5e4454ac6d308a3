import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { operations } from '../../../../src/engine/index.ts';
import { host } from './doors.ts';
import { mutated, type Tree, toTree, write } from './mutate.ts';
import { Random } from './random.ts';
import { thrownBy } from './thrown.ts';

/** Mutated inputs of each system, the first of which have always been the same. */
const perSystem = 60 * Number(process.env.PARSERLENS_MUTANTS ?? 60);
const seed = Number(process.env.PARSERLENS_SEED ?? 1);

type Operation = (input: unknown, host?: unknown) => unknown;

/** The systems whose operations take a recorded case as it is, with the file of those. */
const recorded: Readonly<Record<string, string>> = {
  agentscope: 'agentscope-1.0.21.json',
  agentscope2: 'agentscope-2.json',
  langchain: 'langchain.json',
  miniSweAgent: 'mini-swe-agent.json',
  sweagent: 'swe-agent-history.json',
  transformers: 'response-templates.json',
};
/** Operations that are not named for what was recorded. */
const renamed: Readonly<Record<string, string>> = { message: 'readMessage', fix_prompt: 'parse' };

suite('no operation of a system throws but as the system does @slow', () => {
  for (const [index, [system, file]] of Object.entries(recorded).entries())
    test(system, async () => {
      const group = operations[system as keyof typeof operations] as unknown as Readonly<Record<string, Operation>>;
      const bases = casesOf(file);
      const faults: string[] = [];
      const asked = new Set<string>();
      for (let number = 0; number < perSystem; number++) {
        const random = new Random(seed * 1_000_003 + index * 7919 + number);
        const [name, input] = random.pick(bases);
        const operation = group[name];
        ok(operation, `${system}.${name}`);
        asked.add(name);
        const text = write(mutated(input, random));
        const thrown = await thrownBy(() => operation(JSON.parse(text), host), true);
        if (thrown !== undefined) faults.push(`${name}: ${text.slice(0, 500)}\n${thrown}`);
      }
      deepEqual(faults, []);
      deepEqual([...asked].sort(), [...new Set(bases.map(([name]) => name))].sort());
    });
});

/** What each recorded case asks of which operation. */
function casesOf(file: string): readonly (readonly [operation: string, input: Tree])[] {
  const cases: readonly Readonly<Record<string, unknown>>[] = JSON.parse(
    readFileSync(new URL(`../../../conformance/${file}`, import.meta.url), 'utf8'),
  );
  return cases.flatMap(({ op, expect, id, note, portable, tags, ...input }) =>
    typeof op === 'string'
      ? [[renamed[op] ?? op.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), toTree(input)] as const]
      : [],
  );
}
