import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource, ParserView, Piece } from '../../parsers/parser.ts';
import { spanInString } from '../../parsers/problems/problemAt.ts';
import { codePointLength, renderSegments } from '../../python/index.ts';
import { readTemplateConfig } from './templateConfig.ts';
import { documentation, type ToolSettings } from './toolSettings.ts';

/** Observations to show the next-step templates with. */
const samples: readonly { readonly title: string; readonly observation: (limit: number) => string }[] = [
  { title: 'With output', observation: () => 'README.md\nsetup.py\nsrc' },
  { title: 'Without output', observation: () => '' },
  { title: 'Truncated', observation: limit => 'x'.repeat(Math.min(Math.max(0, limit) + 10, 200_000)) },
];

/** The system message, the task and observations as `templates` make them; none without `templates`. Their pieces throw what SWE-agent raises. */
export function templateViews(source: DefinitionSource, settings: ToolSettings): readonly ParserView[] {
  const given = source.config.get('templates') ?? null;
  if (!isPyDict(given)) return [];
  const has = (key: string) => given.has(key);
  const view = (name: string, pieces: (templates: PyDict) => readonly Piece[]): ParserView => ({
    name,
    language: 'markdown',
    pieces: () => pieces(readTemplateConfig(given)),
  });
  const base = () => variablesOf(settings);
  const state = () => new Map([...base(), ...stateOf(source.config)]);
  return [
    ...(has('system_template')
      ? [view('System Message', templates => rendered(source, templates, 'system_template', base()))]
      : []),
    ...(has('instance_template')
      ? [
          view('Instance Message', templates => {
            const instance = rendered(source, templates, 'instance_template', state());
            const strategy = templates.get('strategy_template') ?? null;
            if (strategy === null) return instance;
            return [...instance, { text: '\n' }, ...rendered(source, templates, 'strategy_template', state())];
          }),
        ]
      : []),
    view('Next Step', templates => nextSteps(source, templates, state())),
  ];
}

function nextSteps(source: DefinitionSource, templates: PyDict, variables: PyDict): readonly Piece[] {
  const limit = Number(templates.get('max_observation_length'));
  return samples.flatMap(({ title, observation: make }, i) => {
    const observation = make(limit);
    const length = codePointLength(observation);
    const isTruncated = observation !== '' && length > limit;
    const key =
      observation === ''
        ? 'next_step_no_output_template'
        : isTruncated
          ? 'next_step_truncated_observation_template'
          : 'next_step_template';
    const own = new Map<string, PyValue>([
      ...variables,
      ['observation', observation],
      ['elided_chars', isTruncated ? length - limit : 0],
      ['max_observation_length', limit],
    ]);
    const heading = `${i > 0 ? '\n\n' : ''}# ${title}\n\n`;
    return [{ text: heading }, ...rendered(source, templates, key, own)];
  });
}

function rendered(source: DefinitionSource, templates: PyDict, key: string, variables: PyDict): readonly Piece[] {
  const path = ['templates', key];
  return renderSegments(String(templates.get(key) ?? ''), variables).map(({ text, span }) => {
    const origin = source.stringAt(path) ? spanInString(source, path, span.start, span.end) : undefined;
    return { text, ...(origin && { origin }) };
  });
}

/** The base variables of SWE-agent's templates. */
function variablesOf(settings: ToolSettings): Map<string, PyValue> {
  return new Map<string, PyValue>([
    ['command_docs', documentation(settings)],
    ...settings.envVariables,
    ['problem_statement', ''],
    ['repo', ''],
    ...settings.templateVariables,
  ]);
}

function stateOf(config: PyDict): PyDict {
  const state = config.get('state') ?? null;
  return isPyDict(state) ? state : new Map();
}
