import type { ModelReader } from '../../../code/python/read/modelReader.ts';
import type { Outline } from '../../../code/python/read/outline.ts';
import { argumentsOf, childOf, type PyNode, unwrap } from '../../../code/python/read/syntax.ts';
import type { OpenKey } from '../../../parsers/interchange.ts';
import { adapterModules, fallbackKey } from './dspyFacts.ts';
import { dspyName } from './readDspySignature.ts';

/** An adapter that a text sets, and the part of the text that it is meant for; absent: all of it. */
interface SetAdapter {
  /** Absent: reading does not say. */
  readonly name?: string;
  readonly node: PyNode;
  readonly within?: PyNode;
  /** Its fallback to `JSONAdapter` is switched off. */
  readonly isAlone: boolean;
}

/** What `dspy.configure(adapter=…)` and `with dspy.context(adapter=…)` say, in the order of the text. */
export function adaptersIn(outline: Outline, models: ModelReader): readonly SetAdapter[] {
  return outline.calls.flatMap(({ node, scope }): SetAdapter[] => {
    const setter = dspyName(node.firstChild, scope, models);
    if (setter !== 'configure' && setter !== 'context') return [];
    const argument = argumentsOf(childOf(node, 'ArgList'), models.evaluator.text).find(
      ({ name }) => name === 'adapter',
    );
    if (!argument || argument.value.name === 'None') return [];
    const named = models.evaluator.resolve(argument.value, scope);
    const call = named.kind === 'value' ? unwrap(named.node) : undefined;
    const name = call && named.kind === 'value' ? dspyName(call.firstChild, named.scope, models) : undefined;
    if (name === undefined || !adapterModules.has(name)) {
      models.evaluator.report(
        argument.value,
        'This is not an adapter that is known here; `ChatAdapter` stands in its place.',
      );
      return [{ node: argument.value, isAlone: false, ...withinOf(setter, node) }];
    }
    const scoped = named.kind === 'value' ? named.scope : scope;
    const switched =
      call && argumentsOf(childOf(call, 'ArgList'), models.evaluator.text).find(each => each.name === fallbackKey);
    const isAlone = switched !== undefined && models.evaluator.value(switched.value, scoped) === false;
    return [{ name, node: argument.value, isAlone, ...withinOf(setter, node) }];
  });
}

/** The statement that a `context` is set for. */
function withinOf(setter: string, node: PyNode): Pick<SetAdapter, 'within'> {
  let at: PyNode | null = setter === 'context' ? node : null;
  while (at && at.name !== 'WithStatement') at = at.parent;
  return at ? { within: at } : {};
}

/** The adapter of a module: that of the innermost `with` around it, else what is configured, which several calls may do. */
export function adapterAt(
  node: PyNode,
  adapters: readonly SetAdapter[],
): {
  readonly type: string;
  readonly open?: OpenKey;
  readonly isAlone?: boolean;
  readonly unread: readonly PyNode[];
} {
  const inner = adapters.findLast(({ within }) => within && within.from <= node.from && node.to <= within.to);
  const whole = adapters.filter(({ within }) => !within);
  const set = inner ? [inner] : whole.length > 0 ? whole : adapters;
  const unread = set.filter(({ name }) => name === undefined).map(each => each.node);
  const values = [...new Set(set.flatMap(({ name }) => name ?? []))];
  const [type = 'ChatAdapter', ...others] = values;
  if (others.length === 0) return { type, unread, isAlone: set.length > 0 && set.every(({ isAlone }) => isAlone) };
  const message = 'The text sets several adapters; which of them is asked depends on what runs before.';
  return { type, unread, open: { key: 'type', values, message } };
}
