import { engineNames, usualCounter } from '../engine/index.ts';

/** Every setting with its default; a test compares the table with package.json. */
export const settingDefaults = {
  'preview.delay': 50,
  'tokens.counters': [usualCounter] as readonly string[],
  'tokens.tokenizers': {} as Readonly<Record<string, unknown>>,
  'tokens.statusBar': true,
  'codeLens.enabled': true,
  'conversations.codeLens': true,
  'problems.severity': {} as Readonly<Record<string, unknown>>,
  engines: engineNames as readonly string[],
  models: [] as readonly string[],
  prices: {} as Readonly<Record<string, unknown>>,
  'robustness.seed': 0,
  'conversations.agentscopeVersion': '1.0.21' as string,
  'evaluation.off': [] as readonly string[],
  'evaluation.on': [] as readonly string[],
  'files.allowedFolders': [] as readonly string[],
  'assistants.enabled': true,
  'python.interpreter': '' as string,
  'python.passEnvironment': [] as readonly string[],
  'conversations.severity': {} as Readonly<Record<string, unknown>>,
} as const satisfies Record<string, unknown>;
