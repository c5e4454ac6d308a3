import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { operations } from '../../../conformance/adapters/operations.ts';
import { propertyRuns } from '../../../propertyRuns.ts';
import { langroidCalls, structuredCalls } from './calls.ts';
import { host } from './doors.ts';
import { mutated, type Tree, toTree, write } from './mutate.ts';
import { Random } from './random.ts';
import { thrownBy } from './thrown.ts';

/** Mutated inputs of each system, the first of which have always been the same. */
const perSystem = 60 * Number(process.env.PARSERLENS_MUTANTS ?? propertyRuns(8, 60));
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
  dspy: 'dspy.json',
};
/** The systems whose operations take their arguments one by one, each with calls that are as they should be. */
const called: Readonly<Record<string, readonly (readonly [operation: string, ...args: unknown[]])[]>> = {
  langroid: langroidCalls,
  structured: structuredCalls,
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

  for (const [index, [system, calls]] of Object.entries(called).entries())
    test(system, async () => {
      const group = operations[system as keyof typeof operations] as unknown as Readonly<Record<string, unknown>>;
      const faults: string[] = [];
      for (let number = 0; number < perSystem; number++) {
        const random = new Random(seed * 1_000_003 + (index + 6) * 7919 + number);
        const [name, ...args] = random.pick(calls);
        const operation = group[name];
        ok(typeof operation === 'function', `${system}.${name}`);
        const text = write(mutated(toTree(args), random));
        const given: unknown = JSON.parse(text);
        const all: readonly unknown[] = Array.isArray(given) ? given : [given];
        // Only an argument of another kind is a `TypeError`, not one that is odd inside.
        const mayRaise = kindsOf(all) !== kindsOf(args) || 'other';
        const thrown = await thrownBy(() => use(operation(...all)), mayRaise);
        if (thrown !== undefined) faults.push(`${name}: ${text.slice(0, 500)}\n${thrown}`);
      }
      deepEqual(faults, []);
      const functions = Object.keys(group).filter(name => typeof group[name] === 'function');
      deepEqual([...new Set(calls.map(([name]) => name))].sort(), functions.sort());
    });
});

/** What each argument is, and what is in lists. */
function kindsOf(args: readonly unknown[]): string {
  const kind = (value: unknown) => (value === null ? 'null' : typeof value);
  const kinds = args.map(arg => (Array.isArray(arg) ? `[${[...new Set(arg.map(kind))].sort()}]` : kind(arg)));
  return kinds.join(' ');
}

/** Asks for what an answer only computes when it is asked, and validates with a model. */
function use(answer: unknown): void {
  JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  const { validate } = Object(answer) as { validate?: (data: unknown) => unknown };
  if (typeof validate === 'function')
    for (const data of [null, '{"kind": "say", "text": "Hi."}', { kind: 'say', scores: { a: 1 } }, '[', [[]], Infinity])
      validate(data);
}

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
