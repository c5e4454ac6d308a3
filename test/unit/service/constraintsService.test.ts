import assert from 'node:assert/strict';
import { isHostToPreview, isPreviewMemory, isPreviewToHost } from '../../../src/protocol/instructionGuards.ts';
import { constraintsService } from '../../../src/service/constraintsService.ts';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';

suite('constraints of definitions', () => {
  const service = constraintsService({}, new DefinitionCache({}));
  const short = { type: 'string', pattern: '^[a-z]+$', minLength: 3 };
  const content_schema = { type: 'object', properties: { a: short }, required: ['a'], additionalProperties: false };
  const text = JSON.stringify(
    {
      parsers: {
        value: { type: 'structured_output', content_schema },
        fenced: {
          type: 'MarkdownCodeBlockParser',
          language_name: 'python',
          samples: [{ name: 'no', text: 'Hi ```python\nx\n```' }],
        },
        broken: { type: 'MarkdownCodeBlockParser' },
        list: { type: 'StrOutputParser' },
      },
    },
    undefined,
    1,
  );
  const request = (name: string, more: object = {}) => ({ text, fileName: 'x.parser.json', name, ...more });

  test('what the engine does not keep, at its place', async () => {
    const view = await service.constraint(request('value', { engine: 'xgrammar' }));
    assert.ok(view && 'text' in view.body);
    assert.deepEqual(view.forms, ['json', 'ebnf', 'structural-tag', 'regex']);
    const [dropped] = view.body.unkept;
    assert.deepEqual([dropped?.verdict, dropped?.keyword], ['drops', 'minLength']);
    assert.equal(text.slice(dropped!.span.start, dropped!.span.end), '"minLength"');
    assert.equal(view.body.hasRequest, false);
  });

  test('of many keywords that it does not keep the first are told, and how many more there are', async () => {
    const properties = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`k${i}`, short]));
    const many = JSON.stringify({ type: 'structured_output', content_schema: { ...content_schema, properties } });
    const view = await service.constraint({ text: many, fileName: 'x.parser.json', name: 'x', engine: 'xgrammar' });
    assert.ok(view && 'text' in view.body);
    assert.deepEqual([view.body.unkept.length, view.body.more], [100, 52]);
    for (const { keyword, span } of view.body.unkept)
      assert.equal(many.slice(span.start, span.end), JSON.stringify(keyword));
  });

  test('of a format its grammar, proved, with the samples that are no sentences', async () => {
    const view = await service.constraint(request('fenced'));
    assert.ok(view && 'text' in view.body);
    assert.deepEqual([view.engine, view.body.form, view.body.hasRequest], ['vllm', 'ebnf', true]);
    assert.deepEqual(view.body.proof, { sentences: 200 });
    // A grammar limits blanks; of a schema the engine says that it does not.
    assert.deepEqual(view.body.notes, []);
    assert.match(view.body.reasoning ?? '', /^After the thinking/);
    assert.deepEqual(view.body.samples, [{ name: 'no', reason: 'text around' }]);
  });

  test('in a few words, for the engines that a user names', async () => {
    const told = async (name: string, ...engines: readonly string[]) =>
      (await service.constraintSummaries(request(name), engines)).map(
        ({ title, form, refuses, drops }) => `${title} (${form}) ${[...refuses, ...drops]}`,
      );
    assert.deepEqual(await told('value', 'xgrammar@0.2.1', 'llguidance', 'transformers'), [
      'XGrammar 0.2.1 (json) minLength',
      'llguidance (json) ',
    ]);
    assert.deepEqual(await told('fenced', 'vllm', 'gemini'), ['vLLM (ebnf) ']);
    assert.deepEqual(await told('broken', 'vllm'), []);
  });

  test('the whole of it, and for a request', async () => {
    const whole = await service.wholeConstraint(request('fenced', { engine: 'llama.cpp', form: 'gbnf' }));
    assert.equal(whole?.form, 'gbnf');
    assert.deepEqual(JSON.parse(whole!.request!), { grammar: whole!.text });
    assert.equal((await service.wholeConstraint(request('value', { engine: 'llguidance' })))?.request, undefined);
  });

  test('without a constraint the reason; an engine or a form that is not known counts as none', async () => {
    const failure = async (name: string) => {
      const body = (await service.constraint(request(name, { engine: 'toString', form: 'toString' })))?.body;
      return body && 'failure' in body ? body.failure : '';
    };
    assert.match(await failure('list'), /have no grammar|not an object/);
    assert.match(await failure('broken'), /language_name/);
    assert.equal(await service.constraint(request('nothing')), undefined);
    assert.equal(await service.wholeConstraint(request('list')), undefined);
  });

  test('long ones are cut', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`member${i}`, short]));
    const long = JSON.stringify({ type: 'structured_output', content_schema: { ...content_schema, properties: many } });
    const view = await service.constraint({ text: long, fileName: 'x.parser.json', name: 'x', engine: 'xgrammar' });
    assert.ok(view && 'text' in view.body);
    assert.ok(JSON.stringify(view).length < 50_000);
    assert.deepEqual([view.body.unkept.length, view.body.more > 0], [100, true]);
  });

  test('its problems, for the engines that are named', async () => {
    const codes = async (...engines: string[]) =>
      (await service.constraintProblems(text, 'x.parser.json', engines)).map(({ code }) => code);
    assert.deepEqual(await codes('xgrammar'), ['constraint-dropped']);
    assert.deepEqual(await codes(), []);
  });

  test('its messages are told from others', () => {
    const choice = { engine: 'vllm', form: 'ebnf' };
    assert.ok(isPreviewToHost({ type: 'constraint', isOpen: true, ...choice }));
    assert.ok(!isPreviewToHost({ type: 'constraint', isOpen: true, engine: 3 }));
    assert.ok(isPreviewToHost({ type: 'copyConstraint', part: 'request' }));
    assert.ok(!isPreviewToHost({ type: 'copyConstraint', part: 'all' }));
    assert.ok(isPreviewToHost({ type: 'openConstraint' }));
    assert.ok(isHostToPreview({ type: 'constraint', name: 'x', checking: true }));
    assert.ok(isHostToPreview({ type: 'showConstraint' }));
    assert.ok(!isHostToPreview({ type: 'constraint' }));
    const memory = { uri: '', whitespace: false, boundaries: false };
    assert.ok(isPreviewMemory({ ...memory, constraint: { isOpen: true, ...choice } }));
    assert.ok(!isPreviewMemory({ ...memory, constraint: { isOpen: true, form: 3 } }));
    assert.ok(!isPreviewMemory({ ...memory, constraint: choice }));
  });
});
