import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { toPlain } from '../../src/engine/core/pyValue.ts';
import { readSource } from '../../src/engine/index.ts';
import { filesOf } from './recordedProgram.ts';

interface Made {
  readonly type: string;
  readonly lines: readonly number[];
  readonly zod?: number;
  readonly schema?: unknown;
  readonly schemas?: unknown;
}

const { projects } = JSON.parse(readFileSync(new URL('ts-values.json', import.meta.url), 'utf8')) as {
  readonly projects: readonly {
    readonly name: string;
    readonly files: Readonly<Record<string, string>>;
    readonly made: readonly Made[];
  }[];
};

/** The keys that a parser has, as a definition names them. */
function keysOf({ type, lines, zod, schema, schemas, ...rest }: Made): Readonly<Record<string, unknown>> {
  return {
    ...rest,
    ...(schema !== undefined && { content_schema: schema }),
    ...(schemas !== undefined && { names_and_descriptions: schemas }),
  };
}

/** Whether what is known of a value is what was recorded: `⟨…⟩` stands for what is not, and what is left out may be anything. */
function fits(known: unknown, whole: unknown, isPart: boolean): boolean {
  if (isMark(known)) return true;
  if (typeof known !== 'object' || known === null) return known === whole;
  if (typeof whole !== 'object' || whole === null) return false;
  const [own, all] = [known, whole] as readonly Readonly<Record<string, unknown>>[];
  if (!isPart && Object.keys(own!).join('\n') !== Object.keys(all!).join('\n')) return false;
  return Object.entries(own!).every(
    ([key, item]) => isMark(item) || (Object.hasOwn(all!, key) && fits(item, all![key], isPart)),
  );
}

function isMark(value: unknown): boolean {
  return typeof value === 'string' && value.includes('⟨');
}

suite('values of TypeScript programs, as Node has them', () => {
  let exact = 0;
  for (const { name, files, made } of projects)
    test(name, async () => {
      const { found, definitions } = await readSource(...filesOf(files, 'a.ts'));
      for (const { name: parser, type, line, unknown, isUncalled } of found) {
        if (unknown.some(({ argument }) => /^(?:schemas?$|\*)/.test(argument))) continue;
        const { source } = definitions.find(each => each.name === parser)!;
        const wanted = made.filter(each => each.type === type && each.lines.includes(line));
        if (wanted.length === 0 && isUncalled) continue;
        for (const [key, value] of source.config) {
          if (/^(?:type|runtime|zod|strict)$/.test(String(key))) continue;
          const own = toPlain(value);
          ok(
            wanted.some(each => fits(own, keysOf(each)[String(key)], unknown.length > 0)),
            `${line}: ${JSON.stringify(own)}\n${JSON.stringify(wanted.map(keysOf))}`,
          );
        }
        if (unknown.length === 0) exact++;
      }
      const lines = new Set(found.map(({ line }) => line));
      deepEqual(
        made.filter(each => !each.lines.some(line => lines.has(line))),
        [],
      );
    });
  test('most are known to the last', () => ok(exact >= 95, String(exact)));
});
