import { nearest } from '../../core/nearestName.ts';
import { type Fix, type Problem, problem } from '../../core/problem.ts';
import type { Span } from '../../core/span.ts';
import { JinjaError, parseTemplate } from '../../python/index.ts';
import { type FreeName, type TemplateNames, templateNames } from './chatTemplateNames.ts';
import { chatOptions, compileChatTemplate } from './compiledChatTemplate.ts';

/** The variables that every chat template is given. */
export const chatVariables = ['messages', 'tools', 'documents', 'add_generation_prompt'];
/** The names that a tokenizer may have special tokens under. */
export const tokenNames = ['bos', 'eos', 'unk', 'sep', 'pad', 'cls', 'mask'].map(name => `${name}_token`);
/** The functions that every chat template is given. */
export const chatFunctions = [
  'range',
  'dict',
  'namespace',
  'cycler',
  'joiner',
  'lipsum',
  'raise_exception',
  'strftime_now',
  'self',
];
/** What no template spells by chance: nearer words are misspelt. */
const shortest = 5;
/** How many of a kind are told. */
const maxFaults = 50;

/** An argument that a chat template asks for beside what every one is given, such as `enable_thinking`. */
export interface ChatTemplateArgument {
  readonly name: string;
  /** What it is compared with, or has as its default. */
  readonly values: readonly (string | boolean)[];
}

/** The arguments that a chat template asks for; none for one that cannot be read. */
export function chatTemplateArguments(template: string): readonly ChatTemplateArgument[] {
  const names = namesOf(template);
  if (!names) return [];
  const free = names.free
    .filter(name => isArgument(name) && misspelt(name) === undefined)
    .map(({ name, values }) => ({ name, values }));
  return [...free, ...names.preset];
}

/**
 * What is wrong with a chat template, at its place in the text: what keeps Jinja from compiling it, filters and tests that
 * there are not, names that nothing defines, and those that end with the loop that sets them. `tokens`: the special
 * tokens that are set; absent: that is not known. Total, and linear.
 */
export function chatTemplateFaults(template: string, tokens?: ReadonlySet<string>): readonly Problem[] {
  const problems: Problem[] = [];
  const start = { start: 0, end: Math.min(1, template.length) };
  try {
    compileChatTemplate(template);
  } catch (error) {
    if (!(error instanceof JinjaError)) throw error;
    // Of a block that never ends, its beginning is more use than the end of the text.
    const isAtEnd = error.span?.start === error.span?.end;
    const span = (isAtEnd ? error.opening : undefined) ?? error.span ?? start;
    problems.push(problem('constructor-error', `${error.class}: ${error.message}`, span));
  }
  const names = namesOf(template);
  if (!names) return problems;
  const [refused] = problems;
  for (const { kind, name, span } of names.unknown.slice(0, maxFaults))
    if (refused?.span.start !== span.start || refused.span.end !== span.end)
      problems.push(problem('bad-template', `TemplateAssertionError: No ${kind} named '${name}'.`, span));
  for (const free of names.free.slice(0, maxFaults)) problems.push(...nameFaults(free, tokens));
  return problems;
}

function namesOf(template: string): TemplateNames | undefined {
  try {
    return templateNames(parseTemplate(template, chatOptions));
  } catch (error) {
    if (error instanceof JinjaError) return undefined;
    throw error;
  }
}

function nameFaults(free: FreeName, tokens: ReadonlySet<string> | undefined): readonly Problem[] {
  const { name, uses, boundElsewhere } = free;
  const [first] = uses;
  if (!first || chatVariables.includes(name) || chatFunctions.includes(name)) return [];
  if (tokenNames.includes(name)) {
    const used = uses.find(({ use }) => use === 'value' || use === 'raises');
    if (!tokens || tokens.has(name) || isAsked(free) || !used) return [];
    const what = used.use === 'raises' ? 'using it so raises `UndefinedError`' : 'it prints nothing';
    const message = `tokenizer_config.json sets no \`${name}\`: ${what}.`;
    return [{ ...problem('bad-template', message, used.span), severity: used.use === 'raises' ? 'warning' : 'info' }];
  }
  if (boundElsewhere && !isAsked(free))
    return [
      problem(
        'bad-template',
        `\`${name}\` is not defined here: what a loop or a block sets ends with it. Keep it in a \`namespace\`.`,
        first.span,
      ),
    ];
  const meant = misspelt(free);
  if (isArgument(free) && meant === undefined) return [];
  const raises = uses.some(({ use }) => use === 'raises');
  const what = raises ? 'using it raises `UndefinedError`' : 'it is empty';
  const fix = meant === undefined ? '' : ` Did you mean \`${meant}\`?`;
  return uses
    .slice(0, maxFaults)
    .map(({ span }) =>
      problem(
        'bad-template',
        `Nothing defines \`${name}\`: unless it is passed as an argument, ${what}.${fix}`,
        span,
        meant === undefined ? [] : [fixOf(meant, span)],
      ),
    );
}

function fixOf(name: string, span: Span): Fix {
  return { title: `Change to ${name}`, edits: [{ span, text: name }] };
}

/** Whether a template asks if a name is there, or has a default for it. */
function isAsked({ uses }: FreeName): boolean {
  return uses.some(({ use }) => use === 'asked');
}

/** Names that are asked for or tested somewhere are arguments; what is only taken as a value should be there. */
function isArgument(free: FreeName): boolean {
  const { name, uses, boundElsewhere } = free;
  if (chatVariables.includes(name) || chatFunctions.includes(name) || tokenNames.includes(name)) return false;
  return isAsked(free) || (!boundElsewhere && uses.some(({ use }) => use === 'truth'));
}

/** What every template is given that a name, for which no template asks, is a misspelling of. */
function misspelt(free: FreeName): string | undefined {
  if (isAsked(free) || free.name.length < shortest) return undefined;
  return nearest(free.name, [...chatVariables, ...tokenNames, ...chatFunctions.slice(0, -1)]);
}
