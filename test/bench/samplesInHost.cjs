// Runs inside the extension host, for samples.mjs.
const { writeFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const vscode = require('vscode');

exports.run = async () => {
  const extension = vscode.extensions.getExtension('parserlens.parserlens');
  await extension.activate();
  await quiet();
  const found = await measure(() => vscode.commands.executeCommand('testing.refreshTests'));
  const [uri] = await vscode.workspace.findFiles('**/agent0.parser.json');
  // VS Code itself must have heard of them.
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise(resolve => setTimeout(resolve, 50)))
    if ((await vscode.commands.executeCommand('vscode.testing.getTestsInFile', uri)).length > 10) break;
  const ran = await measure(() => vscode.commands.executeCommand('testing.runAll'));
  writeFileSync(process.env.PARSERLENS_RESULTS, JSON.stringify({ found, ran }));
};

/** How long a piece of work takes, and the longest time that it kept the host from anything else, in milliseconds. */
async function measure(work) {
  await quiet();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await work();
  const milliseconds = performance.now() - start;
  delay.disable();
  return { milliseconds, blocked: delay.max / 1e6 };
}

/** Waits until the host has nothing else to do: what VS Code brings starts as well. */
async function quiet() {
  for (let calm = 0; calm < 20; ) {
    const start = performance.now();
    await new Promise(resolve => setTimeout(resolve, 20));
    calm = performance.now() - start < 25 ? calm + 1 : 0;
  }
}
