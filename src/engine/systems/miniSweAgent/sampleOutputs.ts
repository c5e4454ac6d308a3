import type { PyDict, PyValue } from '../../core/pyValue.ts';

/** Outputs of commands to show observations with. */
export const sampleOutputs: readonly { readonly title: string; readonly output: PyDict }[] = [
  { title: 'A short output', output: output('README.md\nsetup.py\nsrc\n', 0) },
  { title: 'No output', output: output('', 0) },
  {
    title: 'A long output (12,000 characters)',
    output: output(Array.from({ length: 600 }, (_, i) => `line ${String(i + 1).padStart(4)} of 0600`).join('\n'), 0),
  },
  { title: 'A command that failed', output: output('ls: cannot access nowhere: No such file or directory\n', 2) },
  {
    title: 'A command that timed out',
    output: output(
      'partial',
      -1,
      "An error occurred while executing the command: Command 'sleep 60' timed out after 30 seconds",
    ),
  },
];

function output(text: string, returncode: number, exception = ''): PyDict {
  return new Map<string, PyValue>([
    ['output', text],
    ['returncode', returncode],
    ['exception_info', exception],
  ]);
}
