import * as vscode from 'vscode';
import type { SuspicionNames } from '../service/choiceOf.ts';
import { prefix } from './commands.ts';
import { settingDefaults } from './settingDefaults.ts';

/** The settings and the types of their values. */
export type Settings = {
  readonly [K in keyof typeof settingDefaults]: Widened<(typeof settingDefaults)[K]>;
};
type Widened<T> = T extends number ? number : T extends boolean ? boolean : T;

/** The present value of `parserlens.<key>` for `scope`. A value of another type than the default's counts as the default. */
export function getSetting<K extends keyof Settings>(key: K, scope?: vscode.ConfigurationScope): Settings[K] {
  const fallback: unknown = settingDefaults[key];
  const value: unknown = vscode.workspace.getConfiguration(prefix, scope).get(key, fallback);
  const fits = Array.isArray(fallback)
    ? Array.isArray(value) && value.every(item => typeof item === 'string')
    : typeof value === typeof fallback;
  return (fits ? value : fallback) as Settings[K];
}

/** The value of {@link getSetting} where the user or the workspace has chosen one; `undefined`: the default counts. */
export function chosenSetting<K extends keyof Settings>(
  key: K,
  scope?: vscode.ConfigurationScope,
): Settings[K] | undefined {
  const { globalValue, workspaceValue, workspaceFolderValue } =
    vscode.workspace.getConfiguration(prefix, scope).inspect(key) ?? {};
  const isChosen = [globalValue, workspaceValue, workspaceFolderValue].some(value => value !== undefined);
  return isChosen ? getSetting(key, scope) : undefined;
}

/** Calls `listener` whenever one of the settings changes. */
export function onSettingChange(keys: readonly (keyof Settings)[], listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (keys.some(key => event.affectsConfiguration(`${prefix}.${key}`))) listener();
  });
}

/** The suspicions that the settings of a file switch off, and those that are looked for because they name them. */
export function suspicionNames(uri: vscode.Uri | undefined): Required<SuspicionNames> {
  return { off: getSetting('evaluation.off', uri), on: getSetting('evaluation.on', uri) };
}
