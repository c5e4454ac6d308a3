import * as vscode from 'vscode';
import type { StrayModel } from '../../views/highlights.ts';
import { maxParts, type ResponseModel } from '../../views/responseModel.ts';
import { type Destination, destinations } from '../../views/splitModel.ts';
import { prefix } from '../commands.ts';
import { toRange } from '../convert.ts';
import { strayWords } from './destinationWords.ts';
import type { ResponseSession } from './responseSession.ts';
import type { ResponseSessions } from './responseSessions.ts';

/** Tints the parts of every parsed response by where they go, and shows what a repair put in. */
export class PartColors implements vscode.Disposable {
  readonly #sessions: ResponseSessions;
  readonly #tints = new Map<Destination, vscode.TextEditorDecorationType>(
    destinations.map(destination => [destination, tint(destination, '0 0 1px 0')]),
  );
  /** Those of further places that a part goes to, over the first: with their line above the text. */
  readonly #further = new Map<Destination, vscode.TextEditorDecorationType>(
    destinations.map(destination => [destination, tint(destination, '1px 0 0 0')]),
  );
  readonly #strays = new Map<StrayModel['kind'], vscode.TextEditorDecorationType>([
    ['lost', stray('line-through')],
    ['left-over', stray('underline dotted')],
  ]);
  readonly #inserted = vscode.window.createTextEditorDecorationType({});
  readonly #disposables: vscode.Disposable[];

  constructor(sessions: ResponseSessions) {
    this.#sessions = sessions;
    this.#disposables = [
      ...this.#tints.values(),
      ...this.#further.values(),
      ...this.#strays.values(),
      this.#inserted,
      vscode.window.onDidChangeVisibleTextEditors(editors => {
        for (const editor of editors) this.#paint(editor);
      }),
      sessions.onDidChange(uri => {
        for (const editor of vscode.window.visibleTextEditors)
          if (editor.document.uri.toString() === uri.toString()) this.#paint(editor);
      }),
    ];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #paint(editor: vscode.TextEditor): void {
    const ranges = new Map<Destination, vscode.Range[]>(destinations.map(destination => [destination, []]));
    const further = new Map<Destination, vscode.Range[]>(destinations.map(destination => [destination, []]));
    const strays = new Map<StrayModel['kind'], vscode.DecorationOptions[]>();
    const inserted: vscode.DecorationOptions[] = [];
    for (const session of this.#sessions.of(editor.document.uri)) {
      if (session.state.kind !== 'parsed' || session.state.stale) continue;
      const { model } = session.state;
      for (const { destination, isFirst, range } of tinted(editor.document, session, model))
        (isFirst ? ranges : further).get(destination)?.push(range);
      for (const { kind, ...option } of strayOptions(editor.document, session, model))
        strays.set(kind, [...(strays.get(kind) ?? []), option]);
      inserted.push(...repairs(editor.document, session, model));
    }
    for (const [kind, type] of this.#strays) editor.setDecorations(type, strays.get(kind) ?? []);
    for (const [destination, type] of this.#tints) editor.setDecorations(type, ranges.get(destination) ?? []);
    for (const [destination, type] of this.#further) editor.setDecorations(type, further.get(destination) ?? []);
    editor.setDecorations(this.#inserted, inserted);
  }
}

function tint(destination: Destination, borderWidth: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor(`${prefix}.${destination}Background`),
    overviewRulerColor: new vscode.ThemeColor(`${prefix}.${destination}`),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
    borderColor: new vscode.ThemeColor(`${prefix}.${destination}`),
    borderStyle: 'solid',
    borderWidth,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

/** Not by colour alone: lost text is struck through, what is left over is underlined. */
function stray(textDecoration: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    textDecoration,
    backgroundColor: new vscode.ThemeColor(`${prefix}.lostBackground`),
    overviewRulerColor: new vscode.ThemeColor(`${prefix}.lost`),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
    borderColor: new vscode.ThemeColor(`${prefix}.lost`),
    borderStyle: 'dashed',
    borderWidth: '0 0 1px 0',
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

function* strayOptions(document: vscode.TextDocument, { span }: ResponseSession, { strays }: ResponseModel) {
  for (const { kind, span: own, field } of strays) {
    const range = toRange(document, { start: span.start + own.start, end: span.start + own.end });
    yield { kind, range, hoverMessage: strayWords(kind, field) };
  }
}

function* tinted(document: vscode.TextDocument, { span, focus }: ResponseSession, { parts }: ResponseModel) {
  for (const part of parts.slice(0, maxParts)) {
    // A value that is not split is all that the agent gets.
    const { destinations: goesTo = ['content'] } = part;
    const places = focus === undefined ? goesTo : goesTo.filter(one => one === focus);
    for (const { start, end } of part.pieces ?? [part.inner]) {
      const range = toRange(document, { start: span.start + start, end: span.start + end });
      for (const [i, destination] of places.entries()) yield { destination, isFirst: i === 0, range };
    }
  }
}

function repairs(
  document: vscode.TextDocument,
  session: ResponseSession,
  model: ResponseModel,
): vscode.DecorationOptions[] {
  return model.repairs.map(({ name, span, text }) => ({
    range: toRange(document, { start: session.span.start + span.start, end: session.span.start + span.end }),
    hoverMessage: vscode.l10n.t('Repaired: {0}', name),
    renderOptions: {
      // At an empty place *after* leaves the cursor, and the lenses above a line that begins there, where they were.
      [span.start === span.end ? 'after' : 'before']: {
        contentText: text.replaceAll('\n', '↵'),
        color: new vscode.ThemeColor('editorCodeLens.foreground'),
        fontStyle: 'italic',
      },
    },
  }));
}
