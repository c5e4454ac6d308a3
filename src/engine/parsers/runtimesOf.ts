import type { Definition } from './definition.ts';

/** A runtime that has a definition's class: the value of the key `runtime`, and the name that users know. */
export interface Runtime {
  readonly id: string;
  readonly title: string;
}

/**
 * The runtimes that have a definition's class, the usual one first; none where that is not a question. Where two classes
 * have no more than their name in common, the one that the definition's keys are of.
 */
export function runtimesOf(definition: Definition): readonly Runtime[] {
  const { config } = definition.source;
  const { framework } = definition.parserType;
  const only = framework?.runtimeOfKeys?.(config);
  const named = config.get('runtime') ?? only;
  return Object.entries(framework?.runtimes ?? {})
    .map(([id, title]) => ({ id, title }))
    .filter(({ id }) => only === undefined || named !== only || id === only);
}

/** The runtime whose class a definition is; `undefined` where that is not a question. */
export function runtimeOf(definition: Definition): Runtime | undefined {
  const runtimes = runtimesOf(definition);
  const { config } = definition.source;
  const named = definition.parserType.framework?.runtimeOf?.(config);
  return runtimes.find(({ id }) => id === (named ?? config.get('runtime'))) ?? runtimes[0];
}
