import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openPage } from '../run/embedded.mjs';
import { root } from '../run/process.mjs';
import { newest } from '../run/vscode.mjs';
import { startWebServer, type WebServer, webFolder } from '../run/webServer.mjs';
import { type Theme, Workbench } from './harness.ts';

/** VS Code in a browser alone: its web extension host, our browser build, a virtual file system. */
export interface WebWorkbench {
  readonly workbench: Workbench;
  readonly server: WebServer;
  /** Writes a file of the workspace behind VS Code's back, before it is first read. */
  write(path: string, text: string | Uint8Array): void;
  /** A file's text as it was saved. */
  read(path: string): string;
  /** What went wrong so far: errors of the page, requests that were refused or went elsewhere. */
  faults(): readonly string[];
}

/** What VS Code itself complains of where there is no account, no gallery and no remote machine. */
const noise =
  /github' to register|\[DefaultAccount\]|\[chat-stt\]|AgentHost|Ignoring the error while validating workspace folder|same-origin iframe|can escape its sandboxing|\[Violation\]/;

/** Opens examples/ in a browser's VS Code. The caller closes it, in a teardown. */
export async function openWebWorkbench({
  trust = true,
  theme = 'Dark Modern',
  files = examples(),
  settings = {},
  models,
}: {
  readonly trust?: boolean;
  readonly theme?: Theme;
  /** Of the folder that is opened; those of examples/ when absent. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The address of a server of models, which may be asked. */
  readonly models?: string;
} = {}): Promise<WebWorkbench> {
  const server = await startWebServer({
    version: newest,
    trust,
    settings: {
      'workbench.colorTheme': theme,
      'editor.find.seedSearchStringFromSelection': 'never',
      'security.workspace.trust.startupPrompt': 'never',
      'files.autoSave': 'off',
      ...settings,
    },
  });
  const write = (path: string, text: string | Uint8Array) =>
    void server.files.set(`${webFolder}/${path}`, typeof text === 'string' ? new TextEncoder().encode(text) : text);
  for (const [path, content] of Object.entries(files)) write(path, content);
  const { page, close: closePage } = await openPage({ width: 1400, height: 900 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const faults: string[] = [];
  page.on('pageerror', error => faults.push(`error: ${error.stack}`));
  page.on('crash', () => faults.push('the page crashed'));
  page.on('console', message => {
    if (message.type() === 'error' && !noise.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  page.on('request', request => {
    const url = request.url();
    const isKnown = url.startsWith(server.url) || (models !== undefined && url.startsWith(models));
    if (!isKnown && !/^(?:blob|data|about):/.test(url)) faults.push(`foreign: ${url}`);
  });
  page.setDefaultTimeout(process.env.CI ? 60_000 : 30_000);
  const close = async () => {
    await closePage().catch(() => undefined);
    await server.close();
  };
  const workbench = new Workbench(page, `vscode-vfs://github${webFolder}`, close);
  try {
    await page.goto(server.url);
    await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
    await page.locator('.activitybar [aria-label^="ParserLens"]').first().waitFor();
  } catch (error) {
    await workbench.screenshot('failed-to-open-web').catch(() => undefined);
    await close();
    throw new Error(`VS Code did not open: ${faults.join('\n')}`, { cause: error });
  }
  return {
    workbench,
    server,
    write,
    read: path => new TextDecoder().decode(server.files.get(`${webFolder}/${path}`)),
    faults: () => [...faults, ...server.refused.map(what => `refused: ${what}`)],
  };
}

/** The files of examples/, by their paths. */
export function examples(): Record<string, Uint8Array> {
  const folder = join(root, 'examples');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path =>
    statSync(join(folder, path)).isFile(),
  );
  return Object.fromEntries(paths.map(path => [path.replaceAll('\\', '/'), readFileSync(join(folder, path))]));
}

/** A tokenizer of words, as a conversation may name one. */
export function wordTokenizer() {
  const model = {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 9,
    vocab: { '[UNK]': 0, be: 1, kind: 2 },
  };
  const rest = { version: '1.0', added_tokens: [], normalizer: null, post_processor: null, decoder: null };
  return { ...rest, pre_tokenizer: { type: 'Whitespace' }, model };
}
