import * as vscode from 'vscode';
import type { ExportRequest } from '../../service/interchangeService.ts';
import { toTextEdit } from '../convert.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { fileOf } from '../definitions/openDocument.ts';
import type { Services } from '../services.ts';
import { pickOne } from '../steps.ts';
import { exists } from '../structure/files.ts';

/**
 * Asks whether the call that a definition was imported from is to be changed where it stands, and does so, as one edit that can be
 * undone. False: it was not imported, cannot be changed there, which is said, or the user prefers a new document; `undefined`: the user gave up.
 */
export async function intoSource(
  { engine, context }: Services,
  request: ExportRequest,
  form: string,
): Promise<boolean | undefined> {
  const [name = ''] = request.names;
  const origins = new ImportOrigins(context.workspaceState);
  const origin = request.names.length === 1 ? origins.of(vscode.Uri.parse(request.fileName), name) : undefined;
  if (!origin || !(await exists(origin.source))) return false;
  const file = baseName(origin.source);
  const document = await vscode.workspace.openTextDocument(origin.source);
  const text = document.getText();
  const answer = await engine.interchange.rewriteCall(request, form, { text, name: origin.name });
  if (!answer?.ok) {
    const reason = answer?.reason.replaceAll('`', '');
    if (reason) void vscode.window.showInformationMessage(vscode.l10n.t('{0} stays as it is. {1}', file, reason));
    return false;
  }
  const { edits } = answer;
  const items = [
    {
      label: vscode.l10n.t('Edit {0}', file),
      description:
        edits.length === 0 ? vscode.l10n.t('it says the same already') : vscode.workspace.asRelativePath(origin.source),
      isEdit: true,
    },
    { label: vscode.l10n.t('New Document'), isEdit: false },
  ];
  const title = vscode.l10n.t('Export {0}', name);
  const placeholder = vscode.l10n.t('Where to write it: {0} was imported from there', origin.name);
  const picked = await pickOne(items, { title, placeholder });
  if (!picked || typeof picked === 'symbol') return undefined;
  if (!picked.isEdit) return false;
  const failed = () => new Error(vscode.l10n.t('{0} cannot be edited.', file));
  if (document.getText() !== text) throw failed();
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    origin.source,
    edits.map(one => toTextEdit(document, one)),
  );
  if (edits.length > 0 && !(await vscode.workspace.applyEdit(edit))) throw failed();
  const start = document.positionAt(edits[0]?.span.start ?? 0);
  await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.One,
    ...(edits.length > 0 && { selection: new vscode.Range(start, start) }),
  });
  return true;
}

/**
 * Asks whether a response template is to be put into the configuration of the model beside it, and does so, as one edit
 * that can be undone. False: there is no such file, or the user prefers a new document; `undefined`: the user gave up.
 */
export async function intoTokenizerConfig({ engine }: Services, request: ExportRequest): Promise<boolean | undefined> {
  const uri = vscode.Uri.joinPath(vscode.Uri.parse(request.fileName), '..', 'tokenizer_config.json');
  if (request.names.length !== 1 || vscode.Uri.parse(request.fileName).scheme === 'untitled' || !(await exists(uri)))
    return false;
  const items = [
    {
      label: vscode.l10n.t('Edit {0}', 'tokenizer_config.json'),
      description: vscode.workspace.asRelativePath(uri),
      isEdit: true,
    },
    { label: vscode.l10n.t('New Document'), isEdit: false },
  ];
  const picked = await pickOne(items, {
    title: vscode.l10n.t('Export {0}', request.names[0]!),
    placeholder: vscode.l10n.t('Where to write the response template'),
  });
  if (!picked || typeof picked === 'symbol') return undefined;
  if (!picked.isEdit) return false;
  const document = await vscode.workspace.openTextDocument(uri);
  const text = document.getText();
  const edits = await engine.interchange.templateEdits(request, text);
  if (!edits || document.getText() !== text)
    throw new Error(vscode.l10n.t('{0} cannot be edited.', 'tokenizer_config.json'));
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    uri,
    edits.map(one => toTextEdit(document, one)),
  );
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(vscode.l10n.t('{0} cannot be edited.', 'tokenizer_config.json'));
  const start = document.positionAt(edits[0]?.span.start ?? 0);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start) });
  return true;
}

const memoryKey = 'importedFrom';
/** How many files are remembered. */
const maxRemembered = 200;

/** Where a definition was read from. */
interface ImportOrigin {
  readonly source: vscode.Uri;
  /** What it is called there. */
  readonly name: string;
}

/** What definitions of a file are called in the file that they were read from; the only one under the empty name. */
type Names = Readonly<Record<string, string>>;
type Memory = readonly (readonly [definitions: string, source: string, names: Names])[];

/** Which files' definitions were imported from which files, kept in the workspace's memory. */
export class ImportOrigins {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** Keeps where the definitions of a new document come from. What has no name to be saved under is forgotten with the window. */
  async remember(document: vscode.Uri, source: vscode.Uri, names: Names): Promise<void> {
    const key = keyOf(document);
    if (source.scheme === 'untitled' || !document.path.startsWith('/')) return;
    const others = this.#memory().filter(([address]) => address !== key);
    await this.#memento.update(memoryKey, [[key, source.toString(), names], ...others].slice(0, maxRemembered));
  }

  /** Where a definition was read from, where that was kept. */
  of(document: vscode.Uri, definition: string): ImportOrigin | undefined {
    const [, source, names] = this.#memory().find(([address]) => address === keyOf(document)) ?? [];
    const name = names?.[''] ?? names?.[definition];
    return source === undefined || name === undefined ? undefined : { source: vscode.Uri.parse(source), name };
  }

  #memory(): Memory {
    const memory: unknown = this.#memento.get(memoryKey);
    return Array.isArray(memory) ? memory.filter(isEntry) : [];
  }
}

/** The file that a new document will be saved as is the same one. */
function keyOf(document: vscode.Uri): string {
  return fileOf(document).toString();
}

function isEntry(entry: unknown): entry is Memory[number] {
  if (!Array.isArray(entry)) return false;
  const [definitions, source, names] = entry as unknown[];
  return (
    typeof definitions === 'string' &&
    typeof source === 'string' &&
    typeof names === 'object' &&
    names !== null &&
    Object.values(names).every(name => typeof name === 'string')
  );
}
