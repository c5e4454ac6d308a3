import * as vscode from 'vscode';

/** How long work on items may keep the extension host from anything else, in milliseconds. */
const breath = 8;

/** Interrupts long work, so that the extension host does something else in between. */
export class Breather {
  #since = performance.now();

  /** Whether it is time to rest. */
  get isDue(): boolean {
    return performance.now() - this.#since > breath;
  }

  /** Lets the extension host do what waits. */
  async rest(): Promise<void> {
    await new Promise(resolve => setTimeout(resolve));
    this.#since = performance.now();
  }
}

/** Works on things a few at a time: much of the work on a file is waiting. */
export async function severalAtOnce<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  const queue = things.values();
  const worker = async () => {
    for (const thing of queue) await work(thing);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** Whether an item is another one, or stands below it. */
export function isBelow(item: vscode.TestItem, ancestor: vscode.TestItem): boolean {
  for (let one: vscode.TestItem | undefined = item; one; one = one.parent) if (one === ancestor) return true;
  return false;
}

/** Removes what is no longer there and adds what is new, in steps: VS Code hears of each item. */
export async function putAll(collection: vscode.TestItemCollection, items: readonly vscode.TestItem[]): Promise<void> {
  const ids = new Set(items.map(({ id }) => id));
  for (const [id] of collection) if (!ids.has(id)) collection.delete(id);
  const breather = new Breather();
  for (const item of items) {
    if (collection.get(item.id) !== item) collection.add(item);
    if (breather.isDue) await breather.rest();
  }
}

/** The folders of the Test Explorer, each there as long as a file stands in it. */
export class TestFolders {
  readonly #controller: vscode.TestController;
  readonly #folders = new Map<string, vscode.TestItem>();

  constructor(controller: vscode.TestController) {
    this.#controller = controller;
  }

  /** The folder that a file's item stands in, made if need be: a workspace of one folder has no item for it. */
  parentOf(uri: vscode.Uri): vscode.TestItemCollection {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    let items = this.#controller.items;
    if (!folder) return items;
    if (folders.length > 1) items = this.#folder(folder.uri, folder.name, items);
    let place = folder.uri;
    const path = uri.path.slice(folder.uri.path.replace(/\/$/, '').length + 1);
    for (const name of path.split('/').slice(0, -1)) {
      place = vscode.Uri.joinPath(place, name);
      items = this.#folder(place, name, items);
    }
    return items;
  }

  /** Removes a file's item, and the folders that nothing is left in. */
  remove(file: vscode.TestItem): void {
    for (let item = file; ; ) {
      const { parent } = item;
      (parent?.children ?? this.#controller.items).delete(item.id);
      if (!parent || parent.children.size > 0) return;
      this.#folders.delete(parent.id);
      item = parent;
    }
  }

  #folder(uri: vscode.Uri, name: string, items: vscode.TestItemCollection): vscode.TestItemCollection {
    const id = `${uri}/`;
    let item = this.#folders.get(id);
    if (!item) {
      // Before the files beside it, as the file explorer does. Without an address: there is nothing to open.
      item = this.#controller.createTestItem(id, name);
      item.sortText = ` ${name}`;
      this.#folders.set(id, item);
      items.add(item);
    }
    return item.children;
  }
}
