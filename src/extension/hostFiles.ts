import * as vscode from 'vscode';
import type { AskModule, AskModuleEach, ChildReply } from '../portable/moduleQuestions.ts';
import { prefix } from './commands.ts';
import { openDocument } from './definitions/openDocument.ts';
import { DesktopOnlyError, tellDesktopOnly } from './desktopOnly.ts';
import { tellUntrusted } from './modules/trust.ts';
import type { Runtime } from './runtime/runtime.ts';
import { exists, readWhole } from './structure/files.ts';
import { type Confines, confinesOf, isBelow, isOutside, namedFileUri, readNamedFile } from './structure/namedFile.ts';

/** What a thread asks the extension host for. */
export interface HostFiles {
  /**
   * A file that a file in a folder names, by its path, relative to the folder's address or absolute; `undefined` when there
   * is no such file, or it is too large; `outside` when it is not where such a file must be.
   */
  readFile(folder: string, path: string): Promise<Uint8Array | 'outside' | undefined>;
  /**
   * A text of a model's folder: its configuration or a chat template, by its path, as an editor has it where it is not saved
   * yet. `untrusted` where a workspace that is not trusted names one outside of it.
   */
  readModelText(folder: string, path: string): Promise<Uint8Array | 'untrusted' | undefined>;
  /**
   * A file that a source imports, by its path on the file system of the source's address, as an editor has it where it is not saved
   * yet; `undefined` where there is none, or it is too large or outside of the workspace.
   */
  readImported(address: string, path: string): Promise<Uint8Array | undefined>;
  /** A file of a tokenizer, by its path; `untrusted` where a workspace that is not trusted named it. */
  readTokenizer(folder: string, path: string): Promise<Uint8Array | 'untrusted' | undefined>;
  /** All of a file that the user chose, by its address. Rejects with a message for the user where it cannot be read, or is too large. */
  readWhole(address: string): Promise<Uint8Array>;
  /** Adds whole lines to a log of answers, or begins it; nothing only says whether it can be written. */
  appendToLog(address: string, lines: string): Promise<void>;
  /** Whether a module of the user's may run now. */
  mayRunModules(): Promise<boolean>;
  /** Asks a module's process, see `AskModule`: the host holds the processes, and passes bytes on without reading them. */
  askModule(...args: Parameters<AskModule>): ReturnType<AskModule>;
  /** Asks it many questions at once, see `AskModuleEach`. */
  askModuleEach(...args: Parameters<AskModuleEach>): ReturnType<AskModuleEach>;
}

const untrusted: ChildReply = {
  failed: { class: 'ModuleNotTrusted', message: 'Modules run only in a trusted workspace.' },
};

/** Files of every file system that VS Code reaches, and whether the workspace is trusted. */
export const hostFiles = (runtime: Runtime): HostFiles => ({
  readWhole: address =>
    readWhole(vscode.Uri.parse(address)).catch((error: unknown) => {
      // The caller shows the words; only here is there something to click.
      if (error instanceof DesktopOnlyError) tellDesktopOnly(error.message);
      throw error;
    }),
  appendToLog: (address, lines) => appendToLog(vscode.Uri.parse(address), lines),
  mayRunModules: async () => vscode.workspace.isTrusted,
  async askModule(path, ...args) {
    if (runtime.modules && vscode.workspace.isTrusted) return runtime.modules.ask(path, ...args);
    return untrusted;
  },
  async askModuleEach(path, questions, ...args) {
    if (runtime.modules && vscode.workspace.isTrusted) return runtime.modules.askEach(path, questions, ...args);
    return questions.map(() => untrusted);
  },
  async readFile(folder, path) {
    const base = vscode.Uri.parse(folder);
    const file = await readNamedFile(namedFileUri(base, path), confinesOf(base, runtime));
    if ('bytes' in file) return file.bytes;
    // Whatever else stands in the way, for the formatter there is no such file.
    return file.unread === 'outside' ? 'outside' : undefined;
  },
  async readModelText(folder, path) {
    const uri = tokenizerUri(vscode.Uri.parse(folder), path);
    if (!(await mayReadModelText(uri, runtime))) return 'untrusted';
    const document = openDocument(uri);
    if (document?.isDirty) return new TextEncoder().encode(document.getText());
    const file = await readNamedFile(uri);
    return 'bytes' in file ? file.bytes : undefined;
  },
  async readImported(address, path) {
    const source = vscode.Uri.parse(address);
    const uri = source.with({ path });
    const confines = confinesOf(vscode.Uri.joinPath(source, '..'), runtime);
    const document = openDocument(uri);
    if (document?.isDirty && !(await isOutside(uri, confines))) return new TextEncoder().encode(document.getText());
    const file = await readNamedFile(uri, confines);
    return 'bytes' in file ? file.bytes : undefined;
  },
  async readTokenizer(folder, path) {
    const uri = tokenizerUri(vscode.Uri.parse(folder), path);
    if (!(await mayReadTokenizer(uri, runtime))) return 'untrusted';
    const file = await readNamedFile(uri);
    return 'bytes' in file ? file.bytes : undefined;
  },
});

/** A tokenizer's file, by its address or a path: where the workspace is on another file system, one of that. */
function tokenizerUri(working: vscode.Uri, path: string): vscode.Uri {
  if (/^[A-Za-z][\w+.-]+:/.test(path)) return vscode.Uri.parse(path);
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return namedFileUri(folder && folder.uri.scheme !== 'file' ? folder.uri : working, path);
}

/** Adds lines to a log of any file system, or begins it. Rejects with a message for the user where it cannot be written. */
async function appendToLog(uri: vscode.Uri, lines: string): Promise<void> {
  const before = (await exists(uri)) ? await readWhole(uri) : undefined;
  const isCutOff = before !== undefined && before.length > 0 && before.at(-1) !== 0x0a;
  const added = new TextEncoder().encode(`${isCutOff ? '\n' : ''}${lines}`);
  // A line that a crash cut off stays as it is: what comes next begins a line of its own.
  if (before !== undefined && added.length === 0) return;
  const whole = new Uint8Array((before?.length ?? 0) + added.length);
  if (before) whole.set(before);
  whole.set(added, before?.length ?? 0);
  try {
    await vscode.workspace.fs.writeFile(uri, whole);
  } catch {
    throw new Error(vscode.l10n.t('{0} cannot be written.', vscode.workspace.asRelativePath(uri)));
  }
}

/**
 * Whether a file may be read as part of a tokenizer. In a workspace that is not trusted only those of the user's own
 * settings that lie outside of it, whoever names them; the first time that a file names another, a message says so.
 */
async function mayReadTokenizer(uri: vscode.Uri, { leadsOutside }: Runtime): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const isOwn = userFolders().some(folder => isBelow(uri, folder));
  if (isOwn && (await isOutside(uri, workspaceConfines(leadsOutside)))) return true;
  tellUntrusted(
    'tokenizer',
    vscode.l10n.t(
      'Tokenizers on disk are loaded only in a trusted workspace. A conversation or a setting names one, which was not loaded.',
    ),
  );
  return false;
}

/**
 * Whether a model's configuration or chat template may be read: text that runs nothing. In a workspace that is not trusted
 * only inside of it; the first time that a file names another, a message says so.
 */
async function mayReadModelText(uri: vscode.Uri, { leadsOutside }: Runtime): Promise<boolean> {
  if (vscode.workspace.isTrusted || !(await isOutside(uri, workspaceConfines(leadsOutside)))) return true;
  tellUntrusted(
    'model',
    vscode.l10n.t(
      'Files of a model outside of the workspace are read only in a trusted workspace. A definition names one, which was not read.',
    ),
  );
  return false;
}

function workspaceConfines(leadsOutside: Runtime['leadsOutside']): Confines {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(folder => folder.uri);
  return { folders, ...(leadsOutside && { leadsOutside }) };
}

/** The folders of the tokenizers in the user's own settings, as far as these do not depend on the workspace. */
function userFolders(): readonly vscode.Uri[] {
  const named = vscode.workspace.getConfiguration(prefix).inspect('tokens.tokenizers')?.globalValue ?? {};
  return Object.values(named).flatMap(path => {
    if (typeof path !== 'string' || !/^([/\\]|[A-Za-z]:[/\\])/.test(path)) return [];
    const uri = vscode.Uri.file(path);
    return [path.endsWith('.json') ? vscode.Uri.joinPath(uri, '..') : uri];
  });
}
