import type { Fix } from '../../../core/problem.ts';
import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import { pyTruth, toJsonText } from '../../../python/index.ts';
import type { TemplatePath } from '../anchor.ts';
import { chatNames } from '../warnings/chatProbe.ts';
import { responseWarning, type TemplateWarning, toolWarnings } from '../warnings/templateWarning.ts';
import type { ServingEngine } from './servingEngines.ts';

/** What an engine does: it refuses the template when it starts, loses a key of the message, or reads otherwise. */
export type ServingEffect = 'refuses' | 'loses' | 'otherwise';

/** A fix towards what an engine takes, before it has its place. */
interface ServingFix {
  readonly title: string;
  /** The value below the response template that is meant. */
  readonly path: TemplatePath;
  /** What takes the place of its key, or else of the value itself; JSON. */
  readonly key?: string;
  readonly value?: string;
  /** Whether something else is lost by it, so that the user has to choose. */
  readonly isChoice: boolean;
}

/**
 * Thoughts under the name that servers take. Certain, unless the model's chat template reads them under the name that they
 * have: then they would not go back with the next turn. `undefined`: the field is not for thoughts, or that one is there.
 */
function thinkingFix(fields: PyDict, name: string, chat: string | undefined): ServingFix | undefined {
  if (!/reason|thought/.test(name) || fields.has('thinking')) return undefined;
  return {
    title: `Change "${name}" to "thinking"`,
    path: ['fields', name],
    key: '"thinking"',
    isChoice: chat === undefined || chatNames(chat).attributes.has(name),
  };
}

/** Arguments of a content parser without one that says what holds anyway. */
function withoutArgument(field: string, args: PyDict, key: string): ServingFix {
  const rest = new Map([...args].filter(([each]) => each !== key));
  return {
    title: `Remove "${key}", which holds anyway`,
    path: ['fields', field, 'content_args'],
    value: toJsonText(rest, 0),
    isChoice: false,
  };
}

/** Where the keys and the values of a response template are written. */
interface TemplatePlaces {
  keySpanOf(path: TemplatePath): Span | undefined;
  spanOf(path: TemplatePath): Span | undefined;
}

/** The fix where it is written; none where the template stands elsewhere. */
export function placedFix(fix: ServingFix | undefined, places: TemplatePlaces): readonly Fix[] {
  if (!fix) return [];
  const span = fix.key === undefined ? places.spanOf(fix.path) : places.keySpanOf(fix.path);
  const text = fix.key ?? fix.value ?? '';
  return span ? [{ title: fix.title, edits: [{ span, text }], ...(fix.isChoice && { isChoice: true }) }] : [];
}

/** A rule of some engines that a response template meets. */
export interface ServingWarning extends TemplateWarning {
  readonly effect: ServingEffect;
  /** The engines whose rule it is. */
  readonly engines: readonly ServingEngine[];
  readonly fix?: ServingFix;
}

/** What the warnings use beside a response template. */
export interface ServedWith {
  readonly tools?: PyValue;
  /** The chat template, where there is one. */
  readonly chat?: string;
}

/** The fields that servers take. */
const serverFields = ['thinking', 'content', 'tool_calls'];
const serverNames = { vllm: 'vLLM', sglang: 'SGLang' } as const;
type Server = keyof typeof serverNames;

/** What engines do other than transformers with a response template, as it is written, each rule once and at its place. Total. */
export function servingWarnings(
  template: PyValue,
  engines: readonly ServingEngine[],
  { tools = null, chat }: ServedWith = {},
): readonly ServingWarning[] {
  const fields = isPyDict(template) ? (template.get('fields') ?? null) : null;
  if (!isPyDict(template) || !isPyDict(fields)) return [];
  const servers = engines.filter(engine => engine === 'vllm' || engine === 'sglang');
  const old = engines.includes('transformers@5.17') ? toolWarnings(tools, '5.17') : [];
  return [
    ...old.map(each => ({ ...each, effect: 'otherwise' as const, engines: ['transformers@5.17'] as const })),
    ...(engines.includes('transformers-serve') ? droppedFields(fields, chat) : []),
    ...(servers.length > 0 ? serverWarnings(template, fields, servers, chat) : []),
  ];
}

function warning(
  engines: readonly ServingEngine[],
  effect: ServingEffect,
  message: string,
  path: TemplatePath,
): ServingWarning {
  return { ...responseWarning('unserved-template', message, path), effect, engines };
}

/** What `transformers serve` leaves out of the message. */
function droppedFields(fields: PyDict, chat: string | undefined): readonly ServingWarning[] {
  return [...fields.keys()]
    .filter(name => !serverFields.includes(name))
    .map(name => {
      const fix = thinkingFix(fields, name, chat);
      const instead = fix ? ' Call the field `thinking`.' : '';
      const found = warning(
        ['transformers-serve'],
        'loses',
        `\`transformers serve\` 5.18 takes \`content\`, \`thinking\` and \`tool_calls\` from the message: all of \`${name}\` is lost without a word.${instead}`,
        ['fields', name],
      );
      return fix ? { ...found, fix } : found;
    });
}

/** What vLLM and SGLang refuse when they start, and what they do otherwise. */
function serverWarnings(
  template: PyDict,
  fields: PyDict,
  servers: readonly Server[],
  chat: string | undefined,
): readonly ServingWarning[] {
  const who = namesOf(servers);
  const refuse = servers.length > 1 ? `${who} refuse` : `${who} refuses`;
  const found: ServingWarning[] = [];
  const add = (effect: ServingEffect, message: string, ...path: TemplatePath) =>
    found.push(warning(servers, effect, message, path));
  const defaults = template.get('defaults');
  for (const key of isPyDict(defaults) ? defaults.keys() : [])
    if (key !== 'role') add('refuses', `${refuse} defaults other than \`role\`.`, 'defaults', key);
  for (const [name, field] of fields) {
    if (!serverFields.includes(name)) {
      const message = `${refuse} fields other than \`thinking\`, \`content\` and \`tool_calls\`.`;
      const fix = thinkingFix(fields, name, chat);
      found.push({ ...warning(servers, 'refuses', message, ['fields', name]), ...(fix && { fix }) });
    } else if (isPyDict(field)) found.push(...fieldWarnings(name, field, servers));
  }
  for (const [field, option] of [
    ['thinking', '--reasoning-parser'],
    ['tool_calls', '--tool-call-parser'],
  ] as const)
    if (!fields.has(field))
      add('otherwise', `\`${option} response_template\` of ${who} needs a field \`${field}\`.`, 'fields');
  const isOpened = (field: PyValue) => isPyDict(field) && (field.has('open') || field.has('open_pattern'));
  if (fields.size > 0 && [...fields.values()].every(isOpened))
    add(
      'otherwise',
      `Every field has an opening. For ${who} there is a further field \`content\` without delimiters then, so that text outside of all regions becomes content, which transformers drops.`,
      'fields',
    );
  return found;
}

function fieldWarnings(name: string, field: PyDict, servers: readonly Server[]): readonly ServingWarning[] {
  const who = namesOf(servers);
  const refuse = servers.length > 1 ? `${who} refuse` : `${who} refuses`;
  const found: ServingWarning[] = [];
  const add = (effect: ServingEffect, message: string, key: string, of: readonly ServingEngine[] = servers) =>
    found.push(warning(of, effect, message, ['fields', name, key]));
  const content = field.get('content') ?? 'text';
  const isSglang = servers.includes('sglang');
  if (name === 'tool_calls') {
    if (isSglang && content === 'xml-inline')
      add(
        'otherwise',
        'SGLang of 2026-08 reads the tags strictly: text between them makes the call malformed, and it is passed on as content. Since then such a call is dropped without a word.',
        'content',
        ['sglang'],
      );
  } else {
    if (content !== 'text')
      add('refuses', `${refuse} \`${name}\` with a content parser other than \`text\`.`, 'content');
    for (const key of ['transform', 'join'])
      if ((field.get(key) ?? null) !== null) add('refuses', `${refuse} \`${name}\` with \`${key}\`.`, key);
    const args = field.get('content_args');
    if (isSglang && isPyDict(args) && args.get('strip') === true)
      found.push({
        ...warning(['sglang'], 'otherwise', `SGLang of 2026-08 refuses \`strip\` on \`${name}\`.`, [
          'fields',
          name,
          'content_args',
        ]),
        fix: withoutArgument(name, args, 'strip'),
      });
  }
  if (field.has('optional') && !pyTruth(field.get('optional') ?? null))
    add(
      'otherwise',
      `In streams \`${name}\` is optional for ${who}: an answer without it is no error there.`,
      'optional',
    );
  return found;
}

function namesOf(servers: readonly Server[]): string {
  return servers.map(server => serverNames[server]).join(' and ');
}
