import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import type { PanelServices } from './conversationPanel.ts';
import { pickFormatter } from './pickChoices.ts';

/** What a conversation is formatted with beside what its file says. */
export interface ChosenFormatter {
  /** Absent: the file names one. */
  readonly formatter?: string;
  /** Of the definition that the conversation names, as an editor has it. */
  readonly definitionText?: string;
}

/** Asks for the formatter of a conversation that names none, as other features do; one that was picked is remembered. Gives a `ChosenFormatter`, or nothing when none is picked. */
export function registerChooseFormatter({ log, engine, remembered, store }: PanelServices): vscode.Disposable {
  return registerCommand(log, 'chooseFormatter', async (uri: vscode.Uri, title: string) => {
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    const id = `${uri.toString()}#formatter`;
    const outline = await engine.conversations.readConversation(id, text, uri.toString());
    void engine.conversations.closeConversation(id);
    const { definitionText } = await store.definition(uri, outline);
    const fromFile: ChosenFormatter = definitionText === undefined ? {} : { definitionText };
    if (outline.count === undefined || outline.file.formatter !== undefined) return fromFile;
    const before = remembered.of(uri).formatter;
    const formatter = before ?? (await pickFormatter(engine, undefined, title));
    if (formatter === undefined) return undefined;
    if (before === undefined) await remembered.remember(uri, { formatter });
    return { ...fromFile, formatter } satisfies ChosenFormatter;
  });
}
