import { deepEqual, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { constrain } from '../../../../src/engine/constraints/index.ts';
import type { JsonSchema } from '../../../../src/engine/json/jsonSchema.ts';
import { skipTest } from '../../../skipTest.ts';
import { ebnf, exampleGrammars, gbnf, lark, printedIn, sentencesOf } from './answerSentences.ts';
import { npmGbnf } from './npmGbnf.ts';
import { spaced } from './spacedJson.ts';
import { WebXgrammar } from './webXgrammar.ts';
import { facts, places } from './xgrammarFacts.ts';

const isLong = process.env.PARSERLENS_LONG !== undefined;
const count = isLong ? 50 : 10;

suite('what engines themselves take', () => {
  const xgrammar = WebXgrammar.find();
  const grammars = exampleGrammars(isLong);

  test('sentences of each type, by xgrammar from the EBNF @slow', async function () {
    if (!xgrammar) return skipTest(this, 'without @mlc-ai/web-xgrammar');
    for (const each of grammars) {
      // That release takes the last byte of what is not ASCII in a class, which 0.2.1 mended.
      const texts = sentencesOf(each.format, 8 * count)
        .filter(isAscii)
        .slice(0, count);
      const accepted = await xgrammar.grammar(printedIn(ebnf, each.format)!, texts);
      deepEqual(
        texts.filter((_, i) => !accepted?.[i]),
        [],
        each.name,
      );
      ok(texts.length > 0, each.name);
    }
  }).timeout(300_000);

  test('sentences of each type, by npm gbnf from the GBNF @slow', async function () {
    const read = await npmGbnf();
    if (!read) return skipTest(this, 'without gbnf');
    for (const each of grammars) {
      // It reads nothing beyond the BMP.
      const texts = sentencesOf(each.format, 2 * count)
        .filter(text => !/[\u{10000}-\u{10ffff}]/u.test(text))
        .slice(0, count);
      const accepts = read(printedIn(gbnf, each.format)!);
      deepEqual(
        texts.filter(text => !accepts(text)),
        [],
        each.name,
      );
    }
  }).timeout(300_000);

  test('sentences of each type, by Python’s lark from the Lark @slow', async function () {
    const python = ['python3', '/usr/bin/python3'].find(
      each => spawnSync(each, ['-c', 'import lark, regex']).status === 0,
    );
    if (python === undefined) return skipTest(this, 'without Python’s lark');
    const asked: { readonly name: string; readonly grammar: string; readonly texts: readonly string[] }[] = [];
    for (const each of grammars) {
      const grammar = printedIn(lark, each.format);
      if (grammar === undefined) continue;
      const texts = sentencesOf(each.format, isLong ? count : 5).filter(text => text.length < 400);
      asked.push({ name: each.name, grammar, texts });
    }
    ok(asked.length > 20);
    const { stdout, stderr } = spawnSync(python, ['-c', larkScript], {
      input: JSON.stringify(asked),
      encoding: 'utf8',
    });
    deepEqual(JSON.parse(stdout || JSON.stringify(stderr)), []);
  }).timeout(600_000);

  test('the facts about xgrammar 0.1.27 are what it does @slow', async function () {
    if (!xgrammar) return skipTest(this, 'without @mlc-ai/web-xgrammar');
    const wrong: string[] = [];
    for (const [i, [keyword, schema, allowed, forbidden]] of facts.entries())
      for (const [around, holding, path] of isLong ? places : [places[0]!, places[1 + (i % (places.length - 1))]!]) {
        const whole = around(schema);
        const texts = [...allowed, ...forbidden].map(value => spaced(holding(value)));
        const accepted = await xgrammar.schema(whole, texts);
        const found = !accepted
          ? 'refuses'
          : accepted.slice(allowed.length).includes(true)
            ? 'drops'
            : accepted.slice(0, allowed.length).includes(false)
              ? 'narrows'
              : 'enforces';
        const told = listOf(whole, keyword, path);
        if (told !== found) wrong.push(`${keyword} at ${path} of ${JSON.stringify(whole)}: ${found}, told ${told}`);
      }
    deepEqual(wrong, []);
    // What is told of patterns that admit a quotation mark.
    deepEqual(await xgrammar.schema({ type: 'string', pattern: '^.+$' }, ['"a"b"', '"a"']), [true, true]);
    deepEqual(await xgrammar.schema({ type: 'string', format: 'json-pointer' }, ['"/a"b"']), [true]);
    deepEqual(await xgrammar.schema({ type: 'string', pattern: '^[^"]+$' }, ['"a"b"', '"a"']), [false, true]);
  }).timeout(300_000);
});

function listOf(schema: JsonSchema, keyword: string, path: string): string {
  const { enforces, drops, narrows, refuses } = constrain(schema, {
    engine: 'xgrammar',
    version: WebXgrammar.version,
  });
  return Object.entries({ enforces, drops, narrows, refuses })
    .filter(([, list]) => list.some(each => each.keyword === keyword && each.path === path))
    .map(([name]) => name)
    .join();
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}

/** The longest match of a terminal is meant, as llguidance has it, and Python’s `re` finds the first. */
const larkScript = `
import json, lark, regex, sys
refused = []
for asked in json.load(sys.stdin):
    parser = lark.Lark(asked['grammar'], parser='earley', lexer='dynamic_complete', regex=True, g_regex_flags=regex.POSIX)
    for text in asked['texts']:
        try:
            parser.parse(text)
        except lark.exceptions.LarkError as error:
            refused.append([asked['name'], text, str(error)[:200]])
print(json.dumps(refused))
`;
