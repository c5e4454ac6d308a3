import { deepEqual, ok } from 'node:assert/strict';
import { constrain } from '../../../../src/engine/constraints/index.ts';
import { fromPlain } from '../../../../src/engine/core/pyValue.ts';
import { NoGrammarError, schemaFormat } from '../../../../src/engine/grammar/index.ts';
import type { JsonSchema } from '../../../../src/engine/json/jsonSchema.ts';
import { SchemaCheck } from '../../../../src/engine/validation/index.ts';
import { skipTest } from '../../../skipTest.ts';
import { ebnf, gbnf, printedIn, sentencesOf } from './answerSentences.ts';
import { npmGbnf } from './npmGbnf.ts';
import { randomSchemas } from './randomSchemas.ts';
import { spaced } from './spacedJson.ts';
import { WebXgrammar } from './webXgrammar.ts';

const isLong = process.env.PARSERLENS_LONG !== undefined;
/** Other schemas each time in a long run. */
const seed = isLong ? Date.now() % 1_000_000 : 7;

suite('facts about engines, of random schemas', () => {
  const xgrammar = WebXgrammar.find();
  const all = randomSchemas(seed, isLong ? 500 : 20, isLong ? 24 : 6);

  test('what xgrammar drops, narrows and refuses is told @slow', async function () {
    if (!xgrammar) return skipTest(this, 'without @mlc-ai/web-xgrammar');
    const wrong: string[] = [];
    for (const { schema, values } of all) {
      const { drops, narrows, refuses } = constrain(schema, { engine: 'xgrammar', version: WebXgrammar.version });
      const accepted = await xgrammar.schema(schema, values.map(spaced));
      const told = (what: string) => wrong.push(`${what}: ${JSON.stringify(schema)}, seed ${seed}`);
      if (!accepted !== refuses.length > 0) told(accepted ? 'takes what it is to refuse' : 'refuses');
      // Which of them it is that lets something in, facts tell one by one.
      if (!accepted || drops.length > 0) continue;
      const check = new SchemaCheck(fromPlain(schema));
      for (const [i, value] of values.entries()) {
        const isValid = check.errors(fromPlain(value)).length === 0;
        if (accepted[i] && !isValid) told(`takes ${JSON.stringify(value)}`);
        if (!accepted[i] && isValid && narrows.length === 0) told(`does not take ${JSON.stringify(value)}`);
      }
    }
    deepEqual(wrong, []);
  }).timeout(isLong ? 300_000 : 20_000);

  test('sentences of their grammars, by xgrammar and npm gbnf @slow', async function () {
    const read = await npmGbnf();
    if (!xgrammar || !read) return skipTest(this, 'without @mlc-ai/web-xgrammar or gbnf');
    const grammars = all.map(({ schema }) => formatOf(schema)).filter(format => format !== undefined);
    const wrong: string[] = [];
    let count = 0;
    for (const format of grammars.slice(0, isLong ? 50 : 8)) {
      const texts = sentencesOf(format, 12)
        .filter(text => /^[\x00-\x7f]{0,80}$/.test(text))
        .slice(0, 5);
      const accepts = read(printedIn(gbnf, format)!);
      const accepted = await xgrammar.grammar(printedIn(ebnf, format)!, texts);
      wrong.push(...texts.filter((text, i) => !accepts(text) || !accepted?.[i]));
      count += texts.length;
    }
    deepEqual(wrong, []);
    ok(count >= 35);
  }).timeout(isLong ? 300_000 : 20_000);
});

function formatOf(schema: JsonSchema) {
  try {
    return schemaFormat(schema);
  } catch (error) {
    if (error instanceof NoGrammarError) return undefined;
    throw error;
  }
}
