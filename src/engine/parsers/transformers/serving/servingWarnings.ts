import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { pyTruth } from '../../../python/containers.ts';
import { responseWarning, type TemplateWarning } from '../warnings/templateWarning.ts';
import { toolWarnings } from '../warnings/toolWarnings.ts';

/** What reads answers by response templates, as a user names it: a library's release, or a server. */
export const servingEngines = [
  'transformers',
  'transformers@5.18',
  'transformers@5.17',
  'transformers-serve',
  'vllm',
  'sglang',
] as const;

/** One of {@link servingEngines}. */
export type ServingEngine = (typeof servingEngines)[number];

const code = 'unserved-template';
/** The fields that servers take. */
const taken = ['thinking', 'content', 'tool_calls'];
const names = { vllm: 'vLLM', sglang: 'SGLang' } as const;

/** What an engine does other than transformers with a response template, as it is written, each rule at its place. Total. */
export function servingWarnings(
  template: PyValue,
  engine: ServingEngine,
  tools: PyValue = null,
): readonly TemplateWarning[] {
  const fields = isPyDict(template) ? (template.get('fields') ?? null) : null;
  if (!isPyDict(template) || !isPyDict(fields)) return [];
  if (engine === 'transformers-serve') return droppedFields(fields);
  if (engine === 'vllm' || engine === 'sglang') return serverWarnings(template, fields, engine);
  return engine === 'transformers@5.17' ? toolWarnings(tools, '5.17') : [];
}

/** What `transformers serve` leaves out of the message. */
function droppedFields(fields: PyDict): readonly TemplateWarning[] {
  return [...fields.keys()]
    .filter(name => !taken.includes(name))
    .map(name => {
      const instead = /reason|thought/.test(name) && !fields.has('thinking') ? ' Call the field `thinking`.' : '';
      return warning(
        `\`transformers serve\` 5.18 takes \`content\`, \`thinking\` and \`tool_calls\` from the message: all of \`${name}\` is lost without a word.${instead}`,
        ['fields', name],
      );
    });
}

function warning(message: string, path: readonly (string | number)[]): TemplateWarning {
  return responseWarning(code, message, path);
}

/** What vLLM and SGLang refuse when they start, and what they do otherwise. */
function serverWarnings(template: PyDict, fields: PyDict, engine: keyof typeof names): readonly TemplateWarning[] {
  const who = names[engine];
  const found: TemplateWarning[] = [];
  const defaults = template.get('defaults') ?? null;
  for (const key of isPyDict(defaults) ? defaults.keys() : [])
    if (key !== 'role') found.push(warning(`${who} refuses defaults other than \`role\`.`, ['defaults', key]));
  for (const [name, field] of fields) {
    if (!taken.includes(name))
      found.push(
        warning(`${who} refuses fields other than \`thinking\`, \`content\` and \`tool_calls\`.`, ['fields', name]),
      );
    else if (isPyDict(field)) found.push(...fieldWarnings(name, field, engine));
  }
  for (const [field, option] of [
    ['thinking', '--reasoning-parser'],
    ['tool_calls', '--tool-call-parser'],
  ] as const)
    if (!fields.has(field))
      found.push(warning(`${who}’s \`${option} response_template\` needs a field \`${field}\`.`, ['fields']));
  const isOpened = (field: PyValue) => isPyDict(field) && (field.has('open') || field.has('open_pattern'));
  if (fields.size > 0 && [...fields.values()].every(isOpened))
    found.push(
      warning(
        `Every field has an opening: ${who} adds a field \`content\` without delimiters, so that text outside of all regions becomes content, which transformers drops.`,
        ['fields'],
      ),
    );
  return found;
}

function fieldWarnings(name: string, field: PyDict, engine: keyof typeof names): readonly TemplateWarning[] {
  const who = names[engine];
  const found: TemplateWarning[] = [];
  const at = (key: string) => ['fields', name, key];
  const content = field.get('content') ?? 'text';
  if (name === 'tool_calls') {
    if (engine === 'sglang' && content === 'xml-inline')
      found.push(
        warning(
          'SGLang of 2026-08 reads the tags strictly: text between them makes the call malformed, and it is passed on as content. Since then such a call is dropped without a word.',
          at('content'),
        ),
      );
  } else {
    if (content !== 'text')
      found.push(warning(`${who} refuses \`${name}\` with a content parser other than \`text\`.`, at('content')));
    for (const key of ['transform', 'join'])
      if ((field.get(key) ?? null) !== null)
        found.push(warning(`${who} refuses \`${name}\` with \`${key}\`.`, at(key)));
    const args = field.get('content_args') ?? null;
    if (engine === 'sglang' && isPyDict(args) && args.get('strip') === true)
      found.push(warning(`SGLang of 2026-08 refuses \`strip\` on \`${name}\`.`, at('content_args')));
  }
  if (field.has('optional') && !pyTruth(field.get('optional') ?? null))
    found.push(
      warning(
        `In streams ${who} takes \`${name}\` for optional: an answer without it is no error there.`,
        at('optional'),
      ),
    );
  return found;
}
