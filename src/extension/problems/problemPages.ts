import * as vscode from 'vscode';
import type { Services } from '../services.ts';

/** Of the pages of problems. package.json lets VS Code show them rendered. */
const scheme = 'parserlens-problem';

/**
 * The address of the page that says what a problem's code stands for. A document of ours, so that it needs no network;
 * no command, since VS Code runs none from the hover of a problem.
 */
export function problemPage(code: string): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${code}.md` });
}

/** Makes the pages of problems readable: of all that `media/problems.md` says, the code's own section, then what holds for all. */
export function registerProblemPages({ context }: Services): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent({ path }) {
      const file = vscode.Uri.joinPath(context.extensionUri, 'media', 'problems.md');
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      const [intro = '', ...sections] = text.replaceAll('\r\n', '\n').split(/^## /m);
      const code = path.slice(1, -'.md'.length);
      const section = sections.find(each => each.startsWith(`${code}\n`));
      return section === undefined ? text : `# ${section}\n---\n${intro.replace(/^# .*\n/, '')}`;
    },
  });
}
