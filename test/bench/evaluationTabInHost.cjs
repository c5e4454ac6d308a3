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
  // What this thread computed without a pause: on a machine that does other things too, a delay says less.
  const computed = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [rss, busy, last] = [0, 0, computed()];
  const timer = setInterval(() => {
    const now = computed();
    busy = Math.max(busy, now - last);
    last = now;
  }, 1);
  const args = { definition: at('triage.parser.json'), name: 'triage', logs: [at('log.jsonl')] };
  const command = performance.timeOrigin + performance.now();
  await vscode.commands.executeCommand('parserlens.evaluate', args);
  const start = process.cpuUsage();
  /** Milliseconds since 1970, and the processor time of all threads until then, in milliseconds. */
  const used = [];
  while (!existsSync(process.env.PARSERLENS_STOP)) {
    const { user, system } = process.cpuUsage(start);
    used.push([performance.timeOrigin + performance.now(), (user + system) / 1000]);
    rss = Math.max(rss, process.memoryUsage.rss() / 1024 / 1024);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  delay.disable();
  clearInterval(timer);
  writeFileSync(process.env.PARSERLENS_RESULTS, JSON.stringify({ command, blocked: delay.max / 1e6, busy, rss, used }));
};
