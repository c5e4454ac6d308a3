import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';

/** The three readers of mini-swe-agent, named as their modules. */
export const modes = ['actions_text', 'actions_toolcall', 'actions_toolcall_response'] as const;
/** One of {@link modes}. */
export type Mode = (typeof modes)[number];

/** The client library or gateway that a model class speaks to. */
export type Provider = 'litellm' | 'openrouter' | 'requesty' | 'portkey';

/** A model class of mini-swe-agent. */
export interface ModelClass {
  readonly mode: Mode;
  readonly provider: Provider;
}

/** The short names that `model_class` may have. */
export const modelClasses: Readonly<Record<string, ModelClass>> = {
  litellm: { mode: 'actions_toolcall', provider: 'litellm' },
  litellm_textbased: { mode: 'actions_text', provider: 'litellm' },
  litellm_response: { mode: 'actions_toolcall_response', provider: 'litellm' },
  openrouter: { mode: 'actions_toolcall', provider: 'openrouter' },
  openrouter_textbased: { mode: 'actions_text', provider: 'openrouter' },
  openrouter_response: { mode: 'actions_toolcall_response', provider: 'openrouter' },
  portkey: { mode: 'actions_toolcall', provider: 'portkey' },
  portkey_response: { mode: 'actions_toolcall_response', provider: 'portkey' },
  requesty: { mode: 'actions_toolcall', provider: 'requesty' },
};

/**
 * The model class of a name: a short one, or an import path, of whose class the name tells (`…TextbasedModel`,
 * `…Response…Model`). Absent is `litellm`. `undefined`: nothing tells how answers are read, as for models that only
 * choose among others.
 */
export function modelClassOf(name: string | undefined): ModelClass | undefined {
  if (!name) return modelClasses.litellm;
  const listed = Object.hasOwn(modelClasses, name) ? modelClasses[name] : undefined;
  if (listed) return listed;
  const className = name.slice(name.lastIndexOf('.') + 1);
  if (!name.includes('.') || !className.endsWith('Model') || /^(Roulette|Interleaving)/.test(className))
    return undefined;
  const mode = className.endsWith('TextbasedModel')
    ? 'actions_text'
    : /Response.*Model$/.test(className)
      ? 'actions_toolcall_response'
      : 'actions_toolcall';
  const provider = (['openrouter', 'requesty', 'portkey'] as const).find(each =>
    className.toLowerCase().includes(each),
  );
  return { mode, provider: provider ?? 'litellm' };
}

/** A section of a configuration; empty where there is none. */
export function sectionOf(config: PyDict, name: string): PyDict {
  const section = config.get(name);
  return isPyDict(section) ? section : new Map();
}

/** mini-swe-agent's `action_regex`. */
export const defaultActionRegex = '```mswea_bash_command\\s*\\n(.*?)\\n```';

/** mini-swe-agent's `observation_template`. */
export const defaultObservationTemplate =
  '{% if output.exception_info %}<exception>{{output.exception_info}}</exception>\n{% endif %}' +
  '<returncode>{{output.returncode}}</returncode>\n<output>\n{{output.output}}</output>';

/** mini-swe-agent's `format_error_template`, which differs where text is read. */
export function defaultErrorTemplate(mode: Mode): string {
  return mode === 'actions_text'
    ? 'Please always provide EXACTLY ONE action in triple backticks, found {{actions|length}} actions.'
    : '{{ error }}';
}

const definition: readonly (readonly [string, PyValue])[] = [
  ['name', 'bash'],
  ['description', 'Execute a bash command'],
  [
    'parameters',
    new Map<string, PyValue>([
      ['type', 'object'],
      [
        'properties',
        new Map([
          [
            'command',
            new Map([
              ['type', 'string'],
              ['description', 'The bash command to execute'],
            ]),
          ],
        ]),
      ],
      ['required', ['command']],
    ]),
  ],
];

/** The one tool that mini-swe-agent sends; `undefined` in text mode. */
export function bashTool(mode: Mode): PyDict | undefined {
  if (mode === 'actions_text') return undefined;
  if (mode === 'actions_toolcall_response') return new Map<string, PyValue>([['type', 'function'], ...definition]);
  return new Map<string, PyValue>([
    ['type', 'function'],
    ['function', new Map(definition)],
  ]);
}
