// Runs inside the extension host, for activation.mjs. The folder that is open holds no definition, so nothing has activated us.
const { writeFileSync } = require('node:fs');
const vscode = require('vscode');

exports.run = async () => {
  const extension = vscode.extensions.getExtension('parserlens.parserlens');
  if (extension.isActive) throw new Error('The extension is active already: there is nothing to measure.');
  const start = process.hrtime.bigint();
  await extension.activate();
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
  writeFileSync(process.env.PARSERLENS_RESULTS, JSON.stringify({ milliseconds }));
};
