import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('tokenizers in Restricted Mode', () => {
  let workbench: Workbench;

  suiteSetup(async () => {
    workbench = await openWorkbench({ trust: false });
  });
  suiteTeardown(() => workbench?.close());

  test('one that a conversation names waits for trust, says so, and counts as soon as it is granted', async () => {
    const folder = join(workbench.workspace, 'own');
    await mkdir(folder);
    const vocab = { '[UNK]': 0, be: 1, kind: 2 };
    const model = {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 9,
    };
    const rest = { version: '1.0', added_tokens: [], normalizer: null, post_processor: null, decoder: null };
    const tokenizer = { ...rest, pre_tokenizer: { type: 'Whitespace' }, model: { ...model, vocab } };
    await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer));
    await writeFile(join(folder, 'chat_template.jinja'), '{{ messages[0].content }}');
    const conversation = {
      formatter: 'DeepSeekChatFormatter',
      token_counter: { type: 'HuggingFaceTokenCounter', pretrained_model_name_or_path: folder },
      messages: [{ name: 'Ann', role: 'user', content: 'be kind' }],
    };
    await writeFile(join(workbench.workspace, 'own.messages.json'), JSON.stringify(conversation));
    await workbench.openFile('own.messages.json');
    const shows = (part: string) =>
      until(part, async () => (await workbench.lenses()).flat().some(title => title.includes(part)));
    await shows('tokenizer not loaded: this workspace is not trusted');
    await until('the notification', async () =>
      (await workbench.notifications()).some(message => message.includes('Tokenizers on disk are loaded only')),
    );
    await workbench.page.keyboard.press('Escape');
    await workbench.clickLens('tokenizer not loaded: this workspace is not trusted');
    await workbench.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.openFile('own.messages.json');
    await shows('2 tokens');
  });
});
