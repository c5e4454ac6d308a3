import * as vscode from 'vscode';
import type { Place } from '../../view/sampleListing.ts';
import { baseName, isDefinitionUri } from '../definitions/definitionStore.ts';
import type { Services } from '../services.ts';
import type { ListedFile } from './listedFile.ts';
import { Breather, isBelow, putAll, severalAtOnce, TestFolders } from './testItems.ts';

/** The sample that an item of the Test Explorer stands for. */
export interface SampleOfItem {
  readonly uri: vscode.Uri;
  readonly definition: string;
  /** Its number among the samples of the file. */
  readonly number: number;
}

/** An item that is not a sample: a definition, a file, or a folder. */
interface Sampled {
  /** By number in the file. */
  readonly samples: Map<number, vscode.TestItem>;
  listed?: ListedFile;
  /** The making of the items, which a large file does in steps. */
  filled?: Promise<void>;
}

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
  readonly #files = new Map<string, { readonly item: vscode.TestItem; readonly children: Sampled }>();
  readonly #folders: TestFolders;
  readonly #samples = new WeakMap<vscode.TestItem, SampleOfItem>();
  /** What decided the results that an item shows. */
  readonly #judged = new WeakMap<vscode.TestItem, string>();
  readonly #disposables: readonly vscode.Disposable[];
  #discovered: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(services: Services, controller: vscode.TestController) {
    this.#services = services;
    this.#controller = controller;
    this.#folders = new TestFolders(controller);
    const report = (error: unknown) => services.log.error(error instanceof Error ? error : String(error));
    const opened = ({ uri }: vscode.TextDocument) => {
      if (isDefinitionUri(uri)) this.resolve(uri).catch(report);
    };
    this.#disposables = [
      vscode.workspace.onDidOpenTextDocument(opened),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#refreshSoon()),
      services.definitions.onDidChange(uri => {
        // While a person types it is a file that is here already.
        if (!this.#isTyped(uri)) this.#refreshSoon();
      }),
      services.samples.onDidChange(uri => {
        const shown = this.#files.get(uri.toString())?.children;
        if (!shown?.listed) return;
        const known = services.samples.known(uri);
        if (known === shown.listed) this.#outdateAll(shown, known);
        else this.resolve(uri).catch(report);
      }),
    ];
    controller.resolveHandler = item => (item?.uri ? this.expand(item) : this.discover());
    controller.refreshHandler = token => this.refresh(token);
    for (const document of vscode.workspace.textDocuments) opened(document);
  }

  /** Finds the definition files. Their samples are listed when they are asked for. */
  discover(again = false): Promise<void> {
    if (again) this.#discovered = undefined;
    this.#discovered ??= this.#discover().catch(error => {
      this.#discovered = undefined;
      throw error;
    });
    return this.#discovered;
  }

  /** Finds the definition files and lists all their samples. */
  async refresh(token: vscode.CancellationToken): Promise<void> {
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
      this.#outdateAll(children, listed);
      return listed;
    }
    // What is typed right now is no JSON for a moment: the samples stay.
    if (listed.broken && children.listed) return listed;
    children.listed = listed;
    children.filled = this.#fill(item, children, listed);
    await children.filled;
    // What has nothing to run is not shown, but followed.
    if (listed.samples.length > 0 || listed.broken) this.#attach(item, uri);
    else this.#folders.remove(item);
    return listed;
  }

  /** The item of a file. */
  fileItem(uri: vscode.Uri): vscode.TestItem | undefined {
    return this.#files.get(uri.toString())?.item;
  }

  /** The files whose items stand at or below an item; all for none. */
  filesBelow(item: vscode.TestItem | undefined): readonly vscode.Uri[] {
    const sample = item && this.#samples.get(item);
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
    return this.#samples.get(item);
  }

  /** Notes that an item shows the result of what decides its verdict now. */
  markJudged(item: vscode.TestItem, key: string): void {
    this.#judged.set(item, key);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #discover(): Promise<void> {
    const uris = await this.#testedUris();
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
    const uris = await definitions.uris();
    const listed = await Promise.all(uris.map(async uri => isDefinitionUri(uri) || (await samples.list(uri))));
    return uris.filter((_, i) => {
      const one = listed[i];
      return one === true || (one && one.samples.length > 0);
    });
  }

  #refreshSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // Before the first discovery nothing but open files is shown.
      const work = this.#discovered ? this.discover(true) : Promise.resolve();
      work.catch(error => this.#services.log.error(error));
    }, refreshDelay);
  }

  #isTyped(uri: vscode.Uri): boolean {
    const key = uri.toString();
    const isDirty = (document: vscode.TextDocument) => document.isDirty && document.uri.toString() === key;
    return this.#files.has(key) && vscode.workspace.textDocuments.some(isDirty);
  }

  #add(uri: vscode.Uri): { readonly item: vscode.TestItem; readonly children: Sampled } {
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

  async #fill(file: vscode.TestItem, children: Sampled, listed: ListedFile): Promise<void> {
    const breather = new Breather();
    const used = new Map<vscode.TestItemCollection, vscode.TestItem[]>([[file.children, []]]);
    const taken = new Set<string>();
    const samples = new Map<number, vscode.TestItem>();
    const definitions = new Map(listed.definitions.map(definition => [definition.name, definition]));
    const order = new Map(listed.definitions.map(({ name }, i) => [name, i]));
    for (const [number, row] of listed.samples.entries()) {
      const definition = definitions.get(row.definition);
      if (!definition) continue;
      const inFile = used.get(file.children)!;
      let parent = inFile.at(-1)?.id === definition.name ? inFile.at(-1) : undefined;
      if (!parent) {
        parent = this.#item(file, definition.name, definition.name, definition.place);
        parent.sortText = sortable(order.get(definition.name) ?? 0);
        // No description: a screen reader would say it in place of the name.
        parent.tags = [new vscode.TestTag(definition.type)];
        inFile.push(parent);
        used.set(parent.children, []);
      }
      let id = row.name;
      for (let i = 2; taken.has(`${definition.name}\n${id}`); i++) id = `${row.name} (${i})`;
      taken.add(`${definition.name}\n${id}`);
      const item = this.#item(parent, id, row.name, row.place);
      item.sortText = sortable(number);
      item.tags = parent.tags;
      used.get(parent.children)!.push(item);
      samples.set(number, item);
      this.#samples.set(item, { uri: listed.uri, definition: row.definition, number });
      this.#outdate(item, listed, number);
      if (breather.isDue) {
        await breather.rest();
        // A newer text has come, and its items with it.
        if (children.listed !== listed) return;
      }
    }
    children.samples.clear();
    for (const [number, item] of samples) children.samples.set(number, item);
    for (const [collection, items] of used) await putAll(collection, items);
    file.canResolveChildren = listed.samples.length > 0;
    file.error = listed.broken?.message;
  }

  #item(parent: vscode.TestItem, id: string, label: string, [line, character, endLine, end]: Place): vscode.TestItem {
    const item = parent.children.get(id) ?? this.#controller.createTestItem(id, label, parent.uri);
    item.label = label;
    item.range = new vscode.Range(line, character, endLine, end);
    return item;
  }

  #outdateAll({ samples }: Sampled, listed: ListedFile): void {
    for (const [number, sample] of samples) this.#outdate(sample, listed, number);
  }

  /** Marks the result that an item shows as that of another text. */
  #outdate(item: vscode.TestItem, listed: ListedFile, number: number): void {
    const judged = this.#judged.get(item);
    const row = listed.samples[number];
    if (judged === undefined || !row || judged === this.#services.samples.keyOf(listed.uri, row)) return;
    this.#judged.delete(item);
    this.#controller.invalidateTestResults(item);
  }
}

function sortable(number: number): string {
  return String(number).padStart(8, '0');
}
