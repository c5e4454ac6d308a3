import type { JSX } from 'preact';
import type { EvaluationPartsView } from '../../protocol/evaluationView.ts';
import { count, useWords } from './evaluationWords.ts';
import { Action } from './head.tsx';

/** Which parts of a larger evaluation the numbers are of, in words, and a button that puts those of the folder together. */
export function Parts({ parts }: { parts: EvaluationPartsView }): JSX.Element {
  const words = useWords();
  const { has, missing, files, left, isAlone, isWhole } = parts;
  const of = count(parts.of);
  const text =
    files === undefined
      ? words(/^\d+$/.test(has) ? 'onePart' : 'parts', has, of, missing)
      : isWhole
        ? words('mergedAll', of, files)
        : words('mergedSome', has, of, files, missing);
  return (
    <div class="parts">
      <p class="note" role="status">
        {text}
        {isAlone && ` ${words('partsAlone')}`}
        {left && ` ${words('partsLeft', left)}`}
      </p>
      {files === undefined && !isAlone && !isWhole && (
        <Action action="mergeParts" icon="git-merge" text={words('mergeParts')} />
      )}
    </div>
  );
}
