import type { ServingVerdict } from '../engine/index.ts';
import { unknownRow } from './lensRow.ts';
import { lensWidth } from './lensWidth.ts';

/** The words of a row of engines. */
export interface ServingWords {
  /** What leaves fields of a message out. */
  readonly loses: (engine: string, fields: string) => string;
  readonly losesSome: (engine: string, count: number) => string;
}

const labels: Partial<Record<string, string>> = { 'transformers-serve': 'serve', vllm: 'vLLM', sglang: 'SGLang' };
const separator = ' · ';

/**
 * What each engine makes of a response template, in one row of `room` letters. Where that is too few, engines with the same
 * verdict share its sign, then those that take the template go, then the names of the fields that are lost, so that what is
 * wrong stays; the last form is the shortest, whether it has room or not.
 */
export function servingTitle(
  verdicts: readonly ServingVerdict[],
  words: ServingWords,
  room: number = unknownRow,
): string {
  const named = verdicts.map(({ engine, ...verdict }) => ({ label: labels[engine] ?? engine, ...verdict }));
  const refusing = named.filter(({ refuses }) => refuses).map(({ label }) => label);
  const losing = named.filter(({ refuses, loses }) => !refuses && loses.length > 0);
  const taking = named.filter(({ refuses, loses }) => !refuses && loses.length === 0).map(({ label }) => label);
  const lost = losing.map(({ label, loses }) => words.loses(label, loses.join(', ')));
  const lostShort = losing.map(({ label, loses }) => words.losesSome(label, loses.length));
  const together = (names: readonly string[], sign: string) =>
    names.length > 0 ? [`${names.join(', ')} ${sign}`] : [];
  const refused = together(refusing, '✗');
  const each = named.map(({ label, refuses, loses }) =>
    refuses ? `${label} ✗` : loses.length > 0 ? words.loses(label, loses.join(', ')) : `${label} ✓`,
  );
  const isServed = refusing.length + losing.length === 0;
  const forms = [
    each,
    [...together(taking, '✓'), ...lost, ...refused],
    ...(isServed
      ? []
      : [
          [...lost, ...refused],
          [...lostShort, ...refused],
        ]),
  ].map(parts => parts.join(separator));
  return forms.find(form => lensWidth(form) <= room) ?? forms.at(-1) ?? '';
}
