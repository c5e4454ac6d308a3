import * as vscode from 'vscode';
import type { Edit } from '../../engine/index.ts';
import type { JudgedSample } from '../../service/samplesService.ts';
import type { SampleRow } from '../../views/sampleListing.ts';
import type { DefinitionSource } from '../definitions/definitionFile.ts';
import type { DefinitionStore } from '../definitions/definitionStore.ts';
import type { EngineThreads } from '../engineThreads.ts';
import { logError } from '../errorTexts.ts';
import type { ModuleWatcher } from '../modules/moduleWatcher.ts';
import { DelayedQueue } from '../pacing.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { askAbout, batchOf, type ListedFile, listFile, maxBatch, readFiles } from './listedFile.ts';
import { SampleFiles } from './sampleFiles.ts';
import { type SampleCounts, type SampleStates, SampleVerdicts, waitingDefinitions } from './sampleVerdicts.ts';

/** How samples are judged. */
export interface JudgeOptions {
  /** Whether to find the differences. */
  readonly details?: boolean;
  /** Asked between any two calls of the engine. */
  readonly isCancelled: () => boolean;
  /** Told of each verdict, with the sample's number in the file. */
  readonly onJudged?: (number: number, judged: JudgedSample) => void;
}

interface FileState {
  readonly uri: vscode.Uri;
  listed?: ListedFile;
  listing?: { readonly version: string; readonly file: Promise<ListedFile> };
  /** The last listing that was not a broken text. */
  good?: ListedFile;
  /** By {@link SampleStore.keyOf}. */
  readonly verdicts: SampleVerdicts;
  counts: Map<string, SampleCounts> | undefined;
  /** Whether somebody wants to know the verdicts. */
  followed: boolean;
}

/** How long after the last edit samples are judged, in milliseconds. */
const editDelay = 250;

/** How often an event tells of new verdicts at most, in milliseconds. */
const tellDelay = 200;

/**
 * The verdicts of all samples, by what decides them: the definition, the sample, its file, its module. So an edit of one
 * sample judges one, and an undo none. A file that was read once is followed from then on.
 */
export class SampleStore implements SampleStates, vscode.Disposable {
  readonly #engine: EngineThreads;
  readonly #runtime: Runtime;
  readonly #definitions: DefinitionStore;
  readonly #files = new SampleFiles();
  readonly #states = new Map<string, FileState>();
  /** The engine's thread does one thing at a time anyway. */
  readonly #queue: DelayedQueue<FileState>;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables: readonly vscode.Disposable[];

  readonly onDidChange: vscode.Event<vscode.Uri> = this.#changed.event;

  constructor(
    engine: EngineThreads,
    runtime: Runtime,
    definitions: DefinitionStore,
    modules: ModuleWatcher,
    log: vscode.LogOutputChannel,
  ) {
    this.#engine = engine;
    this.#runtime = runtime;
    this.#definitions = definitions;
    this.#queue = new DelayedQueue(
      state => this.#catchUp(state),
      error => logError(log, error),
    );
    const changed = (uri: vscode.Uri) => {
      const key = uri.toString();
      const state = this.#states.get(key);
      if (state) this.#queue.add(key, state, editDelay);
    };
    this.#disposables = [
      this.#changed,
      this.#files,
      definitions.onDidChange(changed),
      modules.onDidChange(uri => {
        const state = this.#states.get(uri.toString());
        if (state) this.#tell(state);
      }),
      this.#files.onDidChange(uri => {
        const state = this.#states.get(uri.toString());
        if (state) this.#tell(state);
        changed(uri);
      }),
    ];
  }

  counts(uri: vscode.Uri, definition: string): SampleCounts | undefined {
    const state = this.#states.get(uri.toString());
    const file = state?.good ?? state?.listed;
    if (!state || !file) return undefined;
    state.counts ??= state.verdicts.counts(file, row => this.keyOf(file.uri, row), this.#waits(file));
    const counts = state.counts.get(definition);
    const isKept = state.good !== undefined && state.listed !== state.good;
    return counts && isKept ? { ...counts, isKept } : counts;
  }

  request(uri: vscode.Uri): void {
    const key = uri.toString();
    const state = this.#state(uri);
    state.followed = true;
    if (!this.#queue.isWaiting(key)) this.#queue.add(key, state, 0);
  }

  /** A file's samples as they were last listed, without looking again. */
  lastListed(uri: vscode.Uri): ListedFile | undefined {
    return this.#states.get(uri.toString())?.listed;
  }

  /** A file's samples as it stands, none of them judged for it; `undefined` when it cannot be read. */
  async list(uri: vscode.Uri): Promise<ListedFile | undefined> {
    const source = await this.#definitions.source(uri);
    const key = uri.toString();
    if (!source) {
      this.#files.follow(uri, []);
      this.#queue.clear(key);
      if (this.#states.delete(key)) this.#changed.fire(uri);
      return undefined;
    }
    const state = this.#state(uri);
    if (state.listed?.version === source.version) return state.listed;
    if (state.listing?.version === source.version) return state.listing.file;
    const file = this.#read(uri, source);
    const listing = { version: source.version, file };
    state.listing = listing;
    try {
      const listed = await file;
      // A newer text may be here already.
      if (state.listing === listing) this.#keep(state, listed);
      return listed;
    } finally {
      if (state.listing === listing) state.listing = undefined;
    }
  }

  /** The verdict of a sample as it stands. */
  verdictOf({ uri }: ListedFile, row: SampleRow): JudgedSample | undefined {
    return this.#states.get(uri.toString())?.verdicts.get(this.keyOf(uri, row));
  }

  /** Another string whenever the sample may have another verdict. */
  keyOf(uri: vscode.Uri, { key, file }: SampleRow): string {
    const content = file === undefined ? '' : this.#files.revision(uri, file);
    return `${key}|${this.#definitions.revision(uri)}|${content}`;
  }

  /** Judges samples of a file by their numbers, anew or not, and keeps the verdicts. Ends early when cancelled. */
  async judge(listed: ListedFile, numbers: readonly number[], options: JudgeOptions): Promise<void> {
    const { uri, fileName, version } = listed;
    const state = this.#state(uri);
    let size = 16;
    for (let from = 0; from < numbers.length && !options.isCancelled(); ) {
      const batch = batchOf(listed, numbers, from, size);
      // Before anything is read: what changes while it is judged is judged again.
      const keys = batch.map(number => this.keyOf(uri, listed.samples[number]!));
      const files = await readFiles(listed, batch, this.#runtime);
      const request = { fileName, version, numbers: batch, files, details: options.details === true };
      const judged = await askAbout(this.#engine.samples, listed, api => api.judge(request));
      for (const [i, one] of judged.entries()) {
        state.verdicts.keep(keys[i]!, one);
        options.onJudged?.(batch[i]!, one);
      }
      state.counts = undefined;
      from += judged.length;
      size = Math.min(maxBatch, judged.length * 2);
    }
    state.verdicts.prune(state.listed?.samples ?? [], row => this.keyOf(uri, row));
    this.#changed.fire(uri);
  }

  /** The edits that make samples expect what comes out, in text order. */
  async expectationEdits(listed: ListedFile, numbers: readonly number[]): Promise<readonly Edit[]> {
    const { fileName, version } = listed;
    const edits: Edit[] = [];
    for (let from = 0; from < numbers.length; ) {
      const batch = batchOf(listed, numbers, from, maxBatch);
      const request = { fileName, version, numbers: batch, files: await readFiles(listed, batch, this.#runtime) };
      const found = await askAbout(this.#engine.samples, listed, api => api.expectationEdits(request));
      edits.push(...found);
      from += batch.length;
    }
    return edits.sort((a, b) => a.span.start - b.span.start);
  }

  dispose(): void {
    this.#queue.clear();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #state(uri: vscode.Uri): FileState {
    const key = uri.toString();
    let state = this.#states.get(key);
    if (!state) {
      state = { uri, verdicts: new SampleVerdicts(), counts: undefined, followed: false };
      this.#states.set(key, state);
    }
    return state;
  }

  async #read(uri: vscode.Uri, source: DefinitionSource): Promise<ListedFile> {
    const listed = await listFile(this.#engine.samples, uri, source);
    // Whoever knows the definitions follows their modules, and the files that they stand on.
    if (listed.definitions.some(({ standsOnFiles }) => standsOnFiles)) await this.#definitions.file(uri);
    return listed;
  }

  #keep(state: FileState, listed: ListedFile): void {
    state.listed = listed;
    if (!listed.broken) {
      state.good = listed;
      const files = new Set(listed.samples.flatMap(({ file }) => file ?? []));
      this.#files.follow(listed.uri, [...files]);
    }
    this.#tell(state);
  }

  /** The definitions whose samples nothing can run now. */
  #waits({ definitions }: ListedFile): ReadonlySet<string> {
    return waitingDefinitions(definitions, {
      isTrusted: vscode.workspace.isTrusted,
      hasModules: this.#runtime.modules !== undefined,
    });
  }

  #tell(state: FileState): void {
    state.counts = undefined;
    this.#changed.fire(state.uri);
  }

  async #catchUp(state: FileState): Promise<void> {
    const listed = await this.list(state.uri);
    if (!listed || listed.broken || !state.followed) return;
    const waits = this.#waits(listed);
    const unknown = listed.samples.flatMap((row, number) =>
      waits.has(row.definition) || this.verdictOf(listed, row) ? [] : number,
    );
    if (unknown.length === 0) return;
    let firedAt = Date.now();
    await this.judge(listed, unknown, {
      // A newer text is in the queue, or will be.
      isCancelled: () => state.listed !== listed,
      onJudged: () => {
        if (Date.now() - firedAt < tellDelay) return;
        firedAt = Date.now();
        this.#tell(state);
      },
    });
  }
}
