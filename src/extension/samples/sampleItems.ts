import * as vscode from 'vscode';
import type { LineRange } from '../../views/sampleListing.ts';
import type { ListedFile } from './listedFile.ts';
import type { SampleStore } from './sampleStore.ts';
import { Breather, putAll } from './testItems.ts';

/** The sample that an item of the Test Explorer stands for. */
export interface SampleOfItem {
  readonly uri: vscode.Uri;
  readonly definition: string;
  /** Its number among the samples of the file. */
  readonly number: number;
}

/** The items of a file's samples, and what they were made of. */
export interface FileSamples {
  /** By number in the file. */
  readonly samples: Map<number, vscode.TestItem>;
  listed?: ListedFile;
  /** The making of the items, which a large file does in steps. */
  filled?: Promise<void>;
}

/** The items below those of files: definitions and samples, and which results they show. */
export class SampleItems {
  readonly #store: SampleStore;
  readonly #controller: vscode.TestController;
  readonly #samples = new WeakMap<vscode.TestItem, SampleOfItem>();
  /** What decided the results that an item shows. */
  readonly #judged = new WeakMap<vscode.TestItem, string>();

  constructor(store: SampleStore, controller: vscode.TestController) {
    this.#store = store;
    this.#controller = controller;
  }

  /** The sample that an item stands for. */
  sampleOf(item: vscode.TestItem): SampleOfItem | undefined {
    return this.#samples.get(item);
  }

  /** Notes that an item shows the result of what decides its verdict now. */
  markJudged(item: vscode.TestItem, key: string): void {
    this.#judged.set(item, key);
  }

  /** Gives a file's item those of its definitions and samples, in steps; stops where `children` has a newer text. */
  async fill(file: vscode.TestItem, children: FileSamples, listed: ListedFile): Promise<void> {
    const breather = new Breather();
    const used = new Map<vscode.TestItemCollection, vscode.TestItem[]>([[file.children, []]]);
    const usedIds = new Set<string>();
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
      for (let i = 2; usedIds.has(`${definition.name}\n${id}`); i++) id = `${row.name} (${i})`;
      usedIds.add(`${definition.name}\n${id}`);
      const item = this.#item(parent, id, row.name, row.place);
      item.sortText = sortable(number);
      item.tags = parent.tags;
      used.get(parent.children)!.push(item);
      samples.set(number, item);
      this.#samples.set(item, { uri: listed.uri, definition: row.definition, number });
      this.#outdateOne(item, listed, number);
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

  /** Marks results that items of a file show as those of another text, where they are. */
  outdate({ samples }: FileSamples, listed: ListedFile): void {
    for (const [number, sample] of samples) this.#outdateOne(sample, listed, number);
  }

  #item(
    parent: vscode.TestItem,
    id: string,
    label: string,
    [line, character, endLine, end]: LineRange,
  ): vscode.TestItem {
    const item = parent.children.get(id) ?? this.#controller.createTestItem(id, label, parent.uri);
    item.label = label;
    item.range = new vscode.Range(line, character, endLine, end);
    return item;
  }

  #outdateOne(item: vscode.TestItem, listed: ListedFile, number: number): void {
    const judged = this.#judged.get(item);
    const row = listed.samples[number];
    if (judged === undefined || !row || judged === this.#store.keyOf(listed.uri, row)) return;
    this.#judged.delete(item);
    this.#controller.invalidateTestResults(item);
  }
}

function sortable(number: number): string {
  return String(number).padStart(8, '0');
}
