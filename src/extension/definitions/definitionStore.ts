import * as vscode from 'vscode';
import type { Problem } from '../../engine/index.ts';
import type { TextSpan } from '../../protocol/guards.ts';
import type { EngineThreads } from '../engineThreads.ts';
import type { ModuleWatcher } from '../modules/moduleWatcher.ts';
import { SampleFiles } from '../samples/sampleFiles.ts';
import type { PythonAnswer } from '../sources/pythonAnswer.ts';
import { holdsDefinitions, isSourceUri, parsersOfNotebook } from '../sources/sourceDocuments.ts';
import { SourceReader, type WrittenSource } from '../sources/sourceReader.ts';
import { tooLargeMessage } from '../structure/namedFile.ts';
import { type DefinitionFile, type DefinitionSource, type DefinitionText, isBroken } from './definitionFile.ts';
import { DefinitionFiles, PacedChanges, writtenText } from './definitionFiles.ts';
import { baseName, isDefinitionUri, isModelUri } from './definitionUris.ts';
import { openDocument } from './openDocument.ts';
import { type KnownDefinition, outlinedFiles } from './outlinedFiles.ts';

/**
 * Every definition file that ParserLens knows: open documents (unsaved text included) and the workspace's files; of sources
 * those that are open and name a class of a parser. Files are read on first use and again when they change; each version is read by the engine once.
 */
export class DefinitionStore implements vscode.Disposable {
  readonly #engine: EngineThreads;
  readonly #log: vscode.LogOutputChannel;
  readonly #files = new DefinitionFiles();
  readonly #modules: ModuleWatcher;
  readonly #sources: SourceReader;
  /** The files that definitions stand on, such as a model's chat template. */
  readonly #stoodOn = new SampleFiles();
  /** How often those of each file changed. */
  readonly #revisions = new Map<string, number>();
  readonly #models = new Map<string, { readonly version: string; readonly file: Promise<DefinitionFile> }>();
  /** How each file was when it last was JSON. */
  readonly #whole = new Map<string, DefinitionFile>();
  readonly #changed = new PacedChanges();
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
    this.#sources = new SourceReader(engine);
    const opened = (document: vscode.TextDocument) => this.#mayDefine(document) && this.#changed.tell(document.uri);
    this.#disposables = [
      this.#changed,
      this.#files,
      this.#stoodOn,
      this.#files.onDidChange(uri => (!openDocument(uri) || this.#files.isGone(uri)) && this.#changed.tell(uri)),
      this.#stoodOn.onDidChange(uri => {
        // What it imports is another, and so may be Python's answer.
        this.#sources.setPythonAnswer(uri);
        this.#changeGround(uri);
      }),
      modules.onDidChange(uri => isDefinitionUri(uri) && this.#changed.tell(uri)),
      vscode.workspace.onDidOpenTextDocument(opened),
      vscode.workspace.onDidCloseTextDocument(document => {
        const isForgotten = this.#forgetSource(document.uri);
        if (isForgotten || this.#mayDefine(document)) this.#changed.tell(document.uri);
      }),
      vscode.workspace.onDidChangeTextDocument(event => event.contentChanges.length > 0 && opened(event.document)),
      vscode.workspace.onDidOpenNotebookDocument(({ uri }) => this.#notebookChanged(uri)),
      vscode.workspace.onDidChangeNotebookDocument(({ notebook, contentChanges, cellChanges }) => {
        // What a cell prints is no change of the source.
        if (contentChanges.length > 0 || cellChanges.some(({ document }) => document))
          this.#notebookChanged(notebook.uri);
      }),
      vscode.workspace.onDidCloseNotebookDocument(({ uri }) => this.#forgetSource(uri) && this.#changed.tell(uri)),
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
    const all: KnownDefinition[] = [];
    for await (const files of outlinedFiles(this, this.#engine, responseUri, token))
      for (const { definitions } of files) all.push(...definitions);
    return all;
  }

  /** Every file and open document that may hold definitions, none of them read. Rejects with `CancellationError` when cancelled. */
  async uris(token?: vscode.CancellationToken): Promise<readonly vscode.Uri[]> {
    const uris = new Map<string, vscode.Uri>();
    for (const document of vscode.workspace.textDocuments)
      if (holdsDefinitions(document) && !this.isGone(document)) uris.set(document.uri.toString(), document.uri);
    for (const { uri } of vscode.workspace.notebookDocuments) if (parsersOfNotebook(uri)) uris.set(uri.toString(), uri);
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
    const found = file?.definitions.find(definition => definition.name === name);
    if (!file || !found) return undefined;
    const { fileName, text, written, version, source, linked } = file;
    const { unknown } =
      source?.definitions.find(each => each.name === name) ??
      linked?.links.find(({ reference }) => reference === found.linked) ??
      {};
    const modules = this.revision(uri);
    return { uri, name, fileName, text, written, version, modules, ...(unknown && { unknown }) };
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
      this.#sources.forget(uri);
      return undefined;
    }
    const kept = this.#models.get(key);
    if (kept?.version === source.version) return kept.file;
    const file = this.#read(uri, source);
    this.#models.set(key, { version: source.version, file });
    // A failed reading is not kept: the engine's thread may have died of another call.
    file.catch(error => {
      this.#log.error(error);
      if (this.#models.get(key)?.file === file) this.#models.delete(key);
    });
    return file;
  }

  /** A definition file's present text, before anything is made of it but the definitions of a source; `undefined` when it cannot be read. */
  async source(uri: vscode.Uri): Promise<DefinitionSource | undefined> {
    const written = await writtenText(uri, this.#files, this.#revisions.get(uri.toString()) ?? 0);
    if (!written || written.tooLarge !== undefined) return written;
    if (!isSourceUri(uri)) {
      const linked = await this.#sources.link(uri, written.text);
      return linked ? { ...written, text: linked.text, linked } : written;
    }
    const source = await this.#sources.read(uri, written.text, written.version);
    return { text: source.text, written: written.text, version: written.version, source };
  }

  /** What another text of a definition file is read as, such as the one that is saved: of a source its definitions. */
  async textAs(uri: vscode.Uri, written: string): Promise<string> {
    if (isSourceUri(uri)) return (await this.#sources.readText(uri, written)).text;
    return (await this.#sources.link(uri, written))?.text ?? written;
  }

  /** Where a span of a definition file's `text` was written; in a source that may be another file. */
  async placeOf(uri: vscode.Uri, span: TextSpan): Promise<{ readonly uri: vscode.Uri; readonly span: TextSpan }> {
    const { source, linked, written = '' } = (await this.source(uri)) ?? {};
    const read = source ?? (span.start > written.length ? linked : undefined);
    return (read && (await this.#sources.placeOf(read, span.start))) ?? { uri, span };
  }

  /** Problems of a file's `text` where they were written. */
  async placeProblems({ source }: DefinitionFile, problems: readonly Problem[]): Promise<readonly Problem[]> {
    return source ? this.#sources.placeProblems(source, problems) : problems;
  }

  /** Keeps Python's answer about a source, in place of an older one: for the source, and for all that names it. */
  setPythonAnswer(uri: vscode.Uri, answer: PythonAnswer): void {
    this.#sources.setPythonAnswer(uri, answer);
    this.#changeGround(uri);
    this.#stoodOn.change(uri);
  }

  /** Python's answer about a source's present text. */
  pythonAnswer({ uri, written }: Pick<DefinitionFile, 'uri' | 'written'>): PythonAnswer | undefined {
    return this.#sources.pythonAnswer(uri, written);
  }

  /** What a file stands on is another: whatever was made of its text is made anew. */
  #changeGround(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#revisions.set(key, (this.#revisions.get(key) ?? 0) + 1);
    this.#engine.forgetDefinitions(key);
    this.#changed.tell(uri);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #notebookChanged(uri: vscode.Uri): void {
    if (this.#models.has(uri.toString()) || parsersOfNotebook(uri)) this.#changed.tell(uri);
  }

  /** Whether a document may hold definitions, or did before the last change. */
  #mayDefine(document: vscode.TextDocument): boolean {
    const { uri } = document;
    if (holdsDefinitions(document) || isModelUri(uri)) return true;
    return isSourceUri(uri) && this.#models.has(uri.toString());
  }

  /** Lets go of what was read of a source, which is not a definition file while it is not open; true: something was. */
  #forgetSource(uri: vscode.Uri): boolean {
    if (!isSourceUri(uri)) return false;
    const key = uri.toString();
    if (!this.#sources.forget(uri) && !this.#models.has(key)) return false;
    this.#models.delete(key);
    this.#stoodOn.follow(uri, []);
    this.#engine.forgetDefinitions(key);
    return true;
  }

  async #read(
    uri: vscode.Uri,
    { text, written, version, tooLarge, source, linked }: DefinitionSource,
  ): Promise<DefinitionFile> {
    const fileName = uri.toString();
    if (tooLarge !== undefined) {
      const message = tooLargeMessage(baseName(uri));
      const problem = { code: 'too-large', severity: 'error', message, span: { start: 0, end: 0 } } as const;
      return { uri, fileName, text, written, version, definitions: [], problems: [problem] };
    }
    if (source) return this.#readSource(uri, version, source);
    const model = await this.#engine.instruction.readDefinitions(text, fileName);
    this.#modules.follow(
      uri,
      model.definitions.flatMap(({ module }) => module ?? []),
    );
    this.#stoodOn.follow(uri, [...model.definitions.flatMap(({ stoodOn }) => stoodOn ?? []), ...(linked?.files ?? [])]);
    const file = { uri, fileName, text, version, written, ...(linked && { linked }), ...model };
    if (!isBroken(file)) this.#whole.set(fileName, file);
    return file;
  }

  async #readSource(uri: vscode.Uri, version: string, source: WrittenSource): Promise<DefinitionFile> {
    const fileName = uri.toString();
    const { text, written, definitions, problems, files } = source;
    // Its own text is followed as a document.
    this.#stoodOn.follow(
      uri,
      files.filter(path => path !== uri.path),
    );
    const isEmpty = definitions.length === 0;
    const unchecked = !isEmpty && (await this.#engine.instruction.readDefinitions(text, fileName)).unchecked;
    return { uri, fileName, text, written, version, source, definitions, problems, ...(unchecked && { unchecked }) };
  }
}
