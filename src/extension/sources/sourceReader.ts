import * as vscode from 'vscode';
import { namesParsers, type Problem } from '../../engine/index.ts';
import type { LinkedModel, PlacedSpan, SourceModel, SourceRequest } from '../../service/sourcesService.ts';
import type { EngineThreads } from '../engineThreads.ts';
import type { PythonAnswer } from './pythonAnswer.ts';

/** A source as it was read. */
export interface WrittenSource extends SourceModel {
  /** The source's own text. */
  readonly written: string;
  /** The request that the source was read by, for questions about places. */
  readonly request: SourceRequest;
}

/** A definition file with what its sources say. */
export interface LinkedSource extends LinkedModel {
  readonly request: SourceRequest;
}

/** Reads the definitions of sources, each version of a text once, in the thread that reads definitions. */
export class SourceReader {
  readonly #engine: EngineThreads;
  readonly #pythonAnswers = new Map<string, PythonAnswer>();
  readonly #read = new Map<string, { readonly version: string; readonly model: Promise<WrittenSource> }>();

  constructor(engine: EngineThreads) {
    this.#engine = engine;
  }

  /** The definitions of a source's text; `version` is another string whenever it, or a file that it imports, is another. */
  read(uri: vscode.Uri, written: string, version: string): Promise<WrittenSource> {
    const key = uri.toString();
    const kept = this.#read.get(key);
    if (kept?.version === version) return kept.model;
    const model = this.readText(uri, written);
    this.#read.set(key, { version, model });
    // A failed reading is not kept: the engine's thread may have died of another call.
    model.catch(() => {
      if (this.#read.get(key)?.model === model) this.#read.delete(key);
    });
    return model;
  }

  /** The definitions of another text of a source, such as the one that is saved. A text that names no parser costs a search, and no thread. */
  async readText(uri: vscode.Uri, written: string): Promise<WrittenSource> {
    const request = this.#requestOf(uri, written);
    if (!namesParsers(written))
      return { text: '{ "parsers": {} }\n', definitions: [], problems: [], files: [], written, request };
    return { ...(await this.#engine.sources.readSource(request)), written, request };
  }

  /** A definition file's text with what the sources say that it names; `undefined` where it names none. */
  async link(uri: vscode.Uri, written: string): Promise<LinkedSource | undefined> {
    if (!written.includes('"source"') || uri.scheme === 'untitled') return undefined;
    const request = this.#requestOf(uri, written);
    const linked = await this.#engine.sources.linkSources(request);
    return linked.links.length > 0 ? { ...linked, request } : undefined;
  }

  /** Where what stands at an offset of a source's definitions was written. */
  async placeOf(
    { request }: Pick<WrittenSource, 'request'>,
    offset: number,
  ): Promise<{ uri: vscode.Uri; span: PlacedSpan['span'] } | undefined> {
    const place = await this.#engine.sources.placeInSource(request, offset);
    return place && { uri: vscode.Uri.parse(request.address).with({ path: place.path }), span: place.span };
  }

  /** Problems of a source's definitions, at their places in the source. */
  placeProblems({ request }: WrittenSource, problems: readonly Problem[]): Promise<readonly Problem[]> {
    return this.#engine.sources.placeProblems(request, problems);
  }

  /** Python's answer about a source, as long as the source has the text that Python read. */
  pythonAnswer(uri: vscode.Uri, written: string): PythonAnswer | undefined {
    const answer = this.#pythonAnswers.get(uri.toString());
    return answer?.text === written ? answer : undefined;
  }

  /** Keeps Python's answer about a source, or forgets it. */
  setPythonAnswer(uri: vscode.Uri, answer?: PythonAnswer): void {
    const key = uri.toString();
    this.#pythonAnswers.delete(key);
    if (answer) this.#pythonAnswers.set(key, answer);
  }

  /** Lets go of what was read of a source; true: something was. */
  forget(uri: vscode.Uri): boolean {
    return this.#read.delete(uri.toString());
  }

  #requestOf(uri: vscode.Uri, text: string): SourceRequest {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri ?? vscode.Uri.joinPath(uri, '..');
    const answered = [...this.#pythonAnswers.values()].map(({ path, text, parsers }) => ({ path, text, parsers }));
    const request = { text, address: uri.toString(), path: uri.path, roots: [folder.path] };
    return answered.length > 0 ? { ...request, answered } : request;
  }
}
