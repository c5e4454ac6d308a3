import * as vscode from 'vscode';
import { type GithubPlace, githubRepository, openedRef } from '../../views/webLink.ts';

/** What is used of the API of VS Code's own Git extension. */
interface GitExtension {
  getAPI(version: 1): {
    getRepository(uri: vscode.Uri): {
      readonly rootUri: vscode.Uri;
      readonly state: {
        readonly HEAD?: { readonly commit?: string };
        readonly remotes: readonly { readonly name: string; readonly fetchUrl?: string }[];
      };
    } | null;
  };
}

/** Where in GitHub a file is: of a folder that is open without a clone, or of a clone; `undefined`: nowhere. */
export async function githubPlace(uri: vscode.Uri): Promise<GithubPlace | undefined> {
  return uri.scheme === 'file' ? clonedPlace(uri) : virtualPlace(uri);
}

/** Where a file of a virtual folder of GitHub is. */
export function virtualPlace({ scheme, authority, path }: vscode.Uri): GithubPlace | undefined {
  if (scheme !== 'vscode-vfs' || !/^github(?:\+|$)/.test(authority)) return undefined;
  const [, owner, name, ...rest] = path.split('/');
  return owner && name ? { owner, name, ref: openedRef(authority), path: rest.join('/') } : undefined;
}

async function clonedPlace(uri: vscode.Uri): Promise<GithubPlace | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  try {
    const git = extension && (extension.isActive ? extension.exports : await extension.activate());
    const found = git?.getAPI(1).getRepository(uri);
    const { HEAD, remotes = [] } = found?.state ?? {};
    const remote = remotes.find(({ name }) => name === 'origin') ?? remotes[0];
    const repository = remote?.fetchUrl === undefined ? undefined : githubRepository(remote.fetchUrl);
    if (!found || !repository || HEAD?.commit === undefined) return undefined;
    return { ...repository, ref: HEAD.commit, path: uri.path.slice(found.rootUri.path.length + 1) };
  } catch {
    return undefined;
  }
}
