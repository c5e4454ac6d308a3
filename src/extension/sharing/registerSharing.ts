import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import { issueMarkdown } from '../../views/issueMarkdown.ts';
import { webLink } from '../../views/webLink.ts';
import { registerCommand } from '../commands.ts';
import type { ResponseSession } from '../responses/responseSession.ts';
import type { ResponseSessions } from '../responses/responseSessions.ts';
import type { Services } from '../services.ts';
import { githubPlace } from './githubPlace.ts';

/** The longest value or error of a link, in UTF-16 units. */
const maxResult = 100_000;

/** *Copy Link to This*, of a response, a definition or what is selected in a folder of GitHub; *Copy as Issue*, of a response. */
export function registerSharing(services: Services, sessions: ResponseSessions): vscode.Disposable {
  const { definitions, engine, log, context } = services;

  /** What is meant: a response by its id, a definition by its file and name or its row, else what the cursor is in. */
  const meant = async (argument: unknown, name: unknown) => {
    const session = typeof argument === 'string' ? sessions.get(argument) : undefined;
    if (session) return placeOf(session);
    const row = (argument ?? {}) as Readonly<Record<string, unknown>>;
    const uri = argument instanceof vscode.Uri ? argument : row.uri;
    const parserName = typeof name === 'string' ? name : row.name;
    if (uri instanceof vscode.Uri && typeof parserName === 'string') {
      const file = await definitions.file(uri);
      const span = file?.definitions.find(each => each.name === parserName)?.span;
      return { uri, ...(file && span && linesOf(file.written, span)) };
    }
    const editor = vscode.window.activeTextEditor;
    if (!editor) return undefined;
    const { document, selection } = editor;
    const at = sessions.of(document.uri).find(({ span }) => {
      const offset = document.offsetAt(selection.active);
      return selection.isEmpty && span.start <= offset && offset <= span.end;
    });
    return at ? placeOf(at) : { uri: document.uri, first: selection.start.line + 1, last: selection.end.line + 1 };
  };

  return vscode.Disposable.from(
    registerCommand(log, 'copyLink', async (argument?: unknown, name?: unknown) => {
      const place = await meant(argument, name);
      const inGithub = place && (await githubPlace(place.uri));
      if (!place || !inGithub)
        throw new Error(
          vscode.l10n.t(
            'There is a link only to files of a repository on GitHub. A response can be copied as an issue.',
          ),
        );
      const { first = 1, last = first } = place;
      await vscode.env.clipboard.writeText(webLink(inGithub, first, last));
      vscode.window.setStatusBarMessage(vscode.l10n.t('Copied a link that opens in a browser.'), 3000);
    }),
    registerCommand(log, 'copyIssue', async (id?: unknown) => {
      const session = typeof id === 'string' ? sessions.get(id) : sessions.current;
      if (session?.state.kind !== 'parsed' || !session.document)
        throw new Error(vscode.l10n.t('There is no parsed response here.'));
      const { model } = session.state;
      const { uri, name } = session.definition;
      const file = await definitions.file(uri);
      const own = file?.definitions.find(each => each.name === name)?.span;
      const path = model.error ? (['error'] as const) : (['value'] as const);
      const result = await engine.responses.valueText(session.id, path, 'json', maxResult);
      const text = issueMarkdown({
        name,
        type: model.type,
        definition: file && own ? file.written.slice(own.start, own.end) : '',
        response: session.document.getText().slice(session.span.start, session.span.end),
        result: result?.text ?? model.error?.message ?? '',
        isError: model.error !== undefined,
        versions: `ParserLens ${context.extension.packageJSON.version}, VS Code ${vscode.version}`,
      });
      await vscode.env.clipboard.writeText(text);
      vscode.window.setStatusBarMessage(vscode.l10n.t('Copied the response as an issue.'), 3000);
    }),
  );
}

function placeOf({ uri, document, span }: ResponseSession) {
  return { uri, ...(document && linesOf(document.getText(), span)) };
}

/** The lines of a stretch, counted from 1. */
function linesOf(text: string, { start, end }: Span): { readonly first: number; readonly last: number } {
  const first = text.slice(0, start).split('\n').length;
  return { first, last: first + text.slice(start, end).trimEnd().split('\n').length - 1 };
}
