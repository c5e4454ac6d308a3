import * as vscode from 'vscode';
import type { LineRange } from '../../views/sampleListing.ts';
import { prefix, registerCommand } from '../commands.ts';
import { isDefinitionUri } from '../definitions/definitionUris.ts';
import { logError } from '../errorTexts.ts';
import type { Services } from '../services.ts';
import { DrawnRows } from './drawnRows.ts';
import { fileOpens, sum, toTreeItem } from './parserItems.ts';
import { childNodes, type FileNode, type FolderNode, folderNodes, type ParserNode, setListed } from './parserNodes.ts';

/** The *Parsers* view: all definitions of the workspace by folder, with what their samples come to, and its commands. */
export function registerParsersView(services: Services): vscode.Disposable {
  const { log, samples } = services;
  const tree = new ParsersTree(services);
  const view = vscode.window.createTreeView(`${prefix}.parsers`, { treeDataProvider: tree, showCollapseAll: true });

  const count = () => {
    const counts = sum(
      tree.files.flatMap(({ uri, listed }) => (listed?.definitions ?? []).map(({ name }) => samples.counts(uri, name))),
    );
    const failed = counts?.failed ?? 0;
    const words = counts && counts.total > 0 ? [vscode.l10n.t('{0}/{1} samples', counts.passed, counts.total)] : [];
    if (counts && counts.waiting > 0) words.push(vscode.l10n.t('{0} not run', counts.waiting));
    view.description = words.join(' · ');
    view.badge =
      failed === 0
        ? undefined
        : {
            value: failed,
            tooltip: failed === 1 ? vscode.l10n.t('1 sample fails') : vscode.l10n.t('{0} samples fail', failed),
          };
  };
  /** The row that a menu was opened on, else the selected one. */
  const chosen = (node?: ParserNode) => {
    const row = node ?? view.selection[0];
    return row === undefined || row.kind === 'folder' ? undefined : row;
  };

  return vscode.Disposable.from(
    tree,
    view,
    view.onDidChangeVisibility(({ visible }) => tree.setShown(visible)),
    tree.onDidRead(count),
    registerCommand(log, 'openParser', async (address: string, place?: LineRange) => {
      const [line, character] = place ?? [0, 0];
      const selection = new vscode.Range(line, character, line, character);
      await vscode.window.showTextDocument(vscode.Uri.parse(address), place ? { selection } : {});
    }),
    registerCommand(log, 'parseFileWith', async (node?: ParserNode) => {
      const row = chosen(node);
      if (row?.name === undefined) return;
      await vscode.commands.executeCommand(`${prefix}.parseFile`, undefined, {
        parser: row.name,
        definition: row.uri.toString(),
      });
    }),
    registerCommand(log, 'revealParser', async (node?: ParserNode) => {
      const row = chosen(node);
      if (row) await vscode.commands.executeCommand('revealInExplorer', row.uri);
    }),
  );
}

/** How many files are read and their samples judged at once; others when they are opened. */
const maxUnasked = 500;
/** How long a first look waits for the files that it shows, so that rows need not change at once. */
const patience = 200;
/** Milliseconds between changes and the rows that show them. */
const delay = 100;

/** The tree of all definitions. Does nothing while it is not looked at. */
class ParsersTree implements vscode.TreeDataProvider<ParserNode>, vscode.Disposable {
  readonly #services: Services;
  readonly #changed = new vscode.EventEmitter<ParserNode[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #didRead = new vscode.EventEmitter<void>();
  readonly #disposables: readonly vscode.Disposable[];

  /** Fires when the files have another or a further content. */
  readonly onDidRead: vscode.Event<void> = this.#didRead.event;
  #roots: readonly (FolderNode | FileNode)[] | undefined;
  #files = new Map<string, FileNode>();
  #isShown = false;
  #started = 0;
  /** The files that changed since the rows were last drawn. */
  readonly #dirty = new Set<string>();
  /** What VS Code has of the files' rows. */
  readonly #drawn = new DrawnRows();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#disposables = [
      this.#changed,
      this.#didRead,
      services.definitions.onDidChange(uri => this.#soon(uri)),
      services.samples.onDidChange(uri => this.#soon(uri)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#roots = undefined;
        this.#soon();
      }),
    ];
  }

  /** The files in the view. */
  get files(): readonly FileNode[] {
    return [...this.#files.values()];
  }

  /** Says whether anybody looks; what changed before is caught up then. */
  setShown(isShown: boolean): void {
    this.#isShown = isShown;
    if (isShown && this.#dirty.size > 0) this.#soon();
  }

  getTreeItem(node: ParserNode): vscode.TreeItem {
    const { samples } = this.#services;
    if (node.kind === 'file') this.#drawn.drawn(node.uri.toString(), fileOpens(node, samples));
    return toTreeItem(node, samples);
  }

  getParent(node: ParserNode): ParserNode | undefined {
    return node.parent;
  }

  async getChildren(node?: ParserNode): Promise<ParserNode[]> {
    if (!node) {
      this.#isShown = true;
      if (!this.#roots) await this.#arrange();
      return this.#looked(this.#roots ?? []);
    }
    switch (node.kind) {
      case 'folder':
        return this.#looked(node.children);
      case 'file':
        if (!node.listed) await this.#read(node);
        return childNodes(node);
      case 'definition':
        return childNodes(node);
      case 'sample':
        return [];
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** Finds the files; true when they are others than before. */
  async #arrange(): Promise<boolean> {
    const uris = await this.#definitionUris();
    const same = uris.length === this.#files.size && uris.every(uri => this.#files.has(uri.toString()));
    if (same && this.#roots) return false;
    const { roots, files } = folderNodes(uris, this.#files);
    this.#roots = roots;
    this.#files = files;
    return true;
  }

  /** An untitled JSON text may be anything, and most models have no response template: they have a row where they hold definitions. */
  async #definitionUris(): Promise<readonly vscode.Uri[]> {
    const { definitions, samples } = this.#services;
    const uris = await definitions.uris();
    const isShown = await Promise.all(
      uris.map(async uri => {
        if (isDefinitionUri(uri)) return true;
        const listed = await samples.list(uri);
        return listed !== undefined && !listed.broken && listed.definitions.length > 0;
      }),
    );
    return uris.filter((_, i) => isShown[i]);
  }

  /** Rows that are about to be seen: their files are read, soon if not at once. */
  async #looked(nodes: readonly (FolderNode | FileNode)[]): Promise<ParserNode[]> {
    const unread = nodes.filter((node): node is FileNode => node.kind === 'file' && !node.listed);
    const queue = unread.slice(0, Math.max(0, maxUnasked - this.#started));
    this.#started += queue.length;
    let isLate = false;
    const work = async () => {
      for (let file = queue.shift(); file; file = queue.shift()) {
        await this.#read(file);
        if (isLate) this.#soon(file.uri);
      }
    };
    const reading = Promise.all([work(), work(), work(), work()]).then(() => this.#didRead.fire());
    await Promise.race([reading, new Promise(resolve => setTimeout(resolve, patience))]);
    isLate = true;
    return [...nodes];
  }

  async #read(node: FileNode): Promise<void> {
    const { samples, log } = this.#services;
    try {
      const listed = await samples.list(node.uri);
      // The rows may have been arranged anew meanwhile.
      setListed(this.#files.get(node.uri.toString()) ?? node, listed);
      if (listed) samples.request(node.uri);
    } catch (error) {
      logError(log, error);
    }
  }

  #soon(uri?: vscode.Uri): void {
    if (uri) this.#dirty.add(uri.toString());
    // Nobody has looked yet, or nobody looks now.
    if (!this.#isShown) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#catchUp().catch(error => this.#services.log.error(error));
    }, delay);
  }

  async #catchUp(): Promise<void> {
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    const isOther = await this.#arrange();
    const nodes = dirty.flatMap(key => this.#files.get(key) ?? []);
    // A file that nobody opened stays unread.
    await Promise.all(nodes.filter(({ listed }) => isOther || listed).map(node => this.#read(node)));
    if (isOther || nodes.length > 0) this.#changed.fire(isOther ? undefined : this.#toDraw(nodes));
    this.#didRead.fire();
  }

  /** Files that changed, or the whole folder where that moves the icons of the rows beside; `undefined`: all rows. */
  #toDraw(nodes: readonly FileNode[]): ParserNode[] | undefined {
    const { samples } = this.#services;
    const moved = [...new Set(nodes.map(({ parent }) => parent))].filter(folder =>
      this.#drawn.areMoved(
        (folder?.children ?? this.#roots ?? [])
          .filter(row => row.kind === 'file')
          .map(row => ({ key: row.uri.toString(), opens: fileOpens(row, samples) })),
      ),
    );
    if (moved.includes(undefined)) return undefined;
    const folders = moved.filter(folder => folder !== undefined);
    return [...folders, ...nodes.filter(({ parent }) => !parent || !folders.includes(parent))];
  }
}
