import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createJudge, createParser, type Definition, readDefinitions } from '../../src/engine/index.ts';
import { nodeHost } from '../../src/node/nodeHost.ts';

// Inputs rebuilt from public reports of people who write and run such parsers (`source`), and others of the same kinds
// ("own"), one file for each kind: what an evaluation must say of them, and what a diagnosis.
const folder = join(import.meta.dirname, 'reports');

interface Report {
  readonly id: string;
  readonly source: string;
  readonly definition: object;
  readonly text: string;
  /** The provider's reason to stop. */
  readonly finish?: string | null;
  /** Whether the evaluation finds it suspicious, as one of `codes`; `or_error`: an error will do. */
  readonly suspicious?: boolean;
  readonly codes?: readonly string[];
  readonly or_error?: boolean;
  /** The text whose value the first candidate gives, members that `ignore` names aside; `or_refused`: or nothing that is likelier than not. */
  readonly reads_as?: string;
  readonly or_refused?: boolean;
  readonly ignore?: readonly string[];
  readonly cause?: string;
  /** The place of the first cause, from 1. */
  readonly at?: string;
  readonly edits?: number;
  /** Whether the diagnosis says that there is no repair. */
  readonly no_repair?: boolean;
  readonly action?: string;
}

const leastLikely = 0.5;

suite('what the field’s own reports show', () => {
  for (const file of readdirSync(folder)) {
    const reports = JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly Report[];
    suite(file.replace('.json', ''), () => {
      for (const report of reports)
        test(`${report.id} (${report.source})`, async () => {
          const [definition] = readDefinitions(JSON.stringify(report.definition), 'x.parser.json').definitions;
          if (report.suspicious !== undefined) await judged(report, definition!);
          await diagnosed(report, definition!);
        });
    });
  }
});

async function judged({ text, finish, suspicious, codes, or_error }: Report, definition: Definition): Promise<void> {
  const row = { place: { log: 0, line: 1 }, response: text, columns: {}, ...(finish && { finish }) };
  const { verdict, code } = await createJudge(definition, {}, nodeHost)(row);
  if (or_error && verdict === 'error') return;
  assert.equal(`${verdict} ${code ?? ''}`.trim(), suspicious ? `suspicious ${code}` : 'ok');
  if (suspicious && codes) assert.ok(codes.includes(code ?? ''), `${code}, not one of ${codes}`);
}

async function diagnosed(report: Report, definition: Definition): Promise<void> {
  const { text, reads_as, or_refused, ignore = [], cause, at, edits, action, no_repair } = report;
  const parser = createParser(definition, nodeHost);
  const { candidates, causes, hasNoRepair = false } = await parser.diagnose(text);
  const [best] = candidates;
  if (cause !== undefined) assert.equal(causes[0]?.code, cause);
  if (at !== undefined) assert.equal(placeOf(text, causes[0]?.start), at);
  if (no_repair !== undefined) assert.equal(hasNoRepair, no_repair);
  if (edits !== undefined) assert.equal(best?.edits.length, edits);
  if (or_refused && (best?.confidence ?? 0) < leastLikely) return;
  if (action !== undefined) assert.equal((best?.value as { readonly action?: string })?.action?.trim(), action);
  if (reads_as === undefined) return;
  const wanted = await parser.parse(reads_as);
  assert.ok(wanted.ok, 'the wanted text does not read');
  assert.deepEqual(without(best?.value, ignore), without(wanted.value, ignore));
}

function placeOf(text: string, offset = -1): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${before.at(-1)!.length + 1}`;
}

function without(value: unknown, keys: readonly string[]): unknown {
  if (keys.length === 0 || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
