import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { openWorkbench, until, type Workbench } from './harness.ts';

const definitions = {
  swe: {
    type: 'thought_action',
    templates: {
      system_template: 'You work in {{repo}}.',
      instance_template: 'Solve: {{problem_statement}}',
      next_step_template: 'Saw: {{observation}}',
      next_step_no_output_template: 'Saw nothing.',
      max_observation_length: 40,
    },
    template_variables: { repo: 'the-repo', problem_statement: 'the-problem' },
  },
  mini: {
    type: 'mini_swe_agent',
    mode: 'actions_text',
    system_template: 'You use a shell.',
    instance_template: 'Task: {{task}} in {{nowhere}}\n\n```mswea_bash_command\nls\n```',
    observation_template: 'Exit {{output.returncode}}: {{output.output | length}}',
    format_error_template: 'Refused: {{error}}',
    template_variables: { task: 'the-task' },
  },
};

suite('templates of agents in the preview', () => {
  let workbench: Workbench;
  let frame: Frame;

  suiteSetup(async () => {
    workbench = await openWorkbench();
    await writeFile(join(workbench.workspace, 'agents.parser.json'), JSON.stringify({ parsers: definitions }, null, 2));
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await workbench.openFile('agents.parser.json');
  });
  suiteTeardown(() => workbench?.close());

  const preview = async (name: string) => {
    await workbench.selectText(`"${name}": {`);
    await workbench.runCommand('ParserLens: Preview Format Instruction');
    frame = await workbench.webview('Format Instruction');
  };
  const tabShows = async (tab: string, ...parts: readonly string[]) => {
    await frame.getByRole('tab', { name: tab, exact: true }).click();
    await until(`${parts} in ${tab}`, async () => {
      const shown = (await frame.getByRole('tabpanel').textContent()) ?? '';
      return parts.every(part => shown.includes(part));
    });
  };

  test('of SWE-agent: system, instance and the next step, with output, without, truncated', async () => {
    await preview('swe');
    await tabShows('System Message', 'You work in the-repo.');
    await tabShows('Instance Message', 'Solve: the-problem');
    await tabShows('Next Step', 'Saw: README.md', 'Saw nothing.', '10 characters were elided');
  });

  test('of mini-swe-agent: messages with what is undefined in its place, observations, the told error', async () => {
    await preview('mini');
    await tabShows('System Message', 'You use a shell.');
    await tabShows('Instance Message', 'Task: the-task in ', "'nowhere' is undefined");
    await tabShows('Observations', 'Exit 0: 23', 'Exit 2: ', 'Exit -1: 7');
    await tabShows('Format Error', 'Refused: Expected exactly 1 action, found 0.', 'found 2.');
    assert.equal(await frame.getByRole('tab', { name: 'Tool', exact: true }).count(), 0);
    await workbench.picture('templates');
  });
});
