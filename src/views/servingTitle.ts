import type { ServingVerdict } from '../engine/index.ts';
import { unknownRow } from './lensRow.ts';
import { lensWidth } from './lensWidth.ts';

const labels: Partial<Record<string, string>> = { 'transformers-serve': 'serve', vllm: 'vLLM', sglang: 'SGLang' };
const separator = ' · ';

/**
 * What each engine makes of a response template, in one row of `room` letters. Where that is too few, engines with the same
 * verdict share its sign, then those that take the template go, then the names of the fields that are lost, then all but those
 * that refuse it: what is wrong stays. The last form is the shortest, whether it has room or not. `losesWords`: the words of
 * an engine that leaves fields of a message out.
 */
export function servingTitle(
  verdicts: readonly ServingVerdict[],
  losesWords: (engine: string, fields: string) => string,
  room: number = unknownRow,
): string {
  const named = verdicts.map(({ engine, ...verdict }) => ({ label: labels[engine] ?? engine, ...verdict }));
  const refusing = named.filter(({ refuses }) => refuses);
  const losing = named.filter(({ refuses, loses }) => !refuses && loses.length > 0);
  const taking = named.filter(({ refuses, loses }) => !refuses && loses.length === 0);
  const lost = losing.map(({ label, loses }) => losesWords(label, loses.join(', ')));
  const each = named.map(({ label, refuses, loses }) =>
    refuses ? `${label} ✗` : loses.length > 0 ? losesWords(label, loses.join(', ')) : `${label} ✓`,
  );
  const refused = together(refusing, '✗');
  const forms = [
    each,
    [...together(taking, '✓'), ...lost, ...refused],
    [...lost, ...refused],
    [...together(losing, '⚠'), ...refused],
    refused,
  ]
    .filter(parts => parts.length > 0)
    .map(parts => parts.join(separator));
  return forms.find(form => lensWidth(form) <= room) ?? forms.at(-1) ?? '';
}

/** Engines with one sign. */
function together(engines: readonly { readonly label: string }[], sign: string): readonly string[] {
  return engines.length > 0 ? [`${engines.map(({ label }) => label).join(', ')} ${sign}`] : [];
}
