import type { PyDict } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import type {
  AuthoringFeatures,
  ResponseFeatures,
  SchemaFeatures,
  StreamFeatures,
} from '../../parsers/parserFeatures.ts';
import type { LangchainRuntime } from './langchainRuntime.ts';

/** What is known of a class beside reading; its functions take a definition first. */
export interface ClassFeatures {
  readonly responses?: Omit<ResponseFeatures, 'draft' | 'messageParts'>;
  readonly authoring?: AuthoringFeatures;
  readonly schemas?: SchemaFeatures;
  readonly streams?: StreamFeatures;
}

type SourceFunction = (source: DefinitionSource, ...rest: readonly unknown[]) => unknown;

/** What the two runtimes have of their own. */
type OwnFeatures = Readonly<Partial<Record<LangchainRuntime, ClassFeatures>>>;

/** The features of a class whose functions are, for each definition, those of its runtime, else those that both share. */
export function runtimeFeatures<Shared extends ClassFeatures>(
  shared: Shared,
  own: OwnFeatures,
  runtimeOf: (config: PyDict) => LangchainRuntime,
): Pick<Shared, keyof ClassFeatures> {
  const groups = ['responses', 'authoring', 'schemas', 'streams'] as const;
  const made = groups.flatMap(group => {
    const features = groupFeatures(shared[group], { python: own.python?.[group], js: own.js?.[group] }, runtimeOf);
    return features ? [[group, features] as const] : [];
  });
  return Object.fromEntries(made) as Pick<Shared, keyof ClassFeatures>;
}

function groupFeatures(
  shared: object | undefined,
  own: Readonly<Record<LangchainRuntime, object | undefined>>,
  runtimeOf: (config: PyDict) => LangchainRuntime,
): object | undefined {
  const all = [shared, own.python, own.js].filter(features => features !== undefined);
  if (all.length === 0) return undefined;
  const of = (features: object | undefined, name: string) =>
    (features as Readonly<Record<string, unknown>> | undefined)?.[name];
  const names = new Set(all.flatMap(features => Object.keys(features)));
  return Object.fromEntries(
    [...names].map(name => {
      const isOwn = [own.python, own.js].some(features => typeof of(features, name) === 'function');
      if (!isOwn) return [name, of(shared, name)];
      const chosen: SourceFunction = (source, ...rest) => {
        const made = of(own[runtimeOf(source.config)], name) ?? of(shared, name);
        return (made as SourceFunction | undefined)?.(source, ...rest);
      };
      return [name, chosen];
    }),
  );
}
