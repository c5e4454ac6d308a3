import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { openEmbedded } from '../run/embedded.mjs';
import { pictureOf } from '../run/failure.cjs';
import { root } from '../run/process.mjs';
import { oldest, versions } from '../run/vscode.mjs';

export type Theme = 'Light Modern' | 'Dark Modern' | 'Default High Contrast' | 'Default High Contrast Light';

/** What the list of themes calls each, and the class that the workbench has then. */
const themeLooks: Readonly<Record<Theme, readonly [label: string, look: string]>> = {
  'Light Modern': ['Light Modern', 'vs'],
  'Dark Modern': ['Dark Modern', 'vs-dark'],
  'Default High Contrast': ['Dark High Contrast', 'hc-black'],
  'Default High Contrast Light': ['Light High Contrast', 'hc-light'],
};

export interface WorkbenchOptions {
  /** The folder to open a copy of; examples/ when absent. */
  readonly folder?: string;
  readonly theme?: Theme;
  /** Of VS Code; the newest when absent. */
  readonly version?: string;
  /** A packaged extension to install; when absent, the extension under development is tested. */
  readonly vsix?: string;
  /** false: the workspace opens in Restricted Mode. */
  readonly trust?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** More environment variables of VS Code's server; WORKSPACE in them is the opened copy. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How long VS Code may take over anything that it does, in milliseconds: on a machine of its own, or of a CI that does other things too. */
const patience = process.env.CI ? 60_000 : 30_000;

/**
 * Starts VS Code with the extension on a copy of a folder and waits until the workbench shows it.
 * The caller closes it, in a teardown.
 */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const wanted = JSON.stringify(options);
  if (left?.options === wanted) return left.renew();
  await left?.end();
  left = undefined;
  const temporary = await mkdtemp(join(tmpdir(), 'parserlens-ui-'));
  const source = options.folder ?? join(root, 'examples');
  const workspace = join(temporary, basename(source));
  await cp(source, workspace, { recursive: true });
  const version = options.version ?? versions()[0]!;
  const embedded = await openEmbedded({
    version,
    vsix: options.vsix ? [options.vsix] : [],
    trust: options.trust ?? true,
    env: Object.fromEntries(
      Object.entries(options.env ?? {}).map(([name, value]) => [name, value.replace('WORKSPACE', workspace)]),
    ),
    settings: {
      'workbench.colorTheme': themeId(options.theme ?? 'Dark Modern', version),
      'editor.find.seedSearchStringFromSelection': 'never',
      'security.workspace.trust.startupPrompt': 'never',
      ...options.settings,
    },
  });
  const end = async (): Promise<void> => {
    opened.delete(workbench);
    await embedded.close();
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  };
  /** As it was opened, but for what the extension remembers. */
  const renew = async (): Promise<Workbench> => {
    const { page } = workbench;
    left = undefined;
    opened.add(workbench);
    await page.setViewportSize({ width: 1280, height: 800 });
    await workbench.closeEditors();
    for (const name of await readdir(workspace))
      await rm(join(workspace, name), { recursive: true, force: true, maxRetries: 5 });
    await cp(source, workspace, { recursive: true });
    for (const command of ['Notifications: Clear All Notifications', 'View: Show Explorer'])
      await workbench.runCommand(command);
    await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
    return workbench;
  };
  const close = async (): Promise<void> => {
    if (!isShared) return end();
    opened.delete(workbench);
    left = { options: wanted, renew, end };
  };
  const workbench = new Workbench(embedded.page, workspace, close);
  opened.add(workbench);
  try {
    embedded.page.setDefaultTimeout(patience);
    await embedded.open(workspace, options.vsix ? {} : { development: root });
    // An empty folder has no rows.
    await embedded.page.locator('.explorer-folders-view .monaco-list').first().waitFor();
    // Before the extensions are known, the Command Palette has none of their commands.
    await embedded.page.locator('.activitybar [aria-label^="ParserLens"]').first().waitFor();
    return workbench;
  } catch (error) {
    await workbench.screenshot('failed-to-open').catch(() => undefined);
    await end();
    throw error;
  }
}

/** Those that are open now. */
const opened = new Set<Workbench>();

/** Whether files that want the same window share one, one after the other: see `uiQueue.mjs`. */
const isShared = process.env.PARSERLENS_SHARED_WINDOW !== undefined;
/** The window that the file before is done with. */
let left: { readonly options: string; renew(): Promise<Workbench>; end(): Promise<void> } | undefined;
if (isShared) suiteTeardown(() => left?.end());

// Of every test that fails there is a picture. What makes pictures for the documentation has no tests.
if ('teardown' in globalThis)
  teardown(async function () {
    if (this.currentTest?.state !== 'failed') return;
    const path = pictureOf(this.currentTest.fullTitle());
    for (const workbench of opened) await workbench.screenshot(basename(path), dirname(path)).catch(() => undefined);
  });

/** A whole VS Code, driven as a user does: with keys, clicks and what is on the screen. */
export class Workbench {
  readonly page: Page;
  /** The opened copy; a test may write there. */
  readonly workspace: string;
  readonly close: () => Promise<void>;

  constructor(page: Page, workspace: string, close: () => Promise<void>) {
    this.page = page;
    this.workspace = workspace;
    this.close = close;
  }

  /** The editor that has the focus, or had it last. */
  get editor(): Locator {
    return this.page.locator('.editor-group-container.active .editor-instance .monaco-editor').first();
  }

  /**
   * Does something again until it shows what it brings, as people do: VS Code drops a key or a click that comes before a
   * provider is registered or while a list is drawn anew.
   */
  async untilShown(what: Locator, act: () => Promise<void>): Promise<void> {
    await until('what was asked for', async () => {
      await act();
      await what.waitFor({ timeout: 3000 });
      return true;
    });
  }

  /** Opens a file of the workspace, by its path in it, through Go to File. */
  async openFile(path: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input[type=text]').first();
    const row = this.page.locator(`.quick-input-list .monaco-list-row[aria-label^="${basename(path)}"]`).first();
    // Files are searched once per opening, and one that was written just now may not be among them.
    let tries = 0;
    await this.untilShown(row, async () => {
      if (tries++ > 0) await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Control+P');
      await input.fill(path, { timeout: 3000 });
    });
    await row.click();
    await this.page
      .locator(`.tab.active[data-resource-name="${basename(path)}"]`)
      .first()
      .waitFor();
    await this.editor.locator('.view-line').first().waitFor();
  }

  /** Runs a command by its full title in the Command Palette, such as "ParserLens: Clear Results". */
  async runCommand(title: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input[type=text]').first();
    // The palette closes when an editor that still opens takes the focus.
    await until(title, async () => {
      await this.page.keyboard.press('F1');
      await input.fill(`>${title}`, { timeout: 5000 });
      await this.pick(title, 5000);
      return true;
    });
  }

  /**
   * Reloads the window in VS Code's own way, which waits until the state of editors is stored. What changed within the last
   * second has no backup yet: VS Code asks whether to leave all the same. Like a user who reads that, this stays, and tries
   * again.
   */
  async reload(): Promise<void> {
    await until('the window to reload', async () => {
      const gone = this.page.waitForEvent('framenavigated', frame => frame === this.page.mainFrame());
      // At once: the page stands still meanwhile.
      const stayed = this.page.waitForEvent('dialog').then(dialog => dialog.dismiss());
      // Whichever comes second, if ever, is not waited for.
      for (const each of [gone, stayed]) each.catch(() => undefined);
      await this.runCommand('Developer: Reload Window');
      return Promise.race([gone.then(() => true), stayed.then(() => false)]);
    });
  }

  /** Closes all editors, whatever is not saved in them. */
  async closeEditors(): Promise<void> {
    const dialog = this.page.locator('.monaco-dialog-box');
    await this.untilShown(this.page.locator('.editor-group-container.empty').first(), async () => {
      await this.runCommand('View: Close All Editors');
      await dialog
        .getByRole('button', { name: /Don't Save/ })
        .click({ timeout: 1000 })
        .catch(() => undefined);
    });
  }

  /** Chooses the entry of the open quick pick whose label starts with `label`, typed where it may be far down. */
  async pick(label: string, timeout = patience): Promise<void> {
    const rows = this.page.locator('.quick-input-list .monaco-list-row .quick-input-list-row').first();
    await rows.waitFor({ timeout });
    const input = this.page.locator('.quick-input-widget input[type=text]').first();
    if ((await input.inputValue()) === '') await input.fill(label);
    const row = this.page
      .locator('.quick-input-list .monaco-list-row', {
        has: this.page.locator('.label-name', { hasText: startsWith(label) }),
      })
      .first();
    await row.waitFor({ timeout });
    // Rows that still come may take the focus between a look at it and the key; a list that goes on for long is chosen from all the same.
    const coming = this.page.locator('.quick-input-widget .monaco-progress-container.active');
    await coming.waitFor({ state: 'hidden', timeout: 10_000 }).catch(() => undefined);
    // Another row may stand where this one was when the list was found, as long as what was typed still filters it.
    const isFocused = (await row.getAttribute('class', { timeout }))?.includes('focused') === true;
    if (isFocused && !(await row.locator('input[type=checkbox]').isVisible())) return input.press('Enter');
    await row.click({ timeout });
  }

  /** Changes the colour theme, and waits until the workbench wears it. */
  async chooseTheme(theme: Theme): Promise<void> {
    const [label, look] = themeLooks[theme];
    await this.runCommand('Preferences: Color Theme');
    const input = this.page.locator('.quick-input-widget input[type=text]').first();
    const row = this.page
      .locator('.quick-input-list .monaco-list-row', {
        has: this.page.locator('.label-name', { hasText: startsWith(label) }),
      })
      .first();
    await until(`${label} in the list of themes`, async () => {
      // A slow machine still shows the palette's own list.
      if ((await input.inputValue()).startsWith('>')) return false;
      await input.fill(label, { timeout: 3000 });
      await row.waitFor({ timeout: 3000 });
      return true;
    });
    await row.click();
    await this.page.locator(`.monaco-workbench.${look}`).first().waitFor();
  }

  /** Selects the first occurrence of a text in the active editor, through Find; the text may have several lines. */
  async selectText(text: string): Promise<void> {
    const find = this.page.locator('.find-widget.visible');
    await this.untilShown(this.editor.locator('.selected-text').first(), async () => {
      await this.focusEditor();
      await this.page.keyboard.press('Control+Home');
      await this.page.keyboard.press('Control+F');
      // The same text as last time would not be searched from the top.
      await find.locator('.find-part textarea').fill('');
      await find.locator('.find-part textarea').fill(text);
      // In a narrow editor the widget hides the number.
      await find.locator('.matchesCount', { hasText: /^\d+ of \d+/ }).waitFor({ state: 'attached' });
      await this.page.keyboard.press('Escape');
    });
  }

  /** Puts the focus into the active editor without moving its cursor. */
  async focusEditor(): Promise<void> {
    await this.page.keyboard.press('Control+1');
    await this.page.locator('.editor-group-container.active .monaco-editor.focused').first().waitFor();
  }

  /** Right-clicks the selection of the active editor and chooses an entry of the menu. */
  async chooseForSelection(entry: string): Promise<void> {
    const item = this.page.getByRole('menuitem', { name: entry }).first();
    await until(`${entry} in the menu`, async () => {
      const box = await this.editor.locator('.selected-text').first().boundingBox();
      if (!box) return false;
      const middle = [box.x + Math.min(box.width, 40) / 2, box.y + box.height / 2] as const;
      await this.page.mouse.click(...middle, { button: 'right' });
      try {
        await item.waitFor({ timeout: 5000 });
        return true;
      } catch (error) {
        // The menu came before the extension had started, and lacks its entries.
        await this.page.keyboard.press('Escape');
        throw error;
      }
    });
    await this.chooseInMenu(entry);
  }

  /** Right-clicks something and chooses an entry of the menu. */
  async choose(target: Locator, entry: string): Promise<void> {
    await target.click({ button: 'right' });
    await this.chooseInMenu(entry);
  }

  private async chooseInMenu(entry: string): Promise<void> {
    const item = this.page.getByRole('menuitem', { name: entry }).first();
    await item.waitFor();
    // A menu ignores a click that follows the opening one at once, as it may be that one's release.
    await item.hover();
    await item.press('Enter');
  }

  /** The entry of a file in the Explorer, which must be on the screen. */
  explorerEntry(name: string): Locator {
    return this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).first();
  }

  /** What the lenses of the active editor say, a list for each line of them, from top to bottom. */
  async lenses(): Promise<string[][]> {
    const lines = await this.editor.locator('.codelens-decoration').all();
    const placed = await Promise.all(
      lines.map(async line => ({
        // A lens may be drawn anew meanwhile; whoever waits asks again.
        top: (await line.boundingBox({ timeout: 1000 }).catch(() => null))?.y ?? 0,
        titles: (await line.locator('a, span:not(.codicon)').allInnerTexts())
          .map(clean)
          .filter(title => title && title !== '|'),
      })),
    );
    return placed.sort((one, other) => one.top - other.top).map(({ titles }) => [...new Set(titles)]);
  }

  /** Clicks the lens whose title contains `title`. */
  async clickLens(title: string): Promise<void> {
    await this.editor.locator('.codelens-decoration a', { hasText: title }).first().click();
  }

  /** The messages of the notification centre, which it opens: a VS Code under test shows no toasts. */
  async notifications(): Promise<string[]> {
    const centre = this.page.locator('.notifications-center.visible');
    // It closes by itself when its last message goes, as one goes whenever the same comes again.
    await this.untilShown(centre, async () => {
      if (!(await centre.isVisible())) await this.page.locator('[id="status.notifications"]').click();
    });
    return centre.locator('.notification-list-item-message').allInnerTexts();
  }

  /** Does something again until a notification contains `part`, which it leaves on the screen. */
  async untilNotified(part: string, act: () => Promise<void>): Promise<void> {
    const hasCome = async () => (await this.notifications()).some(message => message.includes(part));
    await until(part, async () => {
      await act();
      // Acting again at once would take the message away that just comes.
      return until(part, hasCome, 5000);
    });
  }

  /** The document inside a webview, by its <title>. */
  async webview(title: string): Promise<Frame> {
    return until(`a webview titled ${title}`, async () => {
      for (const frame of this.page.frames()) {
        if (frame.url().includes('fake.html') && (await frame.title()) === title) return frame;
      }
      return undefined;
    });
  }

  /**
   * Takes a picture for people, into out/screenshots, with PARSERLENS_PICTURES in the environment: a whole run takes those
   * of failures only. Without it, waits for what is drawn, as taking it would.
   */
  async picture(name: string): Promise<void> {
    if (process.env.PARSERLENS_PICTURES) await this.screenshot(name);
    else
      await this.page.evaluate(
        'new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))',
      );
  }

  /** Takes a picture into a folder of the project, and returns its path. */
  async screenshot(name: string, folder = 'out/screenshots'): Promise<string> {
    const path = join(root, folder, `${name}.png`);
    await mkdir(join(root, folder), { recursive: true });
    await this.page.screenshot({ path });
    return path;
  }
}

/**
 * Asks again until the answer is truthy, and returns it.
 * @throws when that takes longer than VS Code's patience, naming `what`
 */
export async function until<T>(what: string, ask: () => Promise<T>, timeout = patience): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeout;
  for (;;) {
    let problem: unknown;
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      problem = error;
    }
    if (Date.now() > deadline) throw new Error(`not within ${timeout} ms: ${what}`, { cause: problem });
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

/** A theme's name in a version of VS Code: a name that it does not know would give the theme that it starts with. */
const themeId = (theme: Theme, version: string): string =>
  version === oldest && theme.endsWith('Modern') ? `Default ${theme}` : theme;

/** VS Code draws spaces as no-break spaces. */
const clean = (text: string): string => text.replaceAll('\u00a0', ' ').trim();

const startsWith = (text: string): RegExp => new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
