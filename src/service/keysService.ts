import {
  closeTyping,
  completeKeys,
  type Definition,
  type DefinitionKeys,
  definitionKeys,
  type Edit,
  type Host,
  type KeyCompletions,
  renameInSamples,
  renameKey,
  type Span,
  withoutModules,
} from '../engine/index.ts';
import { destinationOf } from '../views/destinations.ts';
import type { Destination } from '../views/splitModel.ts';
import type { DefinitionCache } from './definitionCache.ts';

/** A place in a definition file. */
export interface KeyRequest {
  readonly text: string;
  readonly fileName: string;
  readonly offset: number;
}

/** The key that a place names, with all that is to be known of it. Spans are of the names without their quotes. */
export interface KeyView {
  readonly name: string;
  readonly definition: string;
  /** The name at the place of the request. */
  readonly span: Span;
  /** Where the definition says that the key exists, the main place first. */
  readonly declarations: readonly Span[];
  /** All other places that name it, in the order of the text. */
  readonly references: readonly Span[];
  /** False where the definition says which keys there are, and this is not one of them. */
  readonly isKnown: boolean;
  readonly isRequired: boolean;
  readonly destinations: readonly Destination[];
  /** The hint or description that the model is shown; of a type's own key, what it is. */
  readonly documentation?: string;
  /** Whether `documentation` is shown to the model, and whole. */
  readonly isHint: boolean;
}

/** The edits that rename a key, in the definition and in the texts of its samples; or why it cannot be renamed. */
export type KeyRenames =
  | { readonly edits: readonly Edit[]; readonly inSamples: readonly Edit[] }
  | { readonly refusal: string };

/** What editing the names of keys asks for: plain data in, plain data out. */
export interface KeysApi {
  keyAt(request: KeyRequest): Promise<KeyView | undefined>;
  completeKeys(request: KeyRequest): Promise<KeyCompletions | undefined>;
  /** Nothing where no key is. */
  renameKey(request: KeyRequest & { readonly newName: string }): Promise<KeyRenames | undefined>;
}

/** Documentation that is as long was cut off. */
const maxDocumentation = 2000;

/** The service over the engine. Samples are read as `host` has it, without running modules. */
export function keysService(cache: DefinitionCache, host: Host): KeysApi {
  const sampleHost = withoutModules(host, 'unavailable');
  const cached = new WeakMap<Definition, DefinitionKeys | undefined>();
  const keysOf = (definition: Definition) => {
    if (!cached.has(definition)) cached.set(definition, definitionKeys(definition));
    return cached.get(definition);
  };
  const find = ({ text, fileName, offset }: KeyRequest) => {
    const { definitions, problems } = cache.read(text, fileName);
    const definition = definitions.find(({ span }) => span.start <= offset && offset <= span.end);
    const keys = definition && keysOf(definition);
    const use = keys?.uses.find(({ span }) => span.start <= offset && offset <= span.end);
    if (!definition || !keys || !use) return undefined;
    return { definition, keys, use, isBroken: problems.some(({ code }) => code === 'syntax-error') };
  };
  return {
    async keyAt(request) {
      const found = find(request);
      return found && viewOf(found.definition, found.keys, found.use);
    },
    async completeKeys({ text, fileName, offset }) {
      return completeKeys(text, cache.read(closeTyping(text, offset), fileName).definitions, offset);
    },
    async renameKey(request) {
      const found = find(request);
      if (!found) return undefined;
      if (found.isBroken) return { refusal: 'This file is not JSON as it stands. Correct that first.' };
      const names = { name: found.use.name, newName: request.newName };
      const rename = renameKey(found.definition, names.name, names.newName);
      if ('refusal' in rename) return rename;
      const inSamples = await renameInSamples(request.text, found.definition, names, sampleHost);
      return { edits: rename.edits, inSamples };
    },
  };
}

function viewOf(
  definition: Definition,
  { keys, uses, open }: DefinitionKeys,
  use: DefinitionKeys['uses'][number],
): KeyView {
  const { name } = use;
  const key = keys.find(one => one.name === name);
  const same = uses.filter(one => one.name === name);
  const goesTo = destinationOf(definition)(name);
  const documentation = key?.documentation;
  return {
    name,
    definition: definition.name,
    span: use.inner,
    declarations: same.filter(({ kind }) => kind === 'declaration').map(({ inner }) => inner),
    references: same
      .filter(({ kind }) => kind !== 'declaration')
      .map(({ inner }) => inner)
      .sort((a, b) => a.start - b.start),
    isKnown: open || key !== undefined,
    isRequired: key?.required ?? false,
    destinations: (['content', 'memory', 'metadata'] as const).filter(part => goesTo[part]),
    ...(documentation !== undefined && { documentation }),
    isHint: documentation !== undefined && key!.declarations.length > 0 && documentation.length < maxDocumentation,
  };
}
