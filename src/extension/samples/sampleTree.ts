import * as vscode from 'vscode';
import { baseName, isDefinitionUri } from '../definitions/definitionUris.ts';
import { openDocument } from '../definitions/openDocument.ts';
import { logError } from '../errorTexts.ts';
import type { Services } from '../services.ts';
import { isSourceUri } from '../sources/sourceDocuments.ts';
import type { ListedFile } from './listedFile.ts';
import { type FileSamples, SampleItems, type SampleOfItem } from './sampleItems.ts';
import { Breather, isBelow, severalAtOnce, TestFolders } from './testItems.ts';

/** How long after the last created or deleted file the tree follows, in milliseconds. */
const refreshDelay = 300;

/**
 * The items of the Test Explorer: folders, files, definitions, samples. A file's samples are listed when the file is
 * expanded, run or open in an editor, and follow its text from then on. Ids are made of names, so that a sample keeps
 * its results wherever it moves.
 */
export class SampleTree implements vscode.Disposable {
  readonly #services: Services;
  readonly #controller: vscode.TestController;
  readonly #files = new Map<string, { readonly item: vscode.TestItem; readonly children: FileSamples }>();
  readonly #folders: TestFolders;
  readonly #items: SampleItems;
  readonly #disposables: readonly vscode.Disposable[];
  #discovered: Promise<void> | undefined;
  /** Counts the discoveries. */
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(services: Services, controller: vscode.TestController) {
    this.#services = services;
    this.#controller = controller;
    this.#folders = new TestFolders(controller);
    this.#items = new SampleItems(services.samples, controller);
    const report = (error: unknown) => logError(services.log, error);
    const opened = ({ uri }: vscode.TextDocument) => {
      if (isDefinitionUri(uri)) this.resolve(uri).catch(report);
    };
    this.#disposables = [
      vscode.workspace.onDidOpenTextDocument(opened),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#refreshSoon()),
      services.definitions.onDidChange(uri => {
        // While the user types it is a file that is here already.
        if (!this.#isTyped(uri)) this.#refreshSoon();
      }),
      services.samples.onDidChange(uri => {
        const fileSamples = this.#files.get(uri.toString())?.children;
        if (!fileSamples?.listed) return;
        const current = services.samples.lastListed(uri);
        if (current === fileSamples.listed) this.#items.outdate(fileSamples, current);
        else this.resolve(uri).catch(report);
      }),
    ];
    controller.resolveHandler = item => (item?.uri ? this.expand(item) : this.discover());
    controller.refreshHandler = token => this.refresh(token);
    for (const document of vscode.workspace.textDocuments) opened(document);
  }

  /** Finds the definition files. Their samples are listed when their item is opened. */
  discover(again = false): Promise<void> {
    if (again) this.#discovered = undefined;
    this.#discovered ??= this.#discover().catch(error => {
      this.#discovered = undefined;
      throw error;
    });
    return this.#discovered;
  }

  /** Finds the definition files anew and lists all their samples. */
  async refresh(token: vscode.CancellationToken): Promise<void> {
    await this.#services.definitions.searchAgain();
    await this.discover(true);
    await severalAtOnce(this.filesBelow(undefined), async uri => {
      if (!token.isCancellationRequested) await this.resolve(uri).catch(error => this.#services.log.error(error));
    });
  }

  /** Lists the samples of a file's item; of any other item the children are here. */
  async expand(item: vscode.TestItem): Promise<void> {
    const uri = item.uri;
    if (!uri || this.#files.get(uri.toString())?.item !== item) return;
    item.busy = true;
    try {
      await this.resolve(uri);
    } finally {
      item.busy = false;
    }
  }

  /** The file with its samples, its items as it stands now; `undefined` when it cannot be read. */
  async resolve(uri: vscode.Uri): Promise<ListedFile | undefined> {
    const listed = await this.#services.samples.list(uri);
    if (!listed) {
      this.#remove(uri);
      return undefined;
    }
    const { item, children } = this.#add(uri);
    if (children.listed === listed) {
      await children.filled;
      this.#items.outdate(children, listed);
      return listed;
    }
    // What is typed right now is not JSON for a moment: the samples stay.
    if (listed.broken && children.listed) return listed;
    children.listed = listed;
    children.filled = this.#items.fill(item, children, listed);
    await children.filled;
    // What has nothing to run has no item, but is followed.
    if (listed.samples.length > 0 || listed.broken) this.#attach(item, uri);
    else this.#folders.remove(item);
    return listed;
  }

  fileItem(uri: vscode.Uri): vscode.TestItem | undefined {
    return this.#files.get(uri.toString())?.item;
  }

  /** The files whose items stand at or below an item; all for none. */
  filesBelow(item: vscode.TestItem | undefined): readonly vscode.Uri[] {
    const sample = item && this.#items.sampleOf(item);
    if (sample) return [sample.uri];
    const found: vscode.Uri[] = [];
    for (const { item: file } of this.#files.values())
      if (file.uri && (!item || isBelow(file, item) || isBelow(item, file))) found.push(file.uri);
    return found;
  }

  /** The samples of a file that was resolved, by their numbers. */
  samplesOf(uri: vscode.Uri): ReadonlyMap<number, vscode.TestItem> {
    return this.#files.get(uri.toString())?.children.samples ?? new Map();
  }

  /** The sample that an item stands for. */
  sampleOf(item: vscode.TestItem): SampleOfItem | undefined {
    return this.#items.sampleOf(item);
  }

  /** Notes that an item shows the result of what decides its verdict now. */
  markJudged(item: vscode.TestItem, key: string): void {
    this.#items.markJudged(item, key);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #discover(): Promise<void> {
    const turn = ++this.#turn;
    const uris = await this.#testedUris();
    // What a later one finds is newer.
    if (turn !== this.#turn) return this.#discovered;
    const found = new Set(uris.map(String));
    for (const { item } of [...this.#files.values()])
      if (item.uri && !found.has(item.uri.toString())) this.#remove(item.uri);
    const breather = new Breather();
    for (const uri of uris) {
      this.#add(uri);
      if (!isDefinitionUri(uri)) await this.resolve(uri);
      if (breather.isDue) await breather.rest();
    }
  }

  /** Definition files; an untitled JSON text may be anything: it is here once it has samples. */
  async #testedUris(): Promise<readonly vscode.Uri[]> {
    const { definitions, samples } = this.#services;
    const uris = (await definitions.uris()).filter(uri => !isSourceUri(uri));
    const listed = await Promise.all(uris.map(async uri => isDefinitionUri(uri) || (await samples.list(uri))));
    return uris.filter((_, i) => {
      const one = listed[i];
      return one === true || (one && one.samples.length > 0);
    });
  }

  #refreshSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // Before the first discovery there are items of open files alone.
      const work = this.#discovered ? this.discover(true) : Promise.resolve();
      work.catch(error => this.#services.log.error(error));
    }, refreshDelay);
  }

  #isTyped(uri: vscode.Uri): boolean {
    return this.#files.has(uri.toString()) && openDocument(uri)?.isDirty === true;
  }

  #add(uri: vscode.Uri): { readonly item: vscode.TestItem; readonly children: FileSamples } {
    const key = uri.toString();
    let file = this.#files.get(key);
    if (!file) {
      const item = this.#controller.createTestItem(key, baseName(uri), uri);
      item.canResolveChildren = true;
      file = { item, children: { samples: new Map() } };
      this.#files.set(key, file);
      this.#attach(item, uri);
    }
    return file;
  }

  #attach(item: vscode.TestItem, uri: vscode.Uri): void {
    const siblings = this.#folders.parentOf(uri);
    if (!siblings.get(item.id)) siblings.add(item);
  }

  #remove(uri: vscode.Uri): void {
    const file = this.#files.get(uri.toString());
    if (!file) return;
    this.#files.delete(uri.toString());
    this.#folders.remove(file.item);
  }
}
