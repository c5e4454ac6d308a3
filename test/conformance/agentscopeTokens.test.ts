import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { EngineError } from '../../src/engine/core/errors.ts';
import { isPyList, type PyDict } from '../../src/engine/core/pyValue.ts';
import type { Resources } from '../../src/engine/core/resources.ts';
import { jsonLoads } from '../../src/engine/python/jsonLoads.ts';
import { createTokenCounter } from '../../src/engine/tokens/createTokenCounter.ts';
import { testHost } from '../unit/engine/tokens/testHost.ts';

interface Case {
  readonly id: string;
  readonly counter: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly note: string;
  readonly messages: unknown;
  readonly tools?: unknown;
  readonly env?: { readonly web?: Readonly<Record<string, { readonly base64: string; readonly status?: number }>> };
  readonly expect:
    | { readonly value: number }
    | { readonly error: { readonly class: string; readonly message: string } };
}

for (const [release, file] of [
  ['1.0.0', 'agentscope-tokens.json'],
  ['1.0.21', 'agentscope-1.0.21.json'],
] as const) {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const exact = jsonLoads(text);
  assert(exact.ok && isPyList(exact.value));
  const dicts = exact.value as readonly PyDict[];
  // Only Python's own numbers tell 1.0 from 1.
  const recorded: readonly Partial<Case>[] = JSON.parse(text).map((each: Case, i: number) => ({
    ...each,
    messages: dicts[i]!.get('messages'),
  }));
  const cases = recorded.filter((each): each is Case => each.counter !== undefined);
  runCases(release, cases);
}

function runCases(release: string, cases: readonly Case[]): void {
  suite(`AgentScope ${release}'s token counters, as recorded`, () => {
    const host = testHost();

    for (const counter of new Set(cases.map(recorded => recorded.counter))) {
      // Those that depend on Python's printing come out as well.
      const own = cases.filter(recorded => recorded.counter === counter);
      test(`${counter}: ${own.length} cases`, async () => {
        for (const recorded of own)
          assert.deepEqual(await run(recorded), recorded.expect, `${recorded.id} ${recorded.note}`);
      });
    }

    async function run({ counter, options, messages, tools, env }: Case): Promise<Case['expect']> {
      try {
        const value = await createTokenCounter({ type: counter, agentscope_version: release, ...options }, host).count(
          messages,
          tools,
          web(env),
        );
        return { value };
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        return { error: { class: error.class, message: error.message } };
      }
    }
  });
}

function web(env: Case['env']): Resources {
  return {
    cwd: '/',
    readFile: async () => undefined,
    fetch: async url => {
      const page = env?.web?.[url];
      if (!page || (page.status ?? 200) >= 400) throw new Error(`no such page: ${url}`);
      return Buffer.from(page.base64, 'base64');
    },
  };
}
