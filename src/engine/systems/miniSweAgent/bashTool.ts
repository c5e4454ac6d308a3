import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Mode } from './modelClass.ts';

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
