import { EngineError } from '../../../core/errors.ts';
import { type PyDict, PyFloat, type PyValue } from '../../../core/pyValue.ts';
import { pyRepr } from '../../../python/index.ts';
import {
  anyField,
  dictField,
  floatField,
  intField,
  modelField,
  stringField,
  type Validator,
} from '../../../validation/index.ts';
import { validated } from '../messages/readMsg.ts';
import { compressionPrompt, summarySchema, summaryTemplate } from './summaryDefaults.ts';

/** `ContextConfig` of an agent. */
export interface ContextConfig {
  readonly triggerRatio: number;
  readonly reserveRatio: number;
  readonly compressionPrompt: string;
  readonly summaryTemplate: string;
  readonly summarySchema: PyDict;
  readonly toolResultLimit: number;
  readonly maxImageNum: number;
}

const text = stringField({});
const fields: readonly (readonly [key: string, validator: Validator, otherwise: PyValue])[] = [
  ['trigger_ratio', floatField({ gt: 0, le: 0.9 }), 0.8],
  ['reserve_ratio', floatField({ gt: 0, lt: 0.9 }), 0.1],
  ['compression_prompt', text, compressionPrompt],
  ['summary_template', text, summaryTemplate],
  ['summary_schema', dictField(text, anyField, {}), summarySchema],
  ['tool_result_limit', intField({}), 50_000],
  ['max_image_num', intField({ ge: 0n }), 5],
];
const model = modelOf(fields);
/** Tag 2.0.6 takes no ratio of 0.9, and knows no number of images. */
const tagModel = modelOf([
  ['trigger_ratio', floatField({ gt: 0, lt: 0.9 }), 0.8],
  ...fields.filter(([key]) => key !== 'trigger_ratio' && key !== 'max_image_num'),
]);

function modelOf(all: typeof fields): Validator {
  return modelField(
    'ContextConfig',
    all.map(([key, validator, otherwise]) => ({ key, validator, isRequired: false, default: otherwise })),
    'ignore',
  );
}

/** The keys of a `ContextConfig`. */
export const contextConfigKeys: readonly string[] = fields.map(([key]) => key);

/** `ContextConfig(**config)`. Raises Pydantic's `ValidationError`. */
export function readContextConfig(config: PyDict, isTag = false): ContextConfig {
  const made = validated('ContextConfig', isTag ? tagModel : model, config, { newId: () => '', now: () => '' });
  const number = (key: string) => {
    const value = made.get(key)!;
    return value instanceof PyFloat ? value.value : Number(value);
  };
  return {
    triggerRatio: number('trigger_ratio'),
    reserveRatio: number('reserve_ratio'),
    compressionPrompt: made.get('compression_prompt') as string,
    summaryTemplate: made.get('summary_template') as string,
    summarySchema: made.get('summary_schema') as PyDict,
    toolResultLimit: number('tool_result_limit'),
    maxImageNum: isTag ? Number.POSITIVE_INFINITY : number('max_image_num'),
  };
}

/** What an agent refuses of its configuration. Raises its `ValueError`. */
export function checkRatios({ reserveRatio, triggerRatio }: ContextConfig): void {
  if (reserveRatio < triggerRatio) return;
  const given = [reserveRatio, triggerRatio].map(each => pyRepr(each));
  throw new EngineError(
    'ValueError',
    `The 'reserve_ratio' of the context config must be smaller than its 'trigger_ratio', got ${given.join(' and ')}.`,
  );
}
