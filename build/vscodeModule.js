// The API of VS Code as one module of named exports.
const { readFileSync } = require('node:fs');

/**
 * An esbuild plugin that asks for `vscode` once in a bundle. Each file of its own would ask again, which VS Code answers
 * through its hook for every extension, and would copy the whole API: a third of the time that activation may take.
 * @type {import('esbuild').Plugin}
 */
const vscodeModule = {
  name: 'vscode-module',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === 'vscode' ? { path: 'vscode', external: true } : { path: 'vscode', namespace: 'vscode' },
    );
    onLoad({ filter: /.*/, namespace: 'vscode' }, () => ({ contents: source() }));
  },
};

/** What a newer VS Code has at the top beside what the types name. */
const newer = ['McpStdioServerDefinition'];

/** What the types name at the top: what lies deeper belongs to a namespace. */
function source() {
  const types = readFileSync(require.resolve('@types/vscode/index.d.ts'), 'utf8');
  const names = [...types.matchAll(/^(?:\t| {2,4})export (?:class|enum|namespace|const) (\w+)/gm)].map(
    ([, name]) => name,
  );
  // What is not used is left out.
  const exported = [...new Set([...names, ...newer])].map(
    name => `export const ${name} = /* @__PURE__ */ (() => api.${name})();`,
  );
  return ["const api = require('vscode');", ...exported].join('\n');
}

module.exports = { vscodeModule };
