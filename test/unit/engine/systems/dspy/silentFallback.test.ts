import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { createTokenCounter } from '../../../../../src/engine/tokens/index.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';
import { runCli } from '../../../cli/runCli.ts';

const signature = 'review -> stars: int';
const demos = [{ review: 'Nice', stars: 4 }];
const definitions = {
  parsers: {
    chat: { type: 'ChatAdapter', signature, demos },
    xml: { type: 'XMLAdapter', signature, demos },
    json: { type: 'JSONAdapter', signature, demos },
    baml: { type: 'BAMLAdapter', signature, demos },
    off: { type: 'ChatAdapter', signature, demos, use_json_adapter_fallback: false },
  },
};
const text = JSON.stringify(definitions);
const responses = ['[[ ## stars ## ]]\n4', '## stars\n4', '{"stars": 4}', null];
const rows = responses.map((response, i) => `${JSON.stringify({ id: String(i), response })}\n`).join('');

/** The tokens of a request with `JSONAdapter`, without its input. */
async function requestTokens(counter: string): Promise<number> {
  const definition = readDefinitions(text, 'x.parser.json').definitions.find(({ name }) => name === 'json')!;
  const messages = createParser(definition).instructionMessages();
  // The last message is the request, and the input stands in it.
  const texts = messages.map(({ text: said }, i) =>
    i === messages.length - 1 ? said.replace('[[ ## review ## ]]\n{review}\n\n', '') : said,
  );
  let sum = 0;
  for (const each of texts) sum += await createTokenCounter(counter, nodeHost).countText(each);
  return sum;
}

suite('DSPy’s silent second request', () => {
  let folder = '';
  const cli = (args: string) => runCli(folder, args);
  const evaluated = async (args: string) =>
    JSON.parse((await cli(`evaluate log.jsonl --json --threads 0 ${args}`)).out);

  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
    await writeFile(join(folder, 'd.parser.json'), text);
    await writeFile(join(folder, 'log.jsonl'), rows);
  });
  suiteTeardown(() => rm(folder, { recursive: true }));

  test('an evaluation counts it and its tokens: one request for each answer that was not read', async () => {
    for (const name of ['chat', 'xml']) {
      const { fallback, totals } = await evaluated(`--parser d.parser.json#${name}`);
      const request = await requestTokens('o200k_base');
      const requests = name === 'chat' ? 2 : 3;
      equal(totals.error, requests);
      deepEqual(fallback, {
        reader: 'JSONAdapter',
        requests,
        tokens: { counter: 'o200k_base', request, all: requests * request },
      });
    }
    const counted = await evaluated('--parser d.parser.json#chat --tokens cl100k_base');
    deepEqual(counted.fallback.tokens.counter, 'cl100k_base');
    deepEqual(counted.fallback.tokens.request, await requestTokens('cl100k_base'));
  });

  test('reports say it in words', async () => {
    const each = await requestTokens('o200k_base');
    const words = `After 2 of 3 answers the framework asks again, with JSONAdapter, and says nothing of it: 2 × ${each} = ${2 * each} tokens without inputs (o200k_base). What that reads is not known here.`;
    for (const reporter of ['pretty', 'markdown']) {
      const { out } = await cli(`evaluate log.jsonl --threads 0 --parser d.parser.json#chat --reporter ${reporter}`);
      equal(out.includes(words), true, out);
    }
  });

  for (const name of ['json', 'baml', 'off'])
    test(`${name}: none is sent, and none is told`, async () => {
      equal('fallback' in (await evaluated(`--parser d.parser.json#${name}`)), false);
      doesNotMatch((await cli(`evaluate log.jsonl --threads 0 --parser d.parser.json#${name}`)).out, /asks again/);
      const { out } = await cli(`run d.parser.json#${name} --replay log.jsonl --json`);
      equal('fallback' in JSON.parse(out), false);
    });

  test('parts that are put together have the numbers of the whole', async () => {
    const whole = await evaluated('--parser d.parser.json#chat');
    for (const i of [1, 2])
      await cli(
        `evaluate log.jsonl --threads 0 --parser d.parser.json#chat --shard ${i}/2 --out ${i}.evaluation.json --force`,
      );
    const merged = JSON.parse((await cli('merge 1.evaluation.json 2.evaluation.json --json')).out);
    deepEqual(merged.fallback, whole.fallback);
    equal(JSON.parse(await readFile(join(folder, '1.evaluation.json'), 'utf8')).fallback.reader, 'JSONAdapter');
  });

  test('a run counts it, too', async () => {
    const whole = await evaluated('--parser d.parser.json#chat');
    const run = await cli('run d.parser.json#chat --replay log.jsonl --json');
    deepEqual(JSON.parse(run.out).fallback, whole.fallback);
    const said = (await cli('run d.parser.json#chat --replay log.jsonl')).out;
    match(said, /^After 2 of 3 answers the framework asks again, with JSONAdapter/m);
  });
});
