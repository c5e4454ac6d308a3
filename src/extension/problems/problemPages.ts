import * as vscode from 'vscode';
import type { Services } from '../services.ts';

/** The files of pages, by the schemes of their documents. package.json lets VS Code show those rendered. */
const pages = { 'parserlens-problem': 'problems.md', 'parserlens-cause': 'causes.md' } as const;

/**
 * The address of the page that says what a problem's code stands for. A document of ours, so that it needs no network;
 * no command, since VS Code runs none from the hover of a problem.
 */
export function problemPage(code: string): vscode.Uri {
  return pageOf('parserlens-problem', code);
}

/** The address of the page that says what the cause of a response that does not read stands for. */
export function causePage(code: string): vscode.Uri {
  return pageOf('parserlens-cause', code);
}

/** Makes the pages readable: of all that a file says, the code's own section, then what holds for all. */
export function registerProblemPages({ context }: Services): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(pages).map(([scheme, name]) =>
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        async provideTextDocumentContent({ path }) {
          const file = vscode.Uri.joinPath(context.extensionUri, 'media', name);
          const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
          const [intro = '', ...sections] = text.replaceAll('\r\n', '\n').split(/^## /m);
          const code = path.slice(1, -'.md'.length);
          const section = sections.find(each => each.startsWith(`${code}\n`));
          return section === undefined ? text : `# ${section}\n---\n${intro.replace(/^# .*\n/, '')}`;
        },
      }),
    ),
  );
}

function pageOf(scheme: keyof typeof pages, code: string): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${code}.md` });
}
