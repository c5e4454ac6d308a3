import { EngineError } from '../../core/errors.ts';
import { type Problem, problem } from '../../core/problem.ts';
import type { PyDict } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import type { UserPattern } from '../../parsers/parserFeatures.ts';
import { patternProblems, runnablePatterns } from '../../parsers/problems/patternProblems.ts';
import { problemAt } from '../../parsers/problems/problemAt.ts';
import { parsePattern } from '../../python/index.ts';
import { actionFlags } from './actions.ts';
import { readSettings, type Settings, templateKeys } from './readSettings.ts';
import { scanActions } from './scanActions.ts';
import { originOf, refusedAnswers, sampleOutputs, templateFaults } from './views.ts';

/** What is odd in a definition: templates that fail, patterns that do, and an instruction that asks for what is not read. */
export function check(source: DefinitionSource): readonly Problem[] {
  const settings = readSettings(source.config);
  return [
    ...templateKeys.flatMap(key => templateProblems(source, key, settings)),
    ...regexProblems(source, settings),
    ...multimodalProblems(source, settings),
    ...instructionProblems(source, settings),
    ...finishReasonProblems(source, settings),
  ];
}

/** What each template is rendered with, in turn. */
function variableSets(key: (typeof templateKeys)[number], { mode, variables }: Settings): readonly PyDict[] {
  if (key === 'format_error_template') return refusedAnswers(mode).map(each => each.variables);
  if (key === 'observation_template')
    return sampleOutputs.map(({ output }) => new Map([...variables, ['output', output]]));
  return [variables];
}

function templateProblems(source: DefinitionSource, key: (typeof templateKeys)[number], settings: Settings): Problem[] {
  const template = source.stringAt([key])?.text;
  if (template === undefined) return [];
  const problems = new Map<string, Problem>();
  for (const variables of variableSets(key, settings))
    for (const fault of templateFaults(template, variables)) {
      const span = (fault.span && originOf(source, key, fault.span)) ?? source.spanOf([key]);
      const remedy =
        fault.class === 'UndefinedError' &&
        /^'\w+' is undefined$/.test(fault.message) &&
        key !== 'format_error_template'
          ? ' Give it in `template_variables`, or write `default(…)`.'
          : '';
      const message = `The template fails: ${fault.class}: ${fault.message}${remedy ? '.' : ''}${remedy}`;
      if (span) problems.set(`${span.start} ${message}`, problem('bad-template', message, span));
    }
  const single = template.includes('{{') ? undefined : /\{\w+\}/.exec(template)?.[0];
  if (single && !template.includes('{%'))
    return problemAt(source, 'bad-template', [key], `Jinja leaves \`${single}\` as it is. Write \`{${single}}\`.`);
  return [...problems.values()];
}

const use = { flags: actionFlags, groups: [], when: 'Every answer', collects: true };

function regexProblems(source: DefinitionSource, { mode, actionRegex }: Settings): Problem[] {
  const path = ['action_regex'];
  if (!source.spanOf(path)) return [];
  if (mode !== 'actions_text')
    return problemAt(
      source,
      'unread-key',
      path,
      `\`${mode}\` reads tool calls and never looks at \`action_regex\`. For a pattern, the mode is \`actions_text\` (a \`model_class\` that ends in \`_textbased\`).`,
    );
  const problems = patternProblems(source, path, actionRegex, use);
  if (problems.length > 0) return problems;
  const groups = groupCount(actionRegex);
  if (groups > 1)
    problems.push(
      ...problemAt(
        source,
        'bad-pattern',
        path,
        `With ${groups} groups Python gives tuples, and mini-swe-agent fails at the first match: \`AttributeError: 'tuple' object has no attribute 'strip'\`. Write \`(?:…)\` for all groups but the one that holds the command.`,
      ),
    );
  if (actionRegex.endsWith('\n'))
    problems.push(
      ...problemAt(
        source,
        'bad-template',
        path,
        'The pattern ends with a line feed, which then must follow the action. YAML’s block scalar `|` leaves one; `|-` does not.',
      ),
    );
  return problems;
}

function groupCount(pattern: string): number {
  try {
    return parsePattern(pattern, actionFlags).groups.length - 1;
  } catch (error) {
    if (error instanceof EngineError) return 0;
    throw error;
  }
}

function multimodalProblems(source: DefinitionSource, { multimodalRegex }: Settings): Problem[] {
  if (multimodalRegex === '') return [];
  const path = ['multimodal_regex'];
  const flags = { ...actionFlags, dotAll: false };
  const problems = patternProblems(source, path, multimodalRegex, { ...use, flags, when: 'Every observation' });
  if (problems.length > 0 || groupCount(multimodalRegex) >= 2) return problems;
  return problemAt(
    source,
    'missing-group',
    path,
    'The pattern needs two groups: the type of the content, and its data. A match raises `IndexError: no such group`.',
  );
}

/** The first example of an answer in the templates must be read; in a tool mode there must not be one in a fence. */
function instructionProblems(source: DefinitionSource, { mode, actionRegex, templates }: Settings): Problem[] {
  const key = ['instance_template', 'system_template'].find(name => source.stringAt([name]));
  if (key === undefined) return [];
  const text = `${templates.system_template}\n${templates.instance_template}`;
  if (mode !== 'actions_text') {
    const tag = /```mswea_bash_command|<mswea_bash_command>/.exec(text)?.[0];
    if (tag === undefined) return [];
    const at =
      ['system_template', 'instance_template'].find(name => source.stringAt([name])?.text.includes(tag)) ?? key;
    const start = source.stringAt([at])?.text.indexOf(tag) ?? 0;
    const span = originOf(source, at, { start, end: start + tag.length });
    const message = `The instruction asks for \`${tag}\`, but \`${mode}\` reads tool calls and never looks at the text. Take \`actions_text\`, or ask for calls of the tool \`bash\`.`;
    return span ? [problem('unread-answer', message, span)] : [];
  }
  if (scanActions(actionRegex, text)?.length !== 0) return [];
  const message =
    'No example in the instruction is read by `action_regex`, so a model that follows it is refused. Show an action as the pattern wants it.';
  return problemAt(source, 'unread-answer', [key], message);
}

/** The values that `finish_reason` can have. */
const finishReasons = {
  chat: ['stop', 'length', 'tool_calls', 'content_filter', 'function_call'],
  response: ['completed', 'incomplete', 'length', 'failed', 'in_progress', 'cancelled', 'queued'],
} as const;

function finishReasonProblems(source: DefinitionSource, { mode, templates }: Settings): Problem[] {
  const key = 'format_error_template';
  if (!source.stringAt([key])) return [];
  const reasons: readonly string[] = mode === 'actions_toolcall_response' ? finishReasons.response : finishReasons.chat;
  const problems: Problem[] = [];
  const compared = /finish_reason\s*(?:==|!=|in)\s*(\[[^\]]{0,300}\]|"[^"\n]{0,100}"|'[^'\n]{0,100}')/g;
  for (const match of templates[key].matchAll(compared))
    for (const value of (match[1] ?? '').matchAll(/["']([^"']*)["']/g)) {
      const name = value[1] ?? '';
      if (reasons.includes(name)) continue;
      const start = match.index + match[0].length - (match[1] ?? '').length + value.index;
      const span = originOf(source, key, { start, end: start + value[0].length });
      const message = `\`finish_reason\` is never \`${name}\` in \`${mode}\`. There are ${reasons.map(each => `\`${each}\``).join(', ')}.`;
      if (span) problems.push(problem('bad-template', message, span));
    }
  return problems;
}

/** The patterns that are run as such. */
export function userPatterns(source: DefinitionSource): readonly UserPattern[] {
  const { mode, actionRegex, multimodalRegex } = readSettings(source.config);
  const isRun = mode === 'actions_text' && source.stringAt(['action_regex']) && !scanActions(actionRegex, '');
  return [
    ...(isRun ? runnablePatterns([[['action_regex'], actionRegex]], { flags: actionFlags, groups: [] }) : []),
    ...(multimodalRegex !== '' && source.stringAt(['multimodal_regex'])
      ? runnablePatterns([[['multimodal_regex'], multimodalRegex]], {
          flags: { ...actionFlags, dotAll: false },
          groups: [],
        })
      : []),
  ];
}
