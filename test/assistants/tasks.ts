// test/assistants/: twenty tasks as a user gives them to an assistant, each with a checker that runs the engine.

import type { AssistTask } from './assistTask.ts';
import { brokenDefinitions } from './brokenDefinitions.ts';
import { failingSamples } from './failingSamples.ts';
import { logTasks } from './logTasks.ts';
import { writtenDefinitions } from './writtenDefinitions.ts';

/** All tasks. */
export const tasks: readonly AssistTask[] = [
  ...brokenDefinitions,
  ...failingSamples,
  ...logTasks,
  ...writtenDefinitions,
];
