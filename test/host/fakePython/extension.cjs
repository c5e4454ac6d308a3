const vscode = require('vscode');

/** The API of today has `environments`, the one before it `settings` alone. */
exports.activate = context => {
  const changed = new vscode.EventEmitter();
  let path = '';
  const environments = {
    getActiveEnvironmentPath: () => ({ id: path, path }),
    resolveEnvironment: async environment =>
      environment.path === '' ? undefined : { executable: { uri: vscode.Uri.file(environment.path) } },
    onDidChangeActiveEnvironmentPath: changed.event,
  };
  const settings = {
    getExecutionDetails: () => ({ execCommand: path === '' ? undefined : [path] }),
    onDidChangeExecutionDetails: changed.event,
  };
  const api = { environments, settings };
  context.subscriptions.push(
    changed,
    vscode.commands.registerCommand('fakePython.select', (generation, selected) => {
      path = selected;
      if (generation === 'environments') api.environments = environments;
      else delete api.environments;
      changed.fire({ path });
    }),
  );
  return api;
};
