import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type EngineServices, threadOf } from '../../../src/extension/engineServices.ts';
import type { HostFiles } from '../../../src/extension/hostFiles.ts';
import { channel, connect, type Port, serve } from '../../../src/extension/rpc.ts';

/** Every way from a file to a module, through the thread that an editor's window starts; the window's answers are the test's. */
suite('the engine’s thread in a window that is not trusted', () => {
  let folder = '';
  let worker: Worker;
  let api: EngineServices;
  let isTrusted = false;
  let asked = 0;
  let tokenizers = 0;
  const response = '{"a": 1}';
  const evil = { type: 'custom', module: 'evil.mjs' };
  const good = { type: 'MarkdownJsonDictParser', content_hint: { a: 1 } };
  const definitions = JSON.stringify({
    parsers: { evil: { ...evil, samples: [{ name: 's', text: response }] }, good },
  });
  const names = () => ({ fileName: join(folder, 'x.parser.json'), text: definitions });
  const ref = () => ({ ...names(), name: 'evil' });
  const request = () => ({ cwd: folder, folder: pathToFileURL(`${folder}/`).href, allowedHosts: [] });
  const converse = async (conversation: object) => {
    const messages = [
      { name: 'a', role: 'system', content: 'x' },
      { name: 'a', role: 'assistant', content: response },
    ];
    const text = JSON.stringify({ formatter: 'OpenAIChatFormatter', ...conversation, messages });
    await api.conversations.readConversation('id', text, join(folder, 'x.messages.json'));
    await api.conversations.formatConversation('id', { ...request(), definitionText: definitions });
    await api.conversations.messageOutcome('id', 1);
  };
  const evaluate = async (id: string, name: string, compared?: string) => {
    const file = join(folder, 'x.jsonl');
    const logs = [{ path: 'x.jsonl', name: 'x.jsonl', file }];
    const compare = compared && { definition: { ...names(), name: compared }, file: 'x.parser.json', title: compared };
    await api.evaluation.startEvaluation(id, {
      definition: { ...names(), name },
      file: 'x.parser.json',
      logs,
      off: [],
      ...(compare && { compare }),
    });
    const deadline = Date.now() + 20_000;
    for (let seen = 0; ; ) {
      const update = await api.evaluation.watchEvaluation(id, seen);
      assert.ok(update && Date.now() < deadline);
      if (update.phase !== 'running') return api.evaluation.closeEvaluation(id);
      seen = update.revision;
    }
  };

  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'an instruction': () => api.instruction.instruction(ref()),
    'a response': () => api.responses.parse({ session: 's', definition: ref(), text: response }),
    'a search': () => api.find.findParsers([{ text: response }], [names()], { isTrusted }),
    'a sample': async () => {
      await api.samples.listSamples({ ...names(), version: '1' }, 0);
      await api.samples.judge({ fileName: names().fileName, version: '1', numbers: [0], files: {}, details: true });
    },
    'a mutated sample': () => api.robustness.mutateSample({ ...ref(), sample: 0 }),
    'a diagnosis': () => api.diagnosis.diagnose(ref(), { text: response }),
    'a replay': () => api.replay.replay(ref(), { text: response }),
    'a conversation’s parser': () => converse({ parser: 'x.parser.json#evil' }),
    'a conversation’s formatter': () => converse({ formatter: 'custom', module: 'evil.mjs' }),
    'an evaluation': () => evaluate('e', 'evil'),
    'what an evaluation is compared with': () => evaluate('c', 'good', 'evil'),
  };

  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-untrusted-'));
    await writeFile(join(folder, 'x.jsonl'), `${JSON.stringify({ response })}\n`);
    const mark = `import { writeFileSync } from 'node:fs'; writeFileSync(new URL('ran', import.meta.url), '');`;
    await writeFile(join(folder, 'evil.mjs'), `${mark}\nexport const parse = () => 1;`);
    worker = new Worker(resolve('dist/thread.js'), {
      workerData: { bundle: 'worker.js', codeCache: join(folder, 'cache'), tempFolder: join(folder, 'temp') },
    });
    const port: Port = {
      post: message => worker.postMessage(message),
      onMessage: listener => void worker.on('message', listener),
    };
    const reply = { failed: { class: 'Stub', message: 'asked' } };
    serve(channel(port, 'host'), {
      mayRunModules: async () => isTrusted,
      async askModule() {
        asked++;
        return reply;
      },
      async askModuleEach(_, questions) {
        asked++;
        return questions.map(() => reply);
      },
      readWhole: async () => new Uint8Array(),
      appendToLog: async () => {},
      readFile: async () => undefined,
      readModelText: async () => (isTrusted ? undefined : 'untrusted'),
      readImported: async () => undefined,
      async readTokenizer() {
        tokenizers++;
        return isTrusted ? undefined : 'untrusted';
      },
    } satisfies HostFiles);
    const services = Object.keys(threadOf).map(name => [name, connect<object>(channel(port, name)).api]);
    api = Object.fromEntries(services) as EngineServices;
  });
  suiteTeardown(async () => {
    await worker?.terminate();
    await rm(folder, { recursive: true, force: true });
  });
  setup(() => {
    asked = 0;
    isTrusted = false;
  });

  for (const [name, way] of Object.entries(ways))
    test(`${name} reaches no module, and does once it is trusted`, async () => {
      await way();
      assert.equal(asked, 0);
      assert.ok(!(await readdir(folder)).includes('ran'));
      isTrusted = true;
      await way();
      assert.ok(asked > 0, 'this is a way to a module');
      assert.ok(!(await readdir(folder)).includes('ran'), 'the window runs it, never the thread');
    });

  test('a text of a model that the window does not give is not called a tokenizer', async () => {
    const text = JSON.stringify({ type: 'response_template', response_template: '/m/tokenizer_config.json' });
    const model = await api.responses.parse({
      session: 'm',
      definition: { text, fileName: 'x.parser.json', name: 'x' },
      text: '',
    });
    assert.equal(model.error?.class, 'FileNotAllowed');
    assert.match(model.error?.message ?? '', /tokenizer_config\.json is outside of the workspace/);
  });

  test('a conversation’s tokenizer is asked of the window', async () => {
    const token_counter = { type: 'HuggingFaceTokenCounter', pretrained_model_name_or_path: folder };
    await converse({ token_counter });
    assert.ok(tokenizers > 0);
  });
});
