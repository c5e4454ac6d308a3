import { once } from '../../../core/once.ts';
import { isPyDict, PyOpaque, type PyValue } from '../../../core/pyValue.ts';
import {
  anyField,
  dictField,
  type Extras,
  enumField,
  fail,
  failed,
  intField,
  listField,
  literalField,
  type ModelField,
  modelField,
  nullableField,
  stringField,
  unionField,
  urlField,
  type Validator,
} from '../../../validation/index.ts';

/** Stands for an id that is drawn, until `readMsg` draws it. */
export const idMark: PyOpaque = new PyOpaque('id', '', null);
/** Stands for the time of reading. */
export const nowMark: PyOpaque = new PyOpaque('now', '', null);

const text = stringField({});
const textOrNull = nullableField(text);
const dict = dictField(text, anyField, {});

function required(key: string, validator: Validator): ModelField {
  return { key, validator, isRequired: true, default: undefined };
}

function optional(key: string, validator: Validator, otherwise: PyValue): ModelField {
  return { key, validator, isRequired: false, default: otherwise };
}

const createdAt = optional('created_at', text, nowMark);
const finishedAt = optional('finished_at', textOrNull, null);
const drawnId = optional('id', text, idMark);

function typed(type: string): ModelField {
  return optional('type', literalField([type]), type);
}

function blockModel(
  className: string,
  type: string,
  fields: readonly ModelField[],
  extras: Extras = 'ignore',
): Validator {
  return modelField(className, [typed(type), ...fields], extras);
}

/** A union of classes, each with a literal type: the class of an input's type alone reads it, if it accepts it. */
function unionByType(classes: Readonly<Record<string, Validator>>): Validator {
  const union = unionField(Object.values(classes));
  return {
    get name() {
      return union.name;
    },
    validate(input, place, run) {
      const type = isPyDict(input) ? input.get('type') : undefined;
      const own = typeof type === 'string' && Object.hasOwn(classes, type) ? classes[type] : undefined;
      const mark = run.errors.length;
      const value = own ? own.validate(input, place, run) : failed;
      if (value !== failed) return value;
      run.errors.length = mark;
      return union.validate(input, place, run);
    },
  };
}

/** The classes, made when a message is first read: there are two dozen. */
const models = once(() => {
  const textBlock = blockModel('TextBlock', 'text', [required('text', text), drawnId, createdAt, finishedAt]);
  const thinkingBlock = blockModel(
    'ThinkingBlock',
    'thinking',
    [required('thinking', text), drawnId, createdAt, finishedAt],
    'allow',
  );

  const base64Source = blockModel('Base64Source', 'base64', [required('data', text), required('media_type', text)]);
  const urlSource = blockModel('URLSource', 'url', [
    required('url', urlField('AnyUrl', undefined)),
    required('media_type', text),
  ]);
  const dataBlock = blockModel('DataBlock', 'data', [
    drawnId,
    required('source', unionByType({ base64: base64Source, url: urlSource })),
    optional('name', textOrNull, null),
    createdAt,
    finishedAt,
  ]);

  const contents = unionByType({ text: textBlock, data: dataBlock });
  const output = unionField([text, listField(contents, {})]);

  const hintBlock = blockModel('HintBlock', 'hint', [
    required('hint', output),
    drawnId,
    optional('source', textOrNull, null),
    createdAt,
    optional('finished_at', textOrNull, nowMark),
  ]);

  const rule = modelField(
    'PermissionRule',
    [
      required('tool_name', text),
      required('rule_content', textOrNull),
      required('behavior', enumField('PermissionBehavior', ['allow', 'deny', 'ask', 'passthrough'], 'str')),
      required('source', text),
    ],
    'ignore',
  );

  const callStates = enumField('ToolCallState', ['pending', 'asking', 'allowed', 'submitted', 'finished'], 'str');
  const toolCallBlock = blockModel('ToolCallBlock', 'tool_call', [
    required('id', text),
    required('name', text),
    required('input', text),
    optional('state', callStates, 'pending'),
    optional('suggested_rules', listField(rule, {}), []),
    createdAt,
    finishedAt,
  ]);

  const resultStates = ['success', 'error', 'interrupted', 'denied', 'running'];
  const toolResultBlock = blockModel('ToolResultBlock', 'tool_result', [
    required('id', text),
    required('name', text),
    required('output', output),
    optional('state', enumField('ToolResultState', resultStates, 'str'), 'running'),
    optional('metadata', dict, new Map()),
    createdAt,
    finishedAt,
  ]);

  const usage = modelField(
    'Usage',
    [
      required('input_tokens', intField({})),
      required('output_tokens', intField({})),
      optional('cache_input_tokens', intField({}), 0),
      optional('cache_creation_input_tokens', intField({}), 0),
    ],
    'ignore',
  );

  const errorTypes = [
    'authentication',
    'permission',
    'rate_limit',
    'invalid_request',
    'upstream',
    'connection',
    'internal',
    'setup',
    'unknown',
  ];
  const errorInfo = modelField(
    'ErrorInfo',
    [optional('type', enumField('ErrorType', errorTypes, 'str'), 'unknown'), required('message', text)],
    'ignore',
  );

  const reasons = enumField('ReplyFinishedReason', ['completed', 'interrupted', 'exceed_max_iters', 'error'], 'str');

  const blocks = unionByType({
    text: textBlock,
    thinking: thinkingBlock,
    hint: hintBlock,
    tool_call: toolCallBlock,
    tool_result: toolResultBlock,
    data: dataBlock,
  });
  const fields = modelField(
    'Msg',
    [
      required('name', text),
      required('content', listField(blocks, {})),
      required('role', literalField(['user', 'assistant', 'system'])),
      drawnId,
      optional('metadata', dict, new Map()),
      createdAt,
      optional('usage', nullableField(usage), null),
      finishedAt,
      optional('finished_reason', nullableField(reasons), null),
      optional('structured_output', nullableField(dict), null),
      optional('error', nullableField(errorInfo), null),
    ],
    'ignore',
  );
  return { fields, toolResultBlock };
});

const rolesWithRules: Readonly<Record<string, { readonly types: readonly string[]; readonly message: string }>> = {
  user: { types: ['text', 'data'], message: 'User message can only contain text blocks or data blocks.' },
  system: { types: ['text'], message: 'System message can only contain text blocks.' },
};

/** `Msg`: its fields, then which blocks its role may have. */
export const msgModel: Validator = {
  name: 'Msg',
  validate(input, place, run) {
    const value = models().fields.validate(input, place, run);
    if (value === failed || !isPyDict(value)) return value;
    const rules = rolesWithRules[value.get('role') as string];
    const content = value.get('content') as readonly ReadonlyMap<string, PyValue>[];
    if (!rules || content.every(block => rules.types.includes(block.get('type') as string))) return value;
    return fail(run, place, input, 'value_error', `Value error, ${rules.message}`);
  },
};

/** `ToolResultBlock`. */
export const toolResultBlock = (): Validator => models().toolResultBlock;
