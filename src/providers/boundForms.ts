import { isPyDict, type PyDict, type PyValue } from '../engine/index.ts';

type Members = readonly (readonly [string, PyValue])[];

/** What a framework sets beside its tools: whether a tool must be called, which, and the schema of the answer. */
interface Bound {
  /** `any`, `auto`, `none`, or the name of a function as OpenAI has it. */
  readonly choice: PyValue | undefined;
  /** The tool that must be called. */
  readonly name: string | undefined;
  /** OpenAI's `response_format`. */
  readonly format: PyDict | undefined;
  readonly schema: PyDict | undefined;
}

function readBound(bound: PyDict | undefined): Bound {
  const choice = bound?.get('tool_choice');
  const format = dictAt(bound, 'response_format');
  const name = dictAt(choice, 'function')?.get('name');
  return {
    choice,
    name: typeof name === 'string' ? name : undefined,
    format,
    schema: dictAt(dictAt(format, 'json_schema'), 'schema'),
  };
}

function dictAt(value: PyValue | undefined, key: string): PyDict | undefined {
  const found = value !== undefined && isPyDict(value) ? (value.get(key) ?? null) : null;
  return isPyDict(found) ? found : undefined;
}

/** In OpenAI's words `any` is `required`. */
function openAiChoice({ choice }: Bound): Members {
  if (choice === undefined) return [];
  return [['tool_choice', choice === 'any' ? 'required' : choice]];
}

/** As OpenAI's chat completions take it. */
export function openAiBound(bounds: PyDict | undefined): Members {
  const bound = readBound(bounds);
  return [...openAiChoice(bound), ...(bound.format ? [['response_format', bound.format] as const] : [])];
}

/** As OpenAI's Responses take it: a tool's name and a format's schema stand outside. */
export function openAiResponsesBound(bounds: PyDict | undefined): Members {
  const bound = readBound(bounds);
  const { name, format } = bound;
  const inner = dictAt(format, 'json_schema');
  const flat = inner && new Map<string, PyValue>([['type', 'json_schema'], ...inner]);
  const called = new Map<string, PyValue>([
    ['type', 'function'],
    ['name', name ?? null],
  ]);
  return [
    ...(name === undefined ? openAiChoice(bound) : [['tool_choice', called] as const]),
    ...(format ? [['text', new Map([['format', flat ?? format]])] as const] : []),
  ];
}

/** As Anthropic's messages take it. */
export function anthropicBound(bounds: PyDict | undefined): Members {
  const { choice, name, schema } = readBound(bounds);
  const type = name === undefined ? choice : 'tool';
  const chosen = new Map<string, PyValue>([
    ['type', type ?? null],
    ...(name === undefined ? [] : [['name', name] as const]),
  ]);
  const format =
    schema &&
    new Map<string, PyValue>([
      ['type', 'json_schema'],
      ['schema', schema],
    ]);
  return [
    ...(choice === undefined ? [] : [['tool_choice', chosen] as const]),
    ...(format ? [['output_config', new Map([['format', format]])] as const] : []),
  ];
}

/** As Gemini takes it: a choice of tools, and members of `generationConfig`. */
export function geminiBound(bounds: PyDict | undefined): { readonly members: Members; readonly config: Members } {
  const { choice, name, schema } = readBound(bounds);
  const calling = new Map<string, PyValue>([
    ['mode', name !== undefined ? 'ANY' : String(choice).toUpperCase()],
    ...(name === undefined ? [] : [['allowedFunctionNames', [name]] as const]),
  ]);
  return {
    members: choice === undefined ? [] : [['toolConfig', new Map([['functionCallingConfig', calling]])]],
    config: schema
      ? [
          ['responseMimeType', 'application/json'],
          ['responseJsonSchema', schema],
        ]
      : [],
  };
}

/** As Ollama takes it, which has no choice of tools. */
export function ollamaBound(bounds: PyDict | undefined): Members {
  const { schema } = readBound(bounds);
  return schema ? [['format', schema]] : [];
}

/** The function of a tool in OpenAI's form, `{ type: "function", function: { name, description, parameters } }`. */
export function functionOf(tool: PyValue): PyDict | undefined {
  const own = isPyDict(tool) ? tool.get('function') : undefined;
  return own !== undefined && isPyDict(own) ? own : undefined;
}
