import type { PyDict } from '../../core/pyValue.ts';

/** LangChain's two runtimes, whose classes of the same name differ. */
export type LangchainRuntime = 'python' | 'js';

/** The runtime that a definition names; LangChain's own name of JavaScript is one too. */
export function runtimeOf(config: PyDict): LangchainRuntime | undefined {
  const runtime = config.get('runtime');
  if (runtime === 'javascript') return 'js';
  return runtime === 'python' || runtime === 'js' ? runtime : undefined;
}

/** What users call them. */
export const runtimeTitles: Readonly<Record<LangchainRuntime, string>> = { python: 'Python', js: 'JavaScript' };
