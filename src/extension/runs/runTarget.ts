import * as vscode from 'vscode';
import { conversationDefinition } from '../conversations/conversationDefinition.ts';
import { clickedUri } from '../definitions/definitionUris.ts';
import type { Services } from '../services.ts';
import { holdsDefinitions } from '../sources/sourceDocuments.ts';
import { pickOne } from '../steps.ts';
import { mayRun } from './runLens.ts';
import type { DefinitionSourceOfRun, RunSource } from './runsApi.ts';

/** What a run is of: a definition or a conversation, the definition that reads its answers, and where its log goes. */
export interface RunTarget {
  readonly source: RunSource;
  /** The definition that reads the answers. */
  readonly definition: { readonly uri: vscode.Uri; readonly name: string };
  /** A conversation's address. */
  readonly conversation?: vscode.Uri;
  readonly log: vscode.Uri;
}

/** What `clicked` and `name` mean, else the active editor: asks for the definition and the task where that is open. `undefined`: the user wants none. */
export async function runTarget(services: Services, clicked: unknown, name: unknown): Promise<RunTarget | undefined> {
  const uri = uriOf(clicked) ?? vscode.window.activeTextEditor?.document.uri;
  if (!uri) throw new Error(vscode.l10n.t('Open a definition or a conversation to run it.'));
  const document = await vscode.workspace.openTextDocument(uri);
  if (/\.messages\.jsonl?$/.test(uri.path)) return conversationTarget(services, document);
  if (!holdsDefinitions(document)) throw new Error(vscode.l10n.t('Open a definition or a conversation to run it.'));
  return definitionTarget(services, document, typeof name === 'string' ? name : undefined);
}

async function definitionTarget(
  services: Services,
  document: vscode.TextDocument,
  preset: string | undefined,
): Promise<RunTarget | undefined> {
  const { definitions, engine, context } = services;
  const { uri } = document;
  const names = (await definitions.file(uri))?.definitions.map(each => each.name) ?? [];
  const name = preset ?? (names.length === 1 ? names[0] : await vscode.window.showQuickPick(names));
  const definition = name === undefined ? undefined : await definitions.get(uri, name);
  if (!definition) return undefined;
  const { text, fileName } = definition;
  const samples = await engine.runs.tasksOf(text, fileName, definition.name);
  const key = `task ${uri.toString()}#${definition.name}`;
  const task = await askTask(samples, context.workspaceState.get<string>(key) ?? '');
  if (task === undefined) return undefined;
  await context.workspaceState.update(key, task);
  return taskTarget(uri, { text, fileName, name: definition.name, task });
}

/** The run of a definition with a task. Throws where its log cannot be written. */
export function taskTarget(uri: vscode.Uri, of: Omit<DefinitionSourceOfRun, 'kind'>): RunTarget {
  const source = { kind: 'definition' as const, ...of, ...folderOf(uri) };
  return { source, definition: { uri, name: of.name }, log: logFor(uri, /\.parser\.json$|\.\w+$/) };
}

async function askTask(
  samples: readonly { readonly sample: string; readonly task: string }[],
  before: string,
): Promise<string | undefined> {
  const title = vscode.l10n.t('Run with Model');
  if (samples.length > 0) {
    const items = [
      ...samples.map(({ sample, task }) => ({ label: sample, detail: task, task })),
      { label: `$(edit) ${vscode.l10n.t('Another Task…')}`, detail: before, task: undefined },
    ];
    const picked = await pickOne(items, { title, placeholder: vscode.l10n.t('What is the model asked?') });
    if (!picked || typeof picked === 'symbol') return undefined;
    if (picked.task !== undefined) return picked.task;
  }
  const prompt = vscode.l10n.t('What the model is asked, beside the format instruction.');
  const task = await vscode.window.showInputBox({ title, prompt, value: before, ignoreFocusOut: true });
  return task === undefined || task.trim() === '' ? undefined : task;
}

async function conversationTarget(services: Services, document: vscode.TextDocument): Promise<RunTarget | undefined> {
  const { engine } = services;
  const { uri } = document;
  const text = document.getText();
  const fileName = uri.toString();
  const parser = await engine.runs.parserNamedIn(text, fileName);
  if (!parser)
    throw new Error(
      vscode.l10n.t(
        'The conversation names no parser, so nothing says how its answer is read. Add "parser": "FILE#NAME".',
      ),
    );
  const read = await conversationDefinition(services, uri, parser.file);
  if ('error' in read) throw new Error(read.error);
  const folder = folderOf(uri);
  const definitionUri = vscode.Uri.joinPath(uri, '..', parser.file);
  const file = await engine.instruction.readDefinitions(read.definitionText, definitionUri.toString());
  const name = parser.name ?? file.definitions[0]?.name;
  if (name === undefined) throw new Error(vscode.l10n.t('{0} holds no definition.', parser.file));
  return {
    source: { kind: 'conversation', text, fileName, definitionText: read.definitionText, ...folder },
    definition: { uri: definitionUri, name },
    conversation: uri,
    log: logFor(uri, /\.messages\.jsonl?$/),
  };
}

/** `NAME.responses.jsonl` beside a file, where that can be written. */
function logFor(uri: vscode.Uri, ending: RegExp): vscode.Uri {
  if (!mayRun(uri))
    throw new Error(
      vscode.l10n.t('Answers are kept in a log beside the file. Save it where files can be written first.'),
    );
  return uri.with({ path: `${uri.path.replace(ending, '')}.responses.jsonl` });
}

function folderOf(uri: vscode.Uri): { readonly cwd: string; readonly folder: string } {
  const folder = vscode.Uri.joinPath(uri, '..');
  return { cwd: folder.scheme === 'file' ? folder.fsPath : folder.path, folder: folder.toString() };
}

function uriOf(clicked: unknown): vscode.Uri | undefined {
  return clickedUri(clicked) ?? clickedUri((clicked as { readonly uri?: unknown } | null | undefined)?.uri);
}
