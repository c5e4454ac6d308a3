// A virtual file system for the web tests, as that of GitHub Repositories: `vscode-vfs://github/acme/agents/…` are the files that the test's own server holds.
const vscode = require('vscode');

/** @param {import('vscode').ExtensionContext} context */
exports.activate = context => {
  const origin = new URL(context.extensionUri.toString(true)).origin;
  const changed = new vscode.EventEmitter();
  /** @param {string} path @param {RequestInit} [init] */
  const ask = (path, init) => fetch(`${origin}/files${encodeURI(path)}`, init);
  /** @param {import('vscode').Uri} uri */
  const stat = async uri => {
    const answer = await ask(uri.path, { headers: { 'x-stat': '1' } });
    const found = await answer.json();
    if (!found) throw vscode.FileSystemError.FileNotFound(uri);
    return found;
  };
  const provider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => {}),
    stat,
    async readDirectory(uri) {
      return (await (await ask(uri.path, { headers: { 'x-list': '1' } })).json()) ?? [];
    },
    async readFile(uri) {
      const answer = await ask(uri.path);
      // An empty answer without content is no file.
      if (answer.status === 204) throw vscode.FileSystemError.FileNotFound(uri);
      return new Uint8Array(await answer.arrayBuffer());
    },
    async writeFile(uri, content) {
      const was = await stat(uri).then(
        () => true,
        () => false,
      );
      await ask(uri.path, { method: 'PUT', body: content });
      changed.fire([{ type: was ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created, uri }]);
    },
    async delete(uri) {
      await ask(uri.path, { method: 'DELETE' });
      changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
    },
    createDirectory: () => {},
    rename: () => {
      throw vscode.FileSystemError.NoPermissions();
    },
  };
  const search = {
    async provideFileSearchResults({ pattern }, { folder }) {
      const paths = await (await ask(folder.path, { headers: { 'x-search': '1' } })).json();
      const wanted = pattern.toLowerCase();
      return paths.filter(path => isSubsequence(wanted, path.toLowerCase())).map(path => folder.with({ path }));
    },
  };
  // For the bench: how long our extension takes from its first byte to the end of its activation.
  const activate = async () => {
    const before = performance.now();
    await vscode.extensions.getExtension('parserlens.parserlens').activate();
    const milliseconds = performance.now() - before;
    await ask('/activation', { method: 'PUT', body: String(milliseconds) });
  };
  context.subscriptions.push(
    vscode.commands.registerCommand('webFiles.activate', activate),
    vscode.workspace.registerFileSystemProvider('vscode-vfs', provider, { isCaseSensitive: true }),
    vscode.workspace.registerFileSearchProvider('vscode-vfs', search),
  );
};

/** @param {string} wanted @param {string} path */
function isSubsequence(wanted, path) {
  let at = 0;
  for (const letter of wanted) {
    at = path.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
