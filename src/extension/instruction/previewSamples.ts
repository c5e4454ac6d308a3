import * as vscode from 'vscode';
import type { HostToPreview, SampleView } from '../../protocol/instructionProtocol.ts';
import type { InstructionAnswer } from '../../service/instructionService.ts';
import type { DefinitionFile } from '../definitions/definitionFile.ts';
import type { Services } from '../services.ts';

/** A definition file's text, whatever is in it. */
export type OpenedText = Pick<DefinitionFile, 'uri' | 'fileName' | 'text'>;

/** How long after the last update the samples are judged, in milliseconds: they may take long, the text may not. */
const samplesDelay = 300;

/** How long after a verdict the page gets it, in milliseconds: several come in a row. */
const verdictsDelay = 50;

/**
 * The samples of a preview: judged a while after its text is on the page, and again whenever the store has other verdicts.
 * `currentRevision`: that of the text on the page; what was judged of another one is not sent.
 */
export function previewSamples(
  services: Services,
  post: (message: HostToPreview) => void,
  currentRevision: () => number,
) {
  let of: readonly [file: OpenedText, answer: InstructionAnswer] | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const dispose = () => clearTimeout(timer);
  const judge = async (revision: number) => {
    const samples = await judgedSamples(services, ...of!);
    if (samples && revision === currentRevision()) post({ type: 'samples', revision, samples });
  };
  const judgeSoon = (delay: number) => {
    dispose();
    const revision = currentRevision();
    timer = setTimeout(() => judge(revision).catch(error => services.log.error(error)), delay);
  };
  return {
    update(file: OpenedText, answer: InstructionAnswer) {
      of = [file, answer];
      judgeSoon(samplesDelay);
    },
    judgeAgain: () => of && judgeSoon(verdictsDelay),
    dispose,
  };
}

/**
 * The samples of a definition with the store's verdicts. `undefined` where the text is not the file's any more, and
 * while verdicts are missing: the store then finds them, and tells of it.
 */
async function judgedSamples(
  { samples }: Services,
  { uri, text }: OpenedText,
  { view }: InstructionAnswer,
): Promise<readonly SampleView[] | undefined> {
  const listed = await samples.list(uri);
  if (!view || !listed || listed.text !== text) return undefined;
  const rows = listed.samples.filter(({ definition }) => definition === view.name);
  if (view.runsModule && !vscode.workspace.isTrusted) {
    const detail = vscode.l10n.t('not run: this workspace is not trusted');
    return rows.map(({ name, span }) => ({ name, span, passed: false, skipped: true, detail }));
  }
  const views = rows.flatMap((row): SampleView | readonly [] => {
    const judged = samples.verdictOf(listed, row);
    const { name, span } = row;
    return judged ? { name, span, passed: judged.verdict === 'pass', detail: judged.detail } : [];
  });
  if (views.length === rows.length) return views;
  samples.request(uri);
  return undefined;
}
