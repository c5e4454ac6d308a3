import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Reach } from '../../../src/cli/reach.ts';
import { type Conversation, type Definition, type Host, readDefinitions } from '../../../src/engine/index.ts';

suite('what a command may reach', () => {
  let top: string;
  let here: string;
  suiteSetup(() => {
    top = realpathSync(mkdtempSync(join(tmpdir(), 'parserlens-')));
    here = join(top, 'here');
    mkdirSync(join(here, 'model'), { recursive: true });
    mkdirSync(join(top, 'model'));
    for (const folder of [top, here]) writeFileSync(join(folder, 'model/tokenizer.json'), '{}');
    symlinkSync(join(top, 'model'), join(here, 'link'));
  });
  suiteTeardown(() => rmSync(top, { recursive: true }));

  const reachOf = (runModules = false) =>
    new Reach({ confines: { folders: [here], name: 'the current folder' }, runModules });
  const inside = () => join(here, 'model/tokenizer.json');
  const outside = () => join(top, 'model/tokenizer.json');
  const conversation = (more: object = {}) => more as Conversation;
  const custom = (module?: string): Definition => {
    const type = module === undefined ? 'MarkdownJsonObjectParser' : 'custom';
    return readDefinitions(JSON.stringify({ type, module }), 'x.parser.json').definitions[0]!;
  };
  /** `read`, or why a file is not. */
  async function reading(reach: Reach, path: string): Promise<string> {
    const host = reach.guard({ readFile: async () => new Uint8Array() } as Partial<Host> as Host);
    try {
      await host.readFile!(path);
      return 'read';
    } catch (error) {
      return (error as { class?: string }).class ?? String(error);
    }
  }

  for (const [what, prepare, runModules, expected] of [
    ['nothing is named', () => {}, false, ['TokenizerNotTrusted', 'TokenizerNotTrusted', 'TokenizerNotTrusted']],
    ['--run-modules', () => {}, true, ['read', 'FileNotAllowed', 'FileNotAllowed']],
    [
      'a conversation is named',
      (reach: Reach) => reach.nameConversation(conversation()),
      false,
      ['read', 'FileNotAllowed', 'FileNotAllowed'],
    ],
    [
      'a counter is named, by its folder',
      (reach: Reach) => reach.nameCounter({ type: 'x', pretrained_model_name_or_path: join(top, 'model') }),
      false,
      ['TokenizerNotTrusted', 'read', 'TokenizerNotTrusted'],
    ],
    [
      'a counter is named, by its file',
      (reach: Reach) => reach.nameCounter({ type: 'x', pretrained_model_name_or_path: outside() }),
      false,
      ['TokenizerNotTrusted', 'read', 'TokenizerNotTrusted'],
    ],
    [
      'a counter without a tokenizer is named',
      (reach: Reach) => reach.nameCounter({ type: 'x' }),
      false,
      ['TokenizerNotTrusted', 'TokenizerNotTrusted', 'TokenizerNotTrusted'],
    ],
    ['a folder is named', (reach: Reach) => reach.nameFolder(top), true, ['read', 'read', 'read']],
  ] as const)
    test(`tokenizers inside, outside, and by a link: ${what}`, async () => {
      const reach = reachOf(runModules);
      prepare(reach);
      const places = [inside(), outside(), join(here, 'link/tokenizer.json')];
      const results: string[] = [];
      for (const place of places) results.push(await reading(reach, place));
      assert.deepEqual(results, expected);
    });

  test('one that is not there is looked for', async () => {
    assert.equal(await reading(reachOf(true), join(here, 'gone.json')), 'read');
    assert.equal(await reading(reachOf(true), join(top, 'gone.json')), 'FileNotAllowed');
  });

  test('a host that reads no files reads none', () => {
    assert.equal('readFile' in reachOf().guard({} as Host), false);
  });

  test('the modules of what is named, each once', () => {
    const reach = reachOf();
    reach.nameDefinition('/a.parser.json', custom('x.mjs'));
    reach.nameDefinition('/a.parser.json', custom('x.mjs'));
    reach.nameDefinition('/a.parser.json', custom('y.mjs'));
    reach.nameDefinition('/b.parser.json', custom('x.mjs'));
    reach.nameDefinition('/b.parser.json', custom());
    reach.nameConversation(conversation({ file: '/c.messages.json', module: 'z.mjs' }));
    reach.nameConversation(conversation({ file: '/c.messages.json' }));
    reach.nameConversation(conversation({ module: 'z.mjs' }));
    assert.deepEqual(reach.rights, {
      named: [
        ['/a.parser.json', 'x.mjs'],
        ['/a.parser.json', 'y.mjs'],
        ['/b.parser.json', 'x.mjs'],
        ['/c.messages.json', 'z.mjs'],
      ],
    });
  });

  test('with --run-modules also those in the folders, and in those that are named', () => {
    const reach = reachOf(true);
    reach.nameFolder('/d');
    assert.deepEqual(reach.rights, {
      named: [],
      confines: { folders: [here, '/d'], name: 'the current folder' },
    });
  });

  test('why a module that nobody named does not run', async () => {
    const file = join(here, 'a.parser.json');
    assert.equal(await reachOf().refused(file, custom()), undefined);
    assert.match((await reachOf().refused(file, custom('x.mjs'))) ?? '', /^It was not run: modules run only for/);
    assert.equal(await reachOf(true).refused(file, custom('model/tokenizer.json')), undefined);
    assert.equal(await reachOf(true).refused(file, custom('gone.mjs')), undefined);
    const away = await reachOf(true).refused(file, custom('../model/tokenizer.json'));
    assert.equal(away, 'It was not run: it is outside of the current folder.');
    const named = reachOf();
    named.nameDefinition(file, custom('../away.mjs'));
    assert.equal(await named.refused(file, custom('../away.mjs')), undefined);
  });
});
