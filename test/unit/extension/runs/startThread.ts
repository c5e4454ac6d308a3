import { pathToFileURL } from 'node:url';
import type { RunRow, RunSource, RunsHost } from '../../../../src/extension/runs/runsApi.ts';
import { runsThread } from '../../../../src/extension/runtime/runsThread.ts';
import { nodeHost } from '../../../../src/node/nodeHost.ts';
import { nodeResources } from '../../../../src/node/nodeResources.ts';
import { appendResponsesLog } from '../../../../src/node/responsesLog.ts';
import type { LanguageModelAnswer } from '../../../../src/providers/languageModel.ts';

/** The thread, and what it tells. */
export function startThread(answer?: LanguageModelAnswer) {
  const rows: RunRow[] = [];
  const told: string[] = [];
  const asked: unknown[] = [];
  const editor: RunsHost = {
    runText: async (_, text, restart) => void told.push(restart ? `again ${text}` : text),
    runMoment: async () => void told.push('moment'),
    runRow: async (_, row) => void rows.push(row),
    runReceiving: async (_, answers) => void told.push(answers.map(({ name, text }) => `${name}: ${text}`).join(', ')),
    async askLanguageModel(id, question, model, messages) {
      asked.push([id, model.name, messages.map(({ role, text }) => `${role}: ${text.split('\n')[0]}`)]);
      await runs.languageModelText(question, 'So ');
      return answer ?? { failure: 'refused', message: 'not asked', ms: 0 };
    },
  };
  const runs = runsThread({
    host: nodeHost,
    editor,
    resourcesFor: ({ cwd }) => nodeResources(cwd, []),
    openLog: appendResponsesLog,
  });
  return { runs, rows, told, asked };
}

export const editorModel = { kind: 'editor', vendor: 'v', id: 'i', name: 'n' } as const;

/** Where a source's media stand. */
export const placeOf = (folder: string) => ({ cwd: folder, folder: pathToFileURL(folder).href });

/** A definition with one sample that has a task. */
export const voteSource = (folder: string): RunSource => ({
  kind: 'definition',
  text: JSON.stringify({
    type: 'MarkdownJsonDictParser',
    content_hint: 'a dict',
    samples: [{ name: 'first', text: 'x', task: 'Who?' }, { text: 'y' }],
  }),
  fileName: 'vote.parser.json',
  name: 'vote',
  task: 'Who is it?',
  ...placeOf(folder),
});
