import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { EvaluationPartsView } from '../../protocol/evaluationView.ts';
import { localNumber } from '../shared/localNumber.ts';
import { Action } from './head.tsx';

/** Which parts of a larger evaluation the numbers are of, in words, and a button that puts those of the folder together. */
export function Parts({ parts }: { parts: EvaluationPartsView }): JSX.Element {
  const { has, missing, files, left, isAlone, isWhole } = parts;
  const of = localNumber(parts.of);
  const text =
    files === undefined
      ? /^\d+$/.test(has)
        ? l10n.t(
            'Only part {0} of {1} is here. Missing: {2}. The numbers are those of the rows that are here.',
            has,
            of,
            missing,
          )
        : l10n.t(
            'Only parts {0} of {1} are here. Missing: {2}. The numbers are those of the rows that are here.',
            has,
            of,
            missing,
          )
      : isWhole
        ? l10n.t('Merged here from all {0} parts: {1}.', of, files)
        : l10n.t(
            'Merged here from parts {0} of {1}: {2}. Missing: {3}. The numbers are those of the rows that are here.',
            has,
            of,
            files,
            missing,
          );
  return (
    <div class="parts">
      <p class="note" role="status">
        {text}
        {isAlone && ` ${l10n.t('There is no other part of this evaluation in the folder.')}`}
        {left && ` ${l10n.t('Left out: {0}.', left)}`}
      </p>
      {files === undefined && !isAlone && !isWhole && (
        <Action action="mergeParts" icon="git-merge" text={l10n.t('Merge with the Parts in This Folder')} />
      )}
    </div>
  );
}
