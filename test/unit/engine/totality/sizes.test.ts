import { ok } from 'node:assert/strict';
import type { ResponseParser } from '../../../../src/engine/definition/index.ts';
import { basesOf, dataTypes } from './bases.ts';
import { engine, host } from './doors.ts';
import { type Tree, write } from './mutate.ts';

/** Texts that hold up whoever compares each place with each other one. */
const shapes: readonly ((size: number) => string)[] = [
  size => 'a'.repeat(size),
  size => 'ab'.repeat(size / 2),
  size => `${'a'.repeat(size - 1)}b`,
];
const others: typeof shapes = [
  size => `${'aab'.repeat(size / 3)}x`,
  size => '<'.repeat(size),
  size => '{a}'.repeat(size / 3),
  size => ' \n'.repeat(size / 2),
];
const isLong = process.env.PARSERLENS_LONG !== undefined;
/** Some take 30 µs a character for opening braces, which is linear, and 3 s. */
const turns = isLong ? [...shapes, ...others] : [...shapes, ...others.filter((_, i) => i !== 2)];
const sizes = isLong ? [1_000, 10_000, 100_000] : [10_000];

interface TextMember {
  /** Where it stands, the places in lists being alike. */
  readonly path: string;
  set(text: string): void;
}

/** The texts of a definition, but for its type. */
function textMembers(tree: Tree, path = ''): readonly TextMember[] {
  const memberOf = (value: Tree, place: string, set: (text: string) => void) =>
    typeof value === 'string' ? [{ path: place, set }] : textMembers(value, place);
  if (Array.isArray(tree))
    return tree.flatMap((value, i) =>
      memberOf(value, `${path}/#`, text => {
        tree[i] = text;
      }),
    );
  if (typeof tree !== 'object' || tree === null || 'raw' in tree) return [];
  return tree.entries.flatMap(entry =>
    path === '' && entry[0] === 'type'
      ? []
      : memberOf(entry[1], `${path}/${entry[0]}`, text => {
          entry[1] = text;
        }),
  );
}

/** Reads, checks and uses a definition with a text in it, on that text. */
async function useAll(definitionText: string, text: string): Promise<void> {
  const { definitions } = engine.readDefinitions(definitionText, 'x.parser.json');
  engine.outlineDefinitions(definitionText, 'x.parser.json');
  const [definition] = definitions;
  if (!definition) return;
  await engine.checkDefinitions(definitions, host);
  engine.exampleResponse(definition);
  let parser: ResponseParser;
  try {
    parser = engine.createParser(definition, host);
    await parser.prepare();
    parser.formatInstruction();
  } catch (error) {
    ok(error instanceof engine.EngineError, String(error));
    return;
  }
  const answers = [text, `x${text}y${text.slice(1)}`];
  for (const answer of answers) await parser.parse(answer);
  const reader = engine.createReader(definition, host);
  for (let at = 0; at < text.length; at += 97) reader.push(text.slice(at, at + 97));
  await reader.end();
}

suite('definitions with long texts are read, checked and used in linear time @slow', () => {
  // Members of one name are mostly read by the same code: each name has its turn, and in a long run each member.
  const knownOfAll = new Set<string>();
  // What takes the square of 100 KB does not end within that time.
  for (const type of dataTypes)
    for (const size of sizes)
      test(`${type.type}: ${size / 1000} KB`, async () => {
        const known = isLong ? new Set<string>() : knownOfAll;
        let number = 0;
        for (const base of basesOf(type))
          for (const [index, { path }] of textMembers(base).entries()) {
            if (known.has(path)) continue;
            known.add(path);
            // Members are read alike: each has one shape here, and all of them in a long run.
            for (const shape of isLong ? turns : [turns[number++ % turns.length]!]) {
              const tree = structuredClone(base);
              textMembers(tree)[index]!.set(shape(size));
              await useAll(write(tree), shape(size));
            }
          }
        ok(known.size > 0);
        // Hundreds of definitions, on a machine that may be busy.
      }).timeout(300_000);
});
