import * as vscode from 'vscode';
import type { Problem } from '../../engine/index.ts';
import { ownProblems, withSeverities } from '../../views/problems.ts';
import { toDiagnostic } from '../convert.ts';
import { openDocument } from '../definitions/openDocument.ts';
import { quickFixes } from '../problems/problemFixes.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import { modelDocuments, modelFileOf } from './modelFiles.ts';
import type { ModelStore } from './modelStore.ts';

/** A folder's problems, and the version of the document that they were found in. */
interface Shown {
  readonly version: number;
  readonly problems: readonly Problem[];
}

/** Underlines what is wrong in the open files of models, each at its place, and offers the fixes. */
export class ModelDiagnostics implements vscode.CodeActionProvider, vscode.Disposable {
  readonly #services: Services;
  readonly #store: ModelStore;
  readonly #collection = vscode.languages.createDiagnosticCollection('parserlens-models');
  readonly #listed = new Map<string, Shown>();
  readonly #disposables: readonly vscode.Disposable[];

  constructor(services: Services, store: ModelStore) {
    this.#services = services;
    this.#store = store;
    const checkAll = () => {
      const folders = new Map(openFiles().map(({ folder }) => [folder.toString(), folder]));
      for (const folder of folders.values()) this.#checkSoon(folder);
    };
    this.#disposables = [
      this.#collection,
      store.onDidChange(folder => this.#checkSoon(folder)),
      onSettingChange(['problems.severity', 'engines'], checkAll),
      vscode.languages.registerCodeActionsProvider(modelDocuments, this, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
    ];
    checkAll();
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const listed = this.#listed.get(document.uri.toString());
    return listed?.version === document.version ? quickFixes(document, listed.problems, range) : [];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #checkSoon(folder: vscode.Uri): void {
    this.#check(folder).catch(error => this.#services.log.error(error));
  }

  async #check(folder: vscode.Uri): Promise<void> {
    const key = folder.toString();
    const files = () => openFiles().filter(file => file.folder.toString() === key);
    for (const uri of this.#listed.keys())
      if (!openDocument(vscode.Uri.parse(uri)) && modelFileOf(vscode.Uri.parse(uri))?.folder.toString() === key) {
        this.#listed.delete(uri);
        this.#collection.delete(vscode.Uri.parse(uri));
      }
    if (files().length === 0) return;
    const versions = new Map(files().map(({ document }) => [document.uri.toString(), document.version]));
    const texts = await this.#store.texts(folder);
    const found = await this.#services.engine.models.modelProblems(texts, getSetting('engines', folder));
    for (const { document, path } of files()) {
      // A newer text has a check of its own under way.
      if (versions.get(document.uri.toString()) !== document.version) continue;
      const own = found.filter(({ file }) => file === path);
      const problems = withSeverities(ownProblems(own, true), getSetting('problems.severity', document));
      this.#listed.set(document.uri.toString(), { version: document.version, problems });
      this.#collection.set(
        document.uri,
        problems.map(problem => toDiagnostic(document, problem)),
      );
    }
  }
}

/** The files of models that are open. */
function openFiles() {
  return vscode.workspace.textDocuments.flatMap(document => {
    const file = document.isClosed ? undefined : modelFileOf(document.uri);
    return file ? [{ ...file, document }] : [];
  });
}
