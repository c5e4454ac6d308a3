import * as vscode from 'vscode';
import type { DefinitionSummary, DefinitionsModel } from '../../views/definitions.ts';
import type { EngineThreads } from '../engineThreads.ts';
import type { ModuleWatcher } from '../modules/moduleWatcher.ts';
import { SampleFiles } from '../samples/sampleFiles.ts';
import { getSetting } from '../settings.ts';
import { tooLargeMessage } from '../structure/namedFile.ts';
import { DefinitionFiles } from './definitionFiles.ts';
import { openDocument } from './openDocument.ts';
import { outlinedFiles } from './outlinedFiles.ts';

/** A definition somewhere in the workspace or among the open documents. */
export interface KnownDefinition extends DefinitionSummary {
  readonly uri: vscode.Uri;
}

/** A definition's text, as the engine wants it. `version` is another string whenever the text is another. */
export interface DefinitionText {
  readonly uri: vscode.Uri;
  readonly name: string;
  /** The file's whole address: modules are relative to it. */
  readonly fileName: string;
  readonly text: string;
  readonly version: string;
  /** How often the file's modules changed, and the other files that it stands on. */
  readonly modules: number;
  /** The file is not JSON at the moment: this is how it last was. */
  readonly isKept?: true;
}

/** A definition file as it stands: the open document's text where it is open, else the file's. */
export interface DefinitionFile extends DefinitionsModel {
  readonly uri: vscode.Uri;
  /** The file's whole address. */
  readonly fileName: string;
  readonly text: string;
  readonly version: string;
}

/** A definition file's text. `tooLarge`: it has none for us, for its size in bytes. */
export interface DefinitionSource {
  readonly text: string;
  readonly version: string;
  readonly tooLarge?: number;
}

/**
 * Every definition file that ParserLens knows: open documents (unsaved text included) and the workspace's files. Files
 * are read on first use and again when they change; each version is read by the engine once.
 */
export class DefinitionStore implements vscode.Disposable {
  readonly #engine: EngineThreads;
  readonly #log: vscode.LogOutputChannel;
  readonly #files = new DefinitionFiles();
  readonly #modules: ModuleWatcher;
  /** The files that definitions stand on, such as a model's chat template. */
  readonly #stoodOn = new SampleFiles();
  /** How often those of each file changed. */
  readonly #revisions = new Map<string, number>();
  readonly #models = new Map<string, { readonly version: string; readonly file: Promise<DefinitionFile> }>();
  /** How each file was when it last was JSON. */
  readonly #whole = new Map<string, DefinitionFile>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #pending = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #fired = new Map<string, number>();
  readonly #disposables: vscode.Disposable[];

  /**
   * Fires with the file whose definitions may have changed: edited, changed outside, created, deleted, opened or
   * closed, or a module of theirs changed. While the user types it fires at most once per `preview.delay`, so listeners need no delay of their own.
   */
  readonly onDidChange: vscode.Event<vscode.Uri> = this.#changed.event;

  constructor(engine: EngineThreads, log: vscode.LogOutputChannel, modules: ModuleWatcher) {
    this.#engine = engine;
    this.#log = log;
    this.#modules = modules;
    const opened = (document: vscode.TextDocument) =>
      (isDefinitionDocument(document) || isModelUri(document.uri)) && this.#fireSoon(document.uri);
    this.#disposables = [
      this.#changed,
      this.#files,
      this.#stoodOn,
      this.#files.onDidChange(uri => (!openDocument(uri) || this.#files.isGone(uri)) && this.#fireSoon(uri)),
      this.#stoodOn.onDidChange(uri => {
        this.#revisions.set(uri.toString(), (this.#revisions.get(uri.toString()) ?? 0) + 1);
        engine.forgetDefinitions(uri.toString());
        this.#fireSoon(uri);
      }),
      modules.onDidChange(uri => isDefinitionUri(uri) && this.#fireSoon(uri)),
      vscode.workspace.onDidOpenTextDocument(opened),
      vscode.workspace.onDidCloseTextDocument(opened),
      vscode.workspace.onDidChangeTextDocument(event => event.contentChanges.length > 0 && opened(event.document)),
    ];
  }

  /**
   * All definitions, nearest to `responseUri` first: its own folder, then the folders above it, then everything else by
   * path; see `outlinedFiles`. Rejects with `CancellationError` when cancelled.
   */
  async definitionsFor(
    responseUri: vscode.Uri | undefined,
    token?: vscode.CancellationToken,
  ): Promise<readonly KnownDefinition[]> {
    const known: KnownDefinition[] = [];
    for await (const files of outlinedFiles(this, this.#engine, responseUri, token))
      for (const { definitions } of files) known.push(...definitions);
    return known;
  }

  /** Every file and open document that may hold definitions, none of them read. Rejects with `CancellationError` when cancelled. */
  async uris(token?: vscode.CancellationToken): Promise<readonly vscode.Uri[]> {
    const uris = new Map<string, vscode.Uri>();
    for (const document of vscode.workspace.textDocuments)
      if (isDefinitionDocument(document) && !this.isGone(document)) uris.set(document.uri.toString(), document.uri);
    for (const uri of await this.#files.list(token)) uris.set(uri.toString(), uri);
    return [...uris.values()];
  }

  /** Searches for definition files anew, for the user who misses some. */
  searchAgain(): Promise<void> {
    return this.#files.searchAgain();
  }

  /** Whether a document is all that is left of a deleted file, with nothing unsaved in it: nobody may see it any more. */
  isGone(document: vscode.TextDocument): boolean {
    return !document.isDirty && this.#files.isGone(document.uri);
  }

  /** The file that holds `name` in its present text; `undefined` when there is no such file or no such definition. */
  async get(uri: vscode.Uri, name: string): Promise<DefinitionText | undefined> {
    return this.#textOf(await this.file(uri), uri, name);
  }

  /** The same to read responses with: while the file is not JSON, as between two keys, as it last was. */
  async getWhole(uri: vscode.Uri, name: string): Promise<DefinitionText | undefined> {
    const file = await this.file(uri);
    const whole = file && isBroken(file) ? this.#textOf(this.#whole.get(uri.toString()), uri, name) : undefined;
    return whole ? { ...whole, isKept: true } : this.#textOf(file, uri, name);
  }

  #textOf(file: DefinitionFile | undefined, uri: vscode.Uri, name: string): DefinitionText | undefined {
    if (!file?.definitions.some(definition => definition.name === name)) return undefined;
    const { fileName, text, version } = file;
    return { uri, name, fileName, text, version, modules: this.revision(uri) };
  }

  /** How often a file's modules changed, and the other files that it stands on: its definitions may give something else now. */
  revision(uri: vscode.Uri): number {
    return this.#modules.revision(uri) + (this.#revisions.get(uri.toString()) ?? 0);
  }

  /** A definition file's present state, open or not; `undefined` when it cannot be read. */
  async file(uri: vscode.Uri): Promise<DefinitionFile | undefined> {
    const source = await this.source(uri);
    const key = uri.toString();
    if (!source) {
      this.#modules.follow(uri, []);
      this.#stoodOn.follow(uri, []);
      this.#models.delete(key);
      this.#whole.delete(key);
      return undefined;
    }
    const known = this.#models.get(key);
    if (known?.version === source.version) return known.file;
    const file = this.#read(uri, source);
    this.#models.set(key, { version: source.version, file });
    // A failed reading is not kept: the engine's thread may have died of another call.
    file.catch(error => {
      this.#log.error(error);
      if (this.#models.get(key)?.file === file) this.#models.delete(key);
    });
    return file;
  }

  /** A definition file's present text, before anything is made of it; `undefined` when it cannot be read. */
  async source(uri: vscode.Uri): Promise<DefinitionSource | undefined> {
    // Whoever keeps what was made of a text makes it anew when a file changed that it stands on.
    const revision = this.#revisions.get(uri.toString()) ?? 0;
    const document = openDocument(uri);
    if (document)
      return { text: document.getText(), version: `document:${numberOf(document)}:${document.version}:${revision}` };
    const file = await this.#files.read(uri);
    if (!file) return undefined;
    if (!('tooLarge' in file)) return { ...file, version: `${file.version}:${revision}` };
    return { text: '', version: `too-large:${file.tooLarge}`, tooLarge: file.tooLarge };
  }

  dispose(): void {
    for (const timer of this.#pending.values()) clearTimeout(timer);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #read(uri: vscode.Uri, { text, version, tooLarge }: DefinitionSource): Promise<DefinitionFile> {
    const fileName = uri.toString();
    if (tooLarge !== undefined) {
      const message = tooLargeMessage(baseName(uri));
      const problem = { code: 'too-large', severity: 'error', message, span: { start: 0, end: 0 } } as const;
      return { uri, fileName, text, version, definitions: [], problems: [problem] };
    }
    const model = await this.#engine.instruction.readDefinitions(text, fileName);
    this.#modules.follow(
      uri,
      model.definitions.flatMap(({ module }) => module ?? []),
    );
    this.#stoodOn.follow(
      uri,
      model.definitions.flatMap(({ stoodOn }) => stoodOn ?? []),
    );
    const file = { uri, fileName, text, version, ...model };
    if (!isBroken(file)) this.#whole.set(fileName, file);
    return file;
  }

  /** At once after a pause; while changes follow each other, once per `preview.delay`. */
  #fireSoon(uri: vscode.Uri): void {
    const key = uri.toString();
    if (this.#pending.has(key)) return;
    const fire = () => {
      this.#pending.delete(key);
      this.#fired.set(key, Date.now());
      this.#changed.fire(uri);
    };
    const wait = (this.#fired.get(key) ?? 0) + getSetting('preview.delay') - Date.now();
    this.#pending.set(key, setTimeout(fire, Math.max(0, wait)));
  }
}

function isBroken({ problems }: DefinitionsModel): boolean {
  return problems.some(({ code }) => code === 'syntax-error');
}

const documentNumbers = new WeakMap<vscode.TextDocument, number>();
let lastNumber = 0;

/** Another number for each document: one that is opened again counts its versions from 1 again. */
function numberOf(document: vscode.TextDocument): number {
  const number = documentNumbers.get(document) ?? ++lastNumber;
  documentNumbers.set(document, number);
  return number;
}

/** The last part of a path. */
export function baseName(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

/** True for a file or document that holds definitions by its name. */
export function isDefinitionUri(uri: vscode.Uri): boolean {
  return uri.path.endsWith('.parser.json') && isEditable(uri);
}

/** True for a model's configuration: its response template is a definition, which is not ours to write samples into. */
export function isModelUri(uri: vscode.Uri): boolean {
  return uri.path.endsWith('/tokenizer_config.json') && isEditable(uri);
}

/** True for an open document that may hold definitions: named so, or an untitled JSON text. */
export function isDefinitionDocument(document: vscode.TextDocument): boolean {
  return isDefinitionUri(document.uri) || (document.isUntitled && /^jsonc?$/.test(document.languageId));
}

/** The two sides of a comparison and other views of a file have schemes of their own and are not files to us. */
function isEditable({ scheme }: vscode.Uri): boolean {
  if (scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(scheme)) return true;
  return (vscode.workspace.workspaceFolders ?? []).some(folder => folder.uri.scheme === scheme);
}
