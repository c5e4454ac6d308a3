import assert from 'node:assert/strict';
import { readDefinitions } from '../../../src/engine/index.ts';
import { isHostToPreview, isPreviewMemory, isPreviewToHost } from '../../../src/protocol/instructionGuards.ts';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import { robustnessService } from '../../../src/service/robustnessService.ts';

const good = '```json\n{"a": "one two"}\n```';
const text = JSON.stringify(
  {
    type: 'MarkdownJsonDictParser',
    samples: [
      { name: 'inline', text: good },
      { name: 'inline, the object in a list', text: good },
      { name: 'file', file: 'a.md' },
      { name: 'bad', text: 'no' },
    ],
  },
  null,
  2,
);
const request = { text, fileName: 'x.parser.json', name: 'x' };

suite('robustness of samples', () => {
  const service = robustnessService({}, new DefinitionCache({}));

  test('the samples, as far as is needed', async () => {
    assert.deepEqual(await service.sampleEntries(request), [
      { length: good.length },
      { length: good.length },
      { file: 'a.md', length: 0 },
      { length: 2 },
    ]);
    assert.equal(await service.sampleEntries({ ...request, name: 'y' }), undefined);
  });

  test('values of the definition’s own that are not read as they are written, with their places', async () => {
    const two = JSON.stringify({
      parsers: {
        x: { type: 'XMLAdapter', signature: { inputs: { question: 'str' }, outputs: { answer: 'Optional[str]' } } },
        y: { type: 'XMLAdapter', signature: { inputs: { question: 'str' }, outputs: { answer: 'str' } } },
      },
    });
    const ofTwo = { text: two, fileName: 'two.parser.json' };
    const [own, ...others] = await service.unreadOwn({ ...ofTwo, name: 'x' });
    assert.deepEqual(others, []);
    assert.match(own!.message, /^XMLAdapter writes `"a < b & c"` for `answer`/);
    assert.equal(two.slice(own!.span.start, own!.span.end), '"Optional[str]"');
    assert.deepEqual(await service.unreadOwn({ ...ofTwo, name: 'y' }), []);
  });

  test('a sample’s mutations, bounded, without their texts', async () => {
    const view = await service.mutateSample({
      ...request,
      sample: 2,
      response: good.replace('two', 'two '.repeat(1000)),
    });
    assert.ok(view && 'mutations' in view);
    assert.ok(JSON.stringify(view).length < 20_000);
    const { outcome, detail, causes } = view.mutations.find(({ operator }) => operator === 'trailing-comma')!;
    assert.equal(outcome, 'error');
    assert.deepEqual(causes, ['trailing-comma']);
    assert.ok(view.mutations.every(mutation => !mutation.passed || mutation.causes === undefined));
    assert.match(detail, /^The content .* … .*\(char \d+\)$/);
    const bad = await service.mutateSample({ ...request, sample: 3 });
    assert.match(bad && 'reason' in bad ? bad.reason : '', /^It fails\. JsonParsingError|^…/);
    assert.equal(await service.mutateSample({ ...request, sample: 9 }), undefined);
  });

  test('a mutated response as a whole, and as a new sample with the good value', async () => {
    const mutation = { ...request, sample: 0, operator: 'wrapped-in-array' };
    const wanted = '```json\n[{"a": "one two"}]\n```';
    assert.equal(await service.mutatedResponse(mutation), wanted);
    const answer = await service.mutationEdits(mutation);
    // The name is taken.
    assert.equal(answer?.name, 'inline, the object in a list 2');
    const edited = (answer?.edits ?? []).reduceRight(
      (whole, { span, text: inserted }) => whole.slice(0, span.start) + inserted + whole.slice(span.end),
      text,
    );
    const added = readDefinitions(edited, 'x.parser.json').definitions[0]?.samples.at(-1);
    assert.equal(added?.text, wanted);
    assert.deepEqual(added?.expect, { value: new Map([['a', 'one two']]) });
    assert.equal(await service.mutationEdits({ ...mutation, operator: 'tag-case' }), undefined);
  });

  test('the seed decides where a response is mutated, shown or taken whole', async () => {
    const cut = { ...request, sample: 0, operator: 'cut-early' };
    const detailOf = async (seed?: number) => {
      const view = await service.mutateSample({ ...request, sample: 0, ...(seed !== undefined && { seed }) });
      assert.ok(view && 'mutations' in view);
      return JSON.stringify(view.mutations);
    };
    assert.equal(await detailOf(), await detailOf(0));
    const seeds = Array.from({ length: 10 }, (_, seed) => seed);
    const wholes = await Promise.all(seeds.map(seed => service.mutatedResponse({ ...cut, seed })));
    assert.equal(wholes[0], await service.mutatedResponse(cut));
    assert.ok(new Set(wholes).size > 1);
    assert.ok(new Set(await Promise.all(seeds.map(detailOf))).size > 1);
  });

  test('messages of another shape are not messages', () => {
    for (const message of [
      { type: 'robustness', isOpen: true },
      { type: 'openMutation', sample: 0, operator: 'x' },
      { type: 'saveMutation', sample: 3, operator: 'x' },
    ])
      assert.ok(isPreviewToHost(message));
    for (const message of [
      { type: 'robustness' },
      { type: 'openMutation', sample: -1, operator: 'x' },
      { type: 'openMutation', sample: 0 },
      { type: 'saveMutation', sample: '0', operator: 'x' },
    ])
      assert.ok(!isPreviewToHost(message));
    assert.ok(isHostToPreview({ type: 'showRobustness' }));
    assert.ok(isHostToPreview({ type: 'robustness', name: 'x', checking: true }));
    assert.ok(!isHostToPreview({ type: 'robustness' }));
    const memory = { uri: 'a', whitespace: true, boundaries: false };
    assert.ok(isPreviewMemory(memory) && isPreviewMemory({ ...memory, robustness: true }));
    assert.ok(!isPreviewMemory({ ...memory, robustness: 1 }));
  });
});
