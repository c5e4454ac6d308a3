import { isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { ImportedModule } from '../../interchange.ts';
import { UniqueNames } from '../../uniqueNames.ts';
import { toSnakeCase } from '../identifiers.ts';
import { describe } from './classFacts.ts';
import { type CustomClass, customClassOf, isFormatterBase } from './customClass.ts';
import { type CustomFacts, customFactsOf, filterParameters } from './customFacts.ts';
import type { Evaluator } from './evaluator.ts';
import type { Outline } from './outline.ts';
import { type PortedFunction, portedModule } from './portedModule.ts';
import type { Place } from './scopes.ts';
import { childOf, itemsOf, type PyNode, spanOf } from './syntax.ts';

/** A class of the author's own: the module to port it in, and for a parser the keys of its definition without `type`. */
export interface ReadCustomClass {
  readonly name: string;
  readonly node: PyNode;
  readonly module: ImportedModule;
  readonly config?: PyDict;
}

/** Keys of a definition that no attribute of a class can be. */
const taken: ReadonlySet<string> = new Set(['type', 'module', 'description', 'samples', 'parsers', '$schema']);
/** The methods of `DictFilterMixin`, and the keys that say the same. */
const filterMethods = ['to_memory', 'to_content', 'to_metadata'];
/** What AgentScope's formatters override, and the hook of a module that stands for it. */
const hooks: readonly (readonly [methods: readonly string[], signature: string, summary: string])[] = [
  [['format', '_format'], 'format(msgs)', 'The whole payload; called again for the messages that truncation leaves.'],
  [['_format_system_message'], 'formatSystemMessage(msg)', 'A leading system message.'],
  [['_format_tool_sequence'], 'formatToolSequence(msgs)', 'Consecutive messages that hold tool calls or results.'],
  [['_format_agent_message'], 'formatAgentMessage(msgs, isFirst)', 'Consecutive messages without either.'],
  [['_truncate'], 'truncate(msgs)', 'One round of truncation: the messages that are left.'],
];
/** What a formatter may override that no hook stands for. */
const withoutHook: Readonly<Record<string, string>> = {
  _count: 'the conversation’s token counter counts',
  _group_messages: 'messages are grouped as AgentScope groups them, unless the module exports `format`',
};

/** Reads the classes that derive from AgentScope's bases of parsers and formatters, those that others only build on left out. */
export function readCustomClasses(
  { classes, calls }: Outline,
  evaluator: Evaluator,
  isMeant: (place: Place) => boolean,
  fileName: string,
): readonly ReadCustomClass[] {
  const customs = classes.flatMap(place => customClassOf(place, evaluator) ?? []);
  const bases = new Set(customs.flatMap(({ classes }) => classes.slice(0, -1).map(({ node }) => node.from)));
  const names = new UniqueNames();
  const read = customs
    .filter(({ place }) => isMeant(place))
    .flatMap(custom => {
      const size = custom.classes.reduce((sum, { node }) => sum + node.to - node.from, 0);
      if (!evaluator.spend(custom.place.node, size)) return [];
      const facts = customFactsOf(custom, evaluator);
      const isBase = bases.has(custom.place.node.from);
      const file = [...toSnakeCase(custom.name)].slice(0, 60).join('');
      const name = names.take(file, '_');
      const from = `\`${custom.name}\` of ${fileName.replace(/^.*[\\/]/s, '')}`;
      return (custom.kind === 'parser' ? readParser : readFormatter)(custom, facts, evaluator, isBase, name, from);
    });
  if (read.length > 0) reportCalls(calls, new Set(read.map(({ node }) => node.from)), evaluator);
  return read;
}

function readParser(
  custom: CustomClass,
  { attributes, sources, methods }: CustomFacts,
  evaluator: Evaluator,
  isBase: boolean,
  name: string,
  from: string,
): readonly ReadCustomClass[] {
  const { node } = custom.place;
  const at = childOf(node, 'VariableName') ?? node;
  const parse = methods.get('parse');
  if (!parse && isBase) return [];
  if (!parse) evaluator.report(at, `\`${custom.name}\` has no method \`parse\`; write it in the module.`);
  for (const method of filterMethods) {
    const own = methods.get(method);
    if (own)
      evaluator.report(own, `\`${method}\` of a class is not carried over; a definition has \`keys_${method}\`.`);
  }
  const config = new Map<string, PyValue>([...summaryOf(custom, evaluator), ['module', `${name}.mjs`]]);
  const instruction = attributes.get('format_instruction');
  const isLiteral = typeof instruction === 'string';
  const source = isLiteral ? undefined : sources.get('format_instruction');
  if (isLiteral) config.set('format_instruction', instruction);
  else if (!source) evaluator.report(at, `\`${custom.name}\` has no \`format_instruction\`; its instruction is empty.`);
  for (const [key, value] of attributes)
    if (taken.has(key))
      evaluator.report(sources.get(key) ?? at, `\`${key}\` is a key of every definition; the attribute is left out.`);
    else if (filterParameters.includes(key) && !isFilter(value))
      evaluator.report(sources.get(key) ?? at, `\`${key}\` must be a bool, a key or a list of keys; it is left out.`);
    else if (key !== 'format_instruction') config.set(key, value);
  const functions: PortedFunction[] = [
    {
      summary: 'The format instruction.',
      signature: 'formatInstruction(definition)',
      ...(source ? { source } : { body: "return definition.format_instruction ?? '';" }),
    },
    {
      summary:
        'Gives what AgentScope’s parser leaves in `response.parsed`, and throws where it raises; `text` is `response.text`.',
      signature: 'parse(text, definition, context)',
      ...(parse && { source: parse }),
    },
  ];
  const rest = [...methods].filter(([key]) => key !== 'parse' && key !== 'format_instruction').map(([, each]) => each);
  const use = `${from}: the parser of the definition of type "custom" that has "module": "${name}.mjs".`;
  const text = portedModule({ name: custom.name, use, types: 'CustomParserModule', functions, rest }, evaluator.text);
  return [{ name, node, config, module: { fileName: `${name}.mjs`, kind: 'parser', text, span: spanOf(node) } }];
}

function readFormatter(
  custom: CustomClass,
  { attributes, methods }: CustomFacts,
  evaluator: Evaluator,
  isBase: boolean,
  name: string,
  from: string,
): readonly ReadCustomClass[] {
  const { node } = custom.place;
  const at = childOf(node, 'VariableName') ?? node;
  const used = new Set<string>();
  const functions = hooks.flatMap(([candidates, signature, summary]): PortedFunction[] => {
    const method = candidates.find(each => methods.has(each));
    if (method === undefined) return [];
    used.add(method);
    return [{ summary: `\`${method}\`. ${summary}`, signature, source: methods.get(method)! }];
  });
  if (functions.length === 0) {
    if (!isBase) evaluator.report(at, `\`${custom.name}\` overrides nothing that a formatter’s module could do.`);
    return [];
  }
  for (const [method, instead] of Object.entries(withoutHook)) {
    const own = methods.get(method);
    if (own) evaluator.report(own, `\`${method}\` has no hook: ${instead}.`);
  }
  const whole = custom.bases.find(base => isFormatterBase(base) && !base.endsWith('FormatterBase'));
  if (whole !== undefined && !used.has('format') && !used.has('_format'))
    evaluator.report(at, `What \`${custom.name}\` does not override is \`${whole}\`’s; port that as well.`);
  const rest = [...methods].filter(([key]) => !used.has(key)).map(([, each]) => each);
  const use = `${from}: for a conversation with "formatter": "custom" and "module": "${name}.mjs".`;
  const text = portedModule(
    { name: custom.name, use, types: 'CustomFormatterModule', attributes, functions, rest },
    evaluator.text,
  );
  return [{ name, node, module: { fileName: `${name}.mjs`, kind: 'formatter', text, span: spanOf(node) } }];
}

/** The first paragraph of the class's docstring, on one line. */
function summaryOf({ place }: CustomClass, evaluator: Evaluator): readonly (readonly [string, PyValue])[] {
  return describe(place, evaluator).map(([key, text]) => [
    key,
    String(text)
      .split(/\n\s*\n/, 1)[0]!
      .replace(/\s+/g, ' '),
  ]);
}

function isFilter(value: PyValue): boolean {
  if (isPyList(value)) return value.every(each => typeof each === 'string');
  return typeof value === 'boolean' || typeof value === 'string';
}

/** A definition has what its class says; what its instances are given is said. */
function reportCalls(calls: readonly Place[], classes: ReadonlySet<number>, evaluator: Evaluator): void {
  for (const { node, scope } of calls) {
    const list = childOf(node, 'ArgList');
    const callee = node.firstChild;
    if (!list || itemsOf(list).length === 0 || callee?.name !== 'VariableName') continue;
    const named = evaluator.resolve(callee, scope);
    if (named.kind === 'class' && classes.has(named.node.from))
      evaluator.report(
        node,
        'The arguments of this call are not carried over; the definition has the class’s defaults.',
      );
  }
}
