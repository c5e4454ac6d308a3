import * as z from 'zod';
import { EngineError } from '../../core/errors.ts';
import { fromPlain } from '../../core/pyValue.ts';
import { pyRepr } from '../../python/index.ts';
import { ownFormula, type TokenCounterSpec, type TokenCounterType } from '../counter.ts';
import { whenLoaded } from '../hostCache.ts';
import { additiveCounting, countPayload, shippedModel } from './chatModel.ts';
import { diskModel } from './diskModel.ts';
import { familyOf, modelFamilies } from './models.ts';

/** AgentScope's `HuggingFaceTokenCounter(pretrained_model_name_or_path, use_mirror, use_fast, trust_remote_code)`. */
export const huggingFaceTokenCounter: TokenCounterType = {
  type: 'HuggingFaceTokenCounter',
  summary: `AgentScope, open models: ${modelFamilies.map(family => family.name).join(', ')}`,
  keys: {
    pretrained_model_name_or_path: z
      .string()
      .describe(
        'The name of a model on the Hugging Face Hub, such as `Qwen/Qwen2.5-VL-3B-Instruct`, or the path of a folder with its `tokenizer.json` and `tokenizer_config.json`, absolute or relative to the conversation.',
      ),
    use_mirror: z.boolean().optional().describe('Has no effect here, because nothing is downloaded.'),
    use_fast: z.boolean().optional().describe('Has no effect here.'),
    trust_remote_code: z.boolean().optional().describe('Has no effect here, because no remote code is run.'),
  },
  mainKey: 'pretrained_model_name_or_path',
  create(spec, host, _release, folder) {
    const name = modelName(spec);
    const family = familyOf(name);
    if (!family && !host.readFile) throw unknownModel(name);
    const model = () =>
      family ? shippedModel(host, family) : diskModel(host, { name, folder }, () => unknownModel(name));
    return {
      exact: true,
      formula: ownFormula,
      basis: family
        ? `the vocabulary and chat template of ${family.name}`
        : `the tokenizer and chat template in ${name}`,
      countText: text => whenLoaded(model(), ({ tokenizer }) => tokenizer.countPlain(text)),
      tokenSpans: text => whenLoaded(model(), ({ tokenizer }) => tokenizer.spans?.(text) ?? []),
      count: (payload, tools) => whenLoaded(model(), loaded => countPayload(loaded, payload, tools)),
      // Templates on disk are not known in parts.
      additive: tools => family && whenLoaded(shippedModel(host, family), loaded => additiveCounting(loaded, tools)),
    };
  },
};

function modelName({ type, pretrained_model_name_or_path: name }: TokenCounterSpec): string {
  if (name === undefined)
    throw new EngineError(
      'TypeError',
      `${type}.__init__() missing 1 required positional argument: 'pretrained_model_name_or_path'`,
    );
  if (typeof name !== 'string') throw unknownModel(pyRepr(fromPlain(name)));
  return name;
}

/** Models without shipped files; a path that leads nowhere is a name like any other. */
function unknownModel(name: string): EngineError {
  const models = modelFamilies.map(family => `${family.models[0]} (${family.name})`).join(', ');
  return new EngineError(
    'TokenCounterError',
    `There is no tokenizer for ${name}. ParserLens has those of these models and their other sizes: ${models}. ` +
      'For any other, give the path of a folder with its tokenizer.json and tokenizer_config.json as pretrained_model_name_or_path.',
  );
}
