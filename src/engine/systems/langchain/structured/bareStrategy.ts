import type { PyValue } from '../../../core/pyValue.ts';
import type { LangchainRuntime } from '../langchainRuntime.ts';
import type { StrategyKind } from './strategy.ts';

/** The families that Python takes to have a response format of their own, with dates and other endings. */
const families =
  /(?:^|[/:.])(?:gpt-4\.1|gpt-4o|gpt-5(?:\.[1-5])?|claude-haiku-4-5|claude-opus-4-[5-8]|claude-sonnet-4-[56]|claude-(?:haiku-|opus-|sonnet-)?5|grok-4|grok-build)(?=$|[-:@])/;

/** What a bare schema becomes for a model whose profile is not known. */
export function bareStrategy(model: PyValue, runtime: LangchainRuntime): StrategyKind {
  return runtime === 'python' && typeof model === 'string' && families.test(model.toLowerCase()) ? 'provider' : 'tool';
}
