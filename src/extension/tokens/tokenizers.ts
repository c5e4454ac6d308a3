import * as vscode from 'vscode';
import { usualCounter } from '../../engine/index.ts';
import { prefix } from '../commands.ts';
import { numberText } from '../numberText.ts';
import { getSetting } from '../settings.ts';
import { exists } from '../structure/files.ts';

/** A tokenizer on disk, under the name that the user gave it. `counter` is what the engine calls it. */
export interface NamedTokenizer {
  readonly name: string;
  readonly counter: string;
  /** The path in the setting. */
  readonly path: string;
}

/** The tokenizers of `tokens.tokenizers`. Relative paths start at the scope's workspace folder. */
export function tokenizersFor(scope: vscode.TextDocument | vscode.Uri | undefined): readonly NamedTokenizer[] {
  const uri = scope && 'uri' in scope ? scope.uri : scope;
  const folder = (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
  return Object.entries(getSetting('tokens.tokenizers', scope) ?? {}).flatMap(([name, path]) => {
    if (typeof path !== 'string' || path.trim() === '') return [];
    const isAbsolute = /^([/\\]|[A-Za-z]:[/\\])/.test(path);
    const full = isAbsolute || !folder ? path : addressOf(vscode.Uri.joinPath(folder.uri, path));
    return [{ name, path, counter: `HuggingFaceTokenCounter:${full}` }];
  });
}

/** The tokenizer of a model's folder, under the folder's name, where it has one and the workspace is trusted. */
export async function ownTokenizer(folder: vscode.Uri): Promise<Omit<NamedTokenizer, 'path'> | undefined> {
  if (!vscode.workspace.isTrusted || !(await exists(vscode.Uri.joinPath(folder, 'tokenizer.json')))) return undefined;
  return {
    name: folder.path.slice(folder.path.lastIndexOf('/') + 1),
    counter: `HuggingFaceTokenCounter:${addressOf(folder)}`,
  };
}

/** What the engine calls a counter of `tokens.counters`: the tokenizer of that name, else the name itself. */
export function engineCounter(name: string, scope: vscode.TextDocument | vscode.Uri | undefined): string {
  return tokenizersFor(scope).find(tokenizer => tokenizer.name === name)?.counter ?? name;
}

/** A path on the disk; anything else keeps its whole address. */
function addressOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString(true);
}

/** The counter for places with room for one number: the first that the user chose. */
export function counterFor(scope: vscode.TextDocument | vscode.Uri | undefined): string {
  return engineCounter(getSetting('tokens.counters', scope)[0] ?? usualCounter, scope);
}

/** The first counter that the user chose; `undefined` where `tokens.counters` is as it comes. */
export function chosenCounter(scope: vscode.Uri): string | undefined {
  const found = vscode.workspace.getConfiguration(prefix, scope).inspect('tokens.counters');
  const isSet = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
  return isSet === undefined ? undefined : counterFor(scope);
}

/** A number of tokens in words; an estimate is marked as one. */
export function countText(count: number, exact: boolean): string {
  const number = `${exact ? '' : '≈ '}${numberText(count)}`;
  return count === 1 && exact ? vscode.l10n.t('1 token') : vscode.l10n.t('{0} tokens', number);
}

/** Whether a number is the source system's own, in words; with the formula of a system, whose number it is. */
export function exactness(exact: boolean, formula?: string): string {
  if (!exact) return vscode.l10n.t('estimate');
  return formula === undefined ? vscode.l10n.t('exact') : vscode.l10n.t('exact as {0} counts', formula);
}
