/** A file of a repository of GitHub. */
export interface GithubPlace {
  readonly owner: string;
  readonly name: string;
  /** A branch, a tag or a commit. */
  readonly ref: string;
  /** In the repository. */
  readonly path: string;
}

/** The address that opens a file's lines, counted from 1, in a browser's VS Code. */
export function webLink({ owner, name, ref, path }: GithubPlace, first: number, last: number): string {
  const file = [owner, name, 'blob', ...ref.split('/'), ...path.split('/')].map(encodeURIComponent).join('/');
  return `https://vscode.dev/github/${file}#L${first}${last > first ? `-L${last}` : ''}`;
}

/** The repository that an address of a remote names; `undefined`: it is not one of GitHub's. */
export function githubRepository(remote: string): Pick<GithubPlace, 'owner' | 'name'> | undefined {
  const [, owner, name] =
    /^(?:https:\/\/(?:[^/@]+@)?github\.com\/|(?:ssh:\/\/)?git@github\.com[:/])([^/]+)\/([^/]+?)(?:\.git)?\/?$/.exec(
      remote,
    ) ?? [];
  return owner && name ? { owner, name } : undefined;
}

/** What a virtual folder of GitHub has in its authority, `github+HEX`: the branch, tag or commit that is open. */
export function openedRef(authority: string): string {
  const [, hex] = /^github\+((?:[0-9a-f]{2})+)$/i.exec(authority) ?? [];
  try {
    const text = decodeURIComponent((hex ?? '').replace(/../g, '%$&'));
    const { ref } = JSON.parse(text) as { readonly ref?: { readonly id?: unknown } };
    return typeof ref?.id === 'string' ? ref.id : 'HEAD';
  } catch {
    return 'HEAD';
  }
}
