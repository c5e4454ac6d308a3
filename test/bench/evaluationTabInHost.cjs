// Runs inside the extension host, for evaluationTab.mjs: begins the evaluation, and measures until it is told to stop.
const { existsSync, writeFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const vscode = require('vscode');

exports.run = async () => {
  const extension = vscode.extensions.getExtension('parserlens.parserlens');
  await extension.activate();
  const at = path => vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, path).toString();
  // What VS Code does at its start is not ours.
  for (let calm = 0; calm < 20; ) {
    const start = performance.now();
    await new Promise(resolve => setTimeout(resolve, 20));
    calm = performance.now() - start < 25 ? calm + 1 : 0;
  }
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let rss = 0;
  const args = { definition: at('triage.parser.json'), name: 'triage', logs: [at('log.jsonl')] };
  await vscode.commands.executeCommand('parserlens.evaluate', args);
  while (!existsSync(process.env.PARSERLENS_STOP)) {
    rss = Math.max(rss, process.memoryUsage.rss() / 1024 / 1024);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  delay.disable();
  writeFileSync(process.env.PARSERLENS_RESULTS, JSON.stringify({ blocked: delay.max / 1e6, rss }));
};
