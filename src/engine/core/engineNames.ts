/**
 * The engines that a user may name, in the setting `parserlens.engines` and to `--for`: what reads answers by response
 * templates, and what holds a model to a schema. Each feature knows some of them.
 */
export const engineNames = [
  'transformers',
  'transformers-serve',
  'vllm',
  'sglang',
  'xgrammar',
  'llguidance',
  'llama.cpp',
  'ollama',
  'openai',
  'anthropic',
  'gemini',
] as const;

/** An engine, and the release of it that is meant, where one is named. */
export interface NamedEngine {
  readonly engine: string;
  readonly version?: string;
}

/** What `ENGINE` or `ENGINE@VERSION` names; the engine need not be one of {@link engineNames}. */
export function namedEngine(text: string): NamedEngine {
  const at = text.indexOf('@');
  return at < 0 ? { engine: text } : { engine: text.slice(0, at), version: text.slice(at + 1) };
}
