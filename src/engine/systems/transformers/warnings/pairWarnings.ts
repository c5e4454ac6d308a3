import { EngineError } from '../../../core/errors.ts';
import { isPyDict, type PyDict } from '../../../core/pyValue.ts';
import { CodeText, pyTruth } from '../../../python/index.ts';
import { matchesOf } from '../anchor.ts';
import type { ResponseTemplate } from '../responseTemplate.ts';
import { TemplateReader } from '../templateReader.ts';
import { type ChatNames, type ChatProbe, probeWords } from './chatProbe.ts';
import { reasoningKeys } from './chatWarnings.ts';
import { responseWarning, type TemplateWarning } from './templateWarning.ts';

/** Where a response template and a chat template do not go together. Bounded by a few renderings of short conversations. */
export function pairWarnings(
  template: ResponseTemplate,
  probe: ChatProbe,
  names: ChatNames,
): readonly TemplateWarning[] {
  return [
    ...promptWarnings(template, probe),
    ...nameWarnings(template, names),
    ...endWarnings(template, probe),
    ...writtenWarnings(template, probe),
  ];
}

/** The start anchor, in the prompt and in what was said before. */
function promptWarnings(template: ResponseTemplate, probe: ChatProbe): readonly TemplateWarning[] {
  const { startAnchor } = template;
  const warn = (message: string) => [
    responseWarning('start-anchor', message, [startAnchor.literals ? 'start_anchor' : 'start_anchor_pattern']),
  ];
  const prompt = probe.render('question', { prompts: true });
  const plain = probe.render('question');
  if (typeof prompt !== 'string' || typeof plain !== 'string') return [];
  const found = matchesIn(template, prompt);
  if (found === undefined) return [];
  if (found.length === 0)
    return warn(
      'The prompt does not contain it: then all of the prompt, the conversation included, is read as the answer.',
    );
  const own = prompt.startsWith(plain) && prompt.length > plain.length ? codeLength(plain) : 0;
  const inTurn = found.filter(end => end > own);
  if (own > 0 && inTurn.length === 0)
    return warn(
      'The generation prompt does not contain it: it is found earlier in the prompt only, and what stands behind it there is read as the answer.',
    );
  if (own > 0 && inTurn.length > 1)
    return warn('The generation prompt contains it twice: what stands between is cut off.');
  const answer = probe.render('answer');
  if (typeof answer !== 'string' || !answer.startsWith(plain)) return [];
  const [from, to] = [codeLength(plain), codeLength(answer.slice(0, Math.max(0, answer.indexOf(probeWords.content))))];
  const isThere = (matchesIn(template, answer) ?? []).some(end => end > from && end <= to);
  return isThere
    ? []
    : warn(
        'Answers in the history are written without it: read again, in training for example, the whole conversation becomes the answer.',
      );
}

/** Where the anchor's matches end, in code points; `undefined` where they cannot be found here. */
function matchesIn({ startAnchor }: ResponseTemplate, text: string): readonly number[] | undefined {
  try {
    return [...matchesOf(startAnchor, new CodeText(text))].map(({ end }) => end);
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

function codeLength(text: string): number {
  return new CodeText(text).length;
}

/** Keys that one of the two has and the other does not. */
function nameWarnings({ fields, defaults }: ResponseTemplate, { attributes }: ChatNames): readonly TemplateWarning[] {
  const warnings: TemplateWarning[] = [];
  for (const name of fields.keys())
    if (!attributes.has(name)) {
      const read = reasoningKeys.includes(name) ? reasoningKeys.find(key => attributes.has(key)) : undefined;
      warnings.push(
        responseWarning(
          'unread-field',
          `The chat template never reads \`${name}\`${read ? `, it reads \`${read}\`` : ''}: in later turns this part of the answer is lost.`,
          ['fields', name],
        ),
      );
    }
  const has = (key: string) => fields.has(key) || defaults.has(key);
  const missing = ['content', 'tool_calls'].filter(key => attributes.has(key) && !has(key));
  const thoughts = reasoningKeys.filter(key => attributes.has(key));
  const isNamedOtherwise = reasoningKeys.some(has);
  if (thoughts.length > 0 && !isNamedOtherwise) missing.push(thoughts[0]!);
  for (const key of missing)
    warnings.push(
      responseWarning('ungiven-key', `The chat template reads \`${key}\` of an answer, which no field gives.`, [
        'fields',
      ]),
    );
  return warnings;
}

/** What the chat template ends an answer with must end it here, too. */
function endWarnings(template: ResponseTemplate, probe: ChatProbe): readonly TemplateWarning[] {
  for (const name of ['answer', 'call'] as const) {
    const rendered = probe.render(name, { tools: name === 'call' });
    const prompt = probe.render('question', { prompts: true, tools: name === 'call' });
    if (typeof rendered !== 'string' || typeof prompt !== 'string' || !rendered.startsWith(prompt)) continue;
    const written = rendered.slice(prompt.length).trimEnd();
    const end = endToken(written);
    if (end === undefined) continue;
    const message = read(template, prompt, written);
    const kept = message && [...message].find(([, value]) => typeof value === 'string' && value.includes(end));
    if (!kept) continue;
    const [key] = kept;
    return [
      responseWarning(
        'end-token',
        `The chat template ends ${name === 'call' ? 'a call' : 'an answer'} with \`${end}\`, which no \`close\` matches: it stays in \`${key}\`.`,
        ['fields', key],
      ),
    ];
  }
  return [];
}

/** The last special token of a text: `<|end|>`, `<end_of_turn>`, `[EOS]`, `</s>`. */
function endToken(written: string): string | undefined {
  return /(?:<\|?[^<>|\s]{1,60}\|?>|\[[A-Z_/]{2,40}\])$/.exec(written)?.[0];
}

function read(template: ResponseTemplate, prefix: string, answer: string): PyDict | undefined {
  try {
    const reader = new TemplateReader(template, prefix);
    reader.feed(answer);
    return reader.finalize().message;
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

/** How the prompt asks for calls, and how the history writes them. */
function writtenWarnings({ fields }: ResponseTemplate, probe: ChatProbe): readonly TemplateWarning[] {
  const rendered = probe.render('call', { tools: true });
  if (typeof rendered !== 'string') return [];
  const at = rendered.indexOf(probeWords.question);
  const [before, answer] = [rendered.slice(0, at), rendered.slice(at)];
  if (at === -1 || !answer.includes(probeWords.value)) return [];
  const warnings: TemplateWarning[] = [];
  for (const { name, open, contentArgs } of fields.values()) {
    if (name === 'tool_calls' && open?.literals?.some(text => before.includes(text)))
      if (!open.literals.some(text => answer.includes(text)))
        warnings.push(
          responseWarning(
            'unwritten-open',
            'The prompt tells the model to begin calls with this, but writes those of the history another way: later answers follow the history and are not read.',
            ['fields', name, 'open'],
          ),
        );
    if (isPyDict(contentArgs) && pyTruth(contentArgs.get('unquoted_keys') ?? null) && /,\s+days\s*:/.test(answer))
      warnings.push(
        responseWarning(
          'odd-value',
          'Keys without quotes are found directly behind `{` and `,`; the chat template writes a blank there, so calls with two arguments end in a ValueError.',
          ['fields', name, 'content_args', 'unquoted_keys'],
        ),
      );
  }
  return warnings;
}
