import { EngineError } from '../../../core/errors.ts';
import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import type { DerivedTemplate, ProvenKind } from '../../../parsers/modelTemplates.ts';
import { chatTemplateOf } from '../../../tokens/index.ts';
import type { ServedBy } from '../serving/servingEngines.ts';
import { chatNames } from '../warnings/chatNames.ts';
import { answerRegions } from './answerRegions.ts';
import { AskedTemplate, answerMessage, type Message } from './askedTemplate.ts';
import type { FieldJson } from './callParts.ts';
import { question, words } from './callProbes.ts';
import { type Proof, proveTemplate } from './proveTemplate.ts';
import { renderProofs } from './renderProofs.ts';
import { type TemplateForm, templateOf } from './templateOf.ts';

/** How many arguments of thinking are tried. */
const maxSwitches = 2;

/** The chat template of a model, and what it is given. */
export interface DerivedModel {
  readonly chatTemplate: PyValue;
  readonly specialTokens: PyDict;
}

/**
 * Makes a response template from a chat template: conversations are rendered whose words are known, and what surrounds these
 * words are the delimiters. Then other conversations are rendered and read by it. Raises what the chat template raises for
 * plain words, and `ValueError` where it does not write them. The time is that of some hundred renderings.
 */
export function deriveTemplate(
  { chatTemplate, specialTokens }: DerivedModel,
  serves: ServedBy = 'transformers',
): DerivedTemplate {
  const text = chatTemplateOf(chatTemplate, null, null);
  const names = chatNames(text);
  const asked = new AskedTemplate(text, specialTokens);
  const switches = [...names.variables.keys()].filter(name => /think|reason|thought/i.test(name));
  const flags = switches.slice(0, maxSwitches).flatMap(name => [new Map([[name, true]]), new Map([[name, false]])]);
  const plain = [question, answerMessage({ content: words.content })];
  // Those of models that see as well want parts.
  if (!isWritten(asked, plain)) {
    asked.wants = { contentAsParts: true };
    if (!isWritten(asked, plain)) asked.wants = {};
  }
  // A name that is no switch raises.
  const variants: PyDict[] = [new Map(), ...flags.filter(kwargs => asked.tryAnswer(plain, { kwargs }) !== undefined)];
  const regions = answerRegions(asked, names.attributes, variants);
  if (!regions) throw new EngineError('ValueError', 'The chat template does not write the words of an answer.');
  const answers = renderProofs(asked, regions, variants);
  let best: { readonly template: FieldJson; readonly form: TemplateForm; readonly proof: Proof } | undefined;
  const thoughtsKey = serves === 'transformers' ? regions.reasoningKey : 'thinking';
  const mayJoin = serves === 'transformers' || serves === 'transformers-serve';
  // Where joining is refused, what stands behind closings must not replace the words.
  const pieces = (['replaced', mayJoin ? 'joined' : 'without-blanks'] as const).slice(
    0,
    mayJoin || regions.hasGaps ? 2 : 1,
  );
  // A closing without a letter may stand in arguments as well.
  const mayGuard = regions.calls !== undefined && !/\p{L}/u.test(regions.calls.close);
  const forms = (mayGuard ? [false, true] : [false]).flatMap(guardsCloses =>
    pieces.flatMap(each =>
      (regions.calls?.readings ?? [{}]).map((_, reading) => ({ pieces: each, guardsCloses, reading, thoughtsKey })),
    ),
  );
  for (const form of forms) {
    const template = templateOf(regions, form);
    const proof = proveTemplate(answers, thoughtsKey, template);
    if (!best || proof.failures < best.proof.failures) best = { template, form, proof };
    if (proof.proved && !(mayGuard && proof.isExcused)) break;
  }
  const { template, form, proof } = best!;
  if (proof.proved || mayJoin) return { template, proved: proof.proved, kinds: proof.kinds };
  const joined = proveTemplate(answers, thoughtsKey, templateOf(regions, { ...form, pieces: 'joined' }));
  return { template, proved: false, kinds: proof.kinds.map((kind, i) => withoutJoin(kind, joined.kinds[i])) };
}

function isWritten(asked: AskedTemplate, conversation: readonly Message[]): boolean {
  return asked.tryAnswer(conversation)?.text.includes(words.content) === true;
}

/** A kind with the word of why it does not come back, where joining would bring it back. */
function withoutJoin(kind: ProvenKind, joined: ProvenKind | undefined): ProvenKind {
  if (kind.cameBack || joined?.cameBack !== true) return kind;
  const reason = 'the content stands in several pieces, and servers refuse to join them: only the last one stays';
  return { ...kind, reason };
}
