import { l10n } from 'vscode';
import {
  type CandidateModel,
  type CauseModel,
  causeName,
  type DiagnosisModel,
  percent,
} from '../../views/diagnosisModel.ts';
import { oneLine } from '../../views/valuePreview.ts';

/** How many causes are named before the others are counted. */
const maxNamed = 3;

/** The causes of a repair in a few words. */
export function causeNames(causes: readonly CauseModel[]): string {
  const names = causes.slice(0, maxNamed).map(({ code }) => causeName(code));
  const more = causes.length - names.length;
  return more > 0 ? `${names.join(', ')} (+${more})` : names.join(', ');
}

/** That mending the causes is not enough. */
export function partlyText({ class: className, message }: NonNullable<DiagnosisModel['partly']>): string {
  return l10n.t('Mended, it would still be {0}', `${className}: ${oneLine(message)}`);
}

/** How sure a repair is, and whether part of the answer is missing all the same. */
export function certainty({ confidence, lossy }: CandidateModel): string {
  return lossy
    ? l10n.t('{0} %, part of the answer is missing', percent(confidence))
    : l10n.t('{0} %', percent(confidence));
}

/** A cause with its place. `line`: from 1; undefined where the document is closed. */
export function causeAt({ code, after }: CauseModel, line: number | undefined): string {
  const name = causeName(code);
  const words = after === undefined ? name : l10n.t('{0} after {1}', name, after);
  return line === undefined ? words : l10n.t('{0}, line {1}', words, line);
}
