import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { documentSchemes } from '../later/documentSchemes.ts';
import { addHomeEdits, sampleHome } from '../samples/sampleHome.ts';
import type { Services } from '../services.ts';
import { askText, back, pickOne } from '../steps.ts';
import { exists } from '../structure/files.ts';
import type { ResponseSession } from './responseSession.ts';
import { lengthOf, type ResponseSessions } from './responseSessions.ts';

/** The longest response that is written into a definition, in UTF-16 units. */
const maxInline = 1_000_000;

/** How a sample is written. */
interface SampleForm {
  /** Whether the present result is expected. */
  readonly expectation: boolean;
  /** The file that holds the response, relative to the definition's folder; absent: the definition holds it. */
  readonly file?: string;
  /** That file's address, where it is yet to be made. */
  readonly create?: vscode.Uri;
}

/** *Save as Sample*: the response becomes a sample of the definition, as one edit that can be undone. */
export function registerSaveAsSample(services: Services, sessions: ResponseSessions): vscode.Disposable {
  const { engine, definitions, log } = services;
  const save = async (session: ResponseSession | undefined) => {
    if (session?.state.kind === 'failed') throw new Error(session.state.message);
    if (session?.state.kind !== 'parsed' || session.state.stale)
      throw new Error(vscode.l10n.t('Parse a response first. It becomes the sample, with its result.'));
    const { uri, name } = session.definition;
    const before = await definitions.get(uri, name);
    if (!before) throw new Error(vscode.l10n.t('The definition {0} cannot be read.', name));
    const homeBefore = await sampleHome(services, before);
    const answer = await ask(session, homeBefore.uri, await engine.responses.sampleNames(homeBefore.definition));
    if (!answer) return;
    // Meanwhile it may have been edited.
    const home = await sampleHome(services, (await definitions.get(uri, name)) ?? before);
    const { sampleName, form } = answer;
    const edits = await engine.responses.sampleEdits(session.id, home.definition, {
      name: sampleName,
      expectation: form.expectation,
      ...(form.file !== undefined && { file: form.file }),
    });
    const contents = form.create && (await engine.responses.responseText(session.id));
    if (!edits || edits.length === 0)
      throw new Error(vscode.l10n.t('The samples of {0} are not a list, so nothing was saved.', name));
    const edit = new vscode.WorkspaceEdit();
    if (form.create && contents !== undefined)
      edit.createFile(form.create, { contents: new TextEncoder().encode(contents) });
    await addHomeEdits(edit, home, edits);
    if (!(await vscode.workspace.applyEdit(edit)))
      throw new Error(vscode.l10n.t('{0} cannot be edited.', baseName(home.uri)));
    const saved = await vscode.workspace.openTextDocument(home.uri);
    void offerToShow(saved, edits[0]?.span.start ?? 0, sampleName);
  };
  return vscode.Disposable.from(
    registerCommand(log, 'saveAsSample', (of?: unknown) => {
      // The message of a run names its answer's document.
      if (of instanceof vscode.Uri) return save(sessions.of(of)[0]);
      return save(typeof of === 'string' ? sessions.get(of) : calledFrom(sessions));
    }),
    // The button of the view: of the result that the view shows.
    registerCommand(log, 'saveShownResult', () => save(sessions.current)),
  );
}

/** The result that the command is meant for: that of the document that it is called from, at its cursor first. Where no text is active, the last one. */
function calledFrom(sessions: ResponseSessions): ResponseSession | undefined {
  const { activeTextEditor } = vscode.window;
  // A value of a result stands in a document of ours.
  if (!activeTextEditor || activeTextEditor.document.uri.scheme.startsWith('parserlens')) return sessions.current;
  const { document, selection } = activeTextEditor;
  const here = sessions.of(document.uri);
  const { current } = sessions;
  return sessions.at(document, selection.active) ?? here.find(session => session === current) ?? here[0];
}

/** The response's file relative to the definition's folder, where the response is the whole of a saved file below it. */
function fileOf({ document, uri, span }: ResponseSession, home: vscode.Uri): string | undefined {
  const folder = home.path.slice(0, home.path.lastIndexOf('/') + 1);
  if (uri.scheme !== home.scheme || uri.authority !== home.authority) return undefined;
  if (uri.scheme === 'untitled' || !uri.path.startsWith(folder) || document?.isDirty) return undefined;
  if (document && (span.start !== 0 || span.end !== lengthOf(document))) return undefined;
  return uri.path.slice(folder.length);
}

/** The sample's name, and how it is written; `undefined`: the user wants none. */
async function ask(
  session: ResponseSession,
  home: vscode.Uri,
  usedNames: readonly string[],
): Promise<{ readonly sampleName: string; readonly form: SampleForm } | undefined> {
  for (let value = freeName(session, usedNames); ; ) {
    const sampleName = await askText({
      title: vscode.l10n.t('Save as Sample of {0}', session.definition.name),
      number: [1, 2],
      prompt: vscode.l10n.t('The response becomes a test of the definition.'),
      value,
      check: text => {
        if (text.trim() === '') return vscode.l10n.t('A sample needs a name.');
        return usedNames.includes(text) ? vscode.l10n.t('A sample with this name already exists.') : undefined;
      },
    });
    if (typeof sampleName !== 'string') return undefined;
    const form = await askForForm(session, home, sampleName);
    if (form !== back) return form && { sampleName, form };
    value = sampleName;
  }
}

/** A name that no sample has: a row of a log gives its own. */
function freeName({ uri }: ResponseSession, usedNames: readonly string[]): string {
  const row =
    uri.scheme === documentSchemes.row
      ? baseName(uri)
          .replace(/\.\w+$/, '')
          .trim()
      : '';
  if (row !== '' && !usedNames.includes(row)) return row;
  const base = row === '' ? 'sample' : row;
  let number = row === '' ? usedNames.length + 1 : 2;
  while (usedNames.includes(`${base} ${number}`)) number++;
  return `${base} ${number}`;
}

/** Where the response goes, and whether its present result is expected; the likeliest first. */
async function askForForm(
  session: ResponseSession,
  home: vscode.Uri,
  name: string,
): Promise<SampleForm | typeof back | undefined> {
  const existing = fileOf(session, home);
  const isLong = session.span.end - session.span.start > maxInline;
  const create = existing === undefined ? await newFile(home, name) : undefined;
  const file = existing ?? create?.file;
  const places: {
    readonly label: string;
    readonly description?: string;
    readonly form: Omit<SampleForm, 'expectation'>;
  }[] = [];
  const inDefinition = { label: vscode.l10n.t('In the Definition'), form: {} };
  if (!isLong && existing === undefined) places.push(inDefinition);
  if (file !== undefined)
    places.push({
      label: existing === undefined ? vscode.l10n.t('In a New File') : vscode.l10n.t('As This File'),
      description: file,
      form: { file, ...(create && { create: create.uri }) },
    });
  if (!isLong && existing !== undefined) places.push(inDefinition);
  if (places.length === 0)
    throw new Error(
      vscode.l10n.t(
        'This response is too long to be written into a definition. Save the definition first, so that the response can be a file beside it.',
      ),
    );
  const withResult = vscode.l10n.t('expects the present result');
  const without = vscode.l10n.t('expects only that it parses');
  const items = [true, false].flatMap(expectation =>
    places.map(({ label, description, form }) => ({
      // What differs stands in the label: it is what is read first.
      label: expectation ? label : vscode.l10n.t('{0}, Without Its Result', label),
      description: [expectation ? withResult : without, description].filter(Boolean).join(' · '),
      form: { ...form, expectation },
    })),
  );
  const picked = await pickOne(items, {
    title: vscode.l10n.t('Save {0} as Sample of {1}', name, session.definition.name),
    number: [2, 2],
    back: true,
    placeholder: vscode.l10n.t('Where to save the response, and what to expect of it'),
  });
  return picked === back ? back : picked?.form;
}

/** A file that is not there yet, in the folder `samples` beside the definition; `undefined` for a definition that is in no folder itself. */
async function newFile(
  definition: vscode.Uri,
  name: string,
): Promise<{ readonly file: string; readonly uri: vscode.Uri } | undefined> {
  if (definition.scheme === 'untitled') return undefined;
  // What every file system takes.
  const base =
    name
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[-.]+|[-.]+$/g, '')
      .slice(0, 80) || 'sample';
  for (let number = 1; ; number++) {
    const file = `samples/${base}${number === 1 ? '' : `-${number}`}.md`;
    const uri = vscode.Uri.joinPath(definition, '..', file);
    if (!(await exists(uri))) return { file, uri };
  }
}

async function offerToShow(document: vscode.TextDocument, offset: number, name: string): Promise<void> {
  const show = vscode.l10n.t('Show');
  const message = vscode.l10n.t('{0} was added to the samples. Undo in the definition removes it.', name);
  if ((await vscode.window.showInformationMessage(message, show)) !== show) return;
  const position = document.positionAt(offset);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}
