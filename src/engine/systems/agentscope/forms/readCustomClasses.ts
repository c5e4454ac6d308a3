import { toSnakeCase } from '../../../code/python/identifiers.ts';
import { describe } from '../../../code/python/read/classFacts.ts';
import { nameOfExpression } from '../../../code/python/read/nameOf.ts';
import type { Outline } from '../../../code/python/read/outline.ts';
import type { Evaluator } from '../../../code/python/read/pythonEvaluator.ts';
import type { ScopedNode } from '../../../code/python/read/scopes.ts';
import { childOf, itemsOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { UniqueNames } from '../../../code/uniqueNames.ts';
import { addTo } from '../../../core/addTo.ts';
import { isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { ImportedModule } from '../../../parsers/interchange.ts';
import { type CustomClass, customClassOf, isFormatterBase } from './customClass.ts';
import { type CustomFacts, customFactsOf } from './customFacts.ts';
import { filterParameters } from './parserClasses.ts';
import { type PortedFunction, portedModule } from './portedModule.ts';
import { isPlainSubclass } from './readSubclass.ts';

/** A class of the author's own: the module to port it in, and for a parser the keys of its definition without `type`. */
export interface ReadCustomClass {
  readonly node: PyNode;
  readonly module: ImportedModule;
  /** Its definitions: one for every call that gives it arguments, and one of its own where nothing or a call without any makes it. */
  readonly definitions: readonly { readonly name: string; readonly node: PyNode; readonly config: PyDict }[];
}

/** Keys of a definition that no attribute of a class can be. */
const definitionKeys: ReadonlySet<string> = new Set(['type', 'module', 'description', 'samples', 'parsers', '$schema']);
/** The methods of `DictFilterMixin`, and the keys that say the same. */
const filterMethods = ['to_memory', 'to_content', 'to_metadata'];
/** What AgentScope's formatters override, and the hook of a module that stands for it. */
const hooks: readonly (readonly [methods: readonly string[], signature: string, summary: string])[] = [
  [['format', '_format'], 'format(msgs)', 'The whole payload; called again for the messages that truncation leaves.'],
  [['_format_system_message'], 'formatSystemMessage(msg)', 'A leading system message.'],
  [['_format_tool_sequence'], 'formatToolSequence(msgs)', 'Consecutive messages that hold tool calls or results.'],
  [['_format_agent_message'], 'formatAgentMessage(msgs, isFirst)', 'Consecutive messages without either.'],
  [['_group_messages'], 'groupMessages(msgs)', 'The runs that messages are formatted in: `[{ kind, msgs }]`.'],
  [['_count'], 'count(payload)', 'The tokens of a payload, in place of the conversation’s token counter.'],
  [['_truncate'], 'truncate(msgs)', 'One round of truncation: the messages that are left.'],
];
/** Reads the classes that derive from AgentScope's bases of parsers and formatters, those that others only build on left out. */
export function readCustomClasses(
  { classes, calls }: Outline,
  evaluator: Evaluator,
  isMeant: (place: ScopedNode) => boolean,
  fileName: string,
): readonly ReadCustomClass[] {
  const customs = classes
    .flatMap(place => customClassOf(place, evaluator) ?? [])
    .filter(custom => !isPlainSubclass(custom, evaluator));
  const bases = new Set(customs.flatMap(({ classes }) => classes.slice(0, -1).map(({ node }) => node.from)));
  const names = new UniqueNames();
  const instances = customs.length > 0 ? callsOfClasses(calls, evaluator) : new Map<number, readonly ScopedNode[]>();
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
      const made = instances.get(custom.place.node.from) ?? [];
      for (const { node } of custom.kind === 'parser' ? [] : made.filter(hasArguments))
        evaluator.report(node, 'The arguments of this call are not carried over; the module has the class’s literals.');
      if (custom.kind === 'formatter') return readFormatter(custom, facts, evaluator, isBase, name, from);
      return readParser(custom, facts, evaluator, isBase, name, from, made);
    });
  return read;
}

function readParser(
  custom: CustomClass,
  { attributes, sources, methods }: CustomFacts,
  evaluator: Evaluator,
  isBase: boolean,
  name: string,
  from: string,
  calls: readonly ScopedNode[],
): readonly ReadCustomClass[] {
  const { node } = custom.place;
  const { concrete } = custom;
  const at = childOf(node, 'VariableName') ?? node;
  const parse = methods.get('parse');
  if (!parse && isBase) return [];
  if (concrete !== undefined)
    evaluator.report(at, `What \`${custom.name}\` does not override is \`${concrete}\`’s; port that as well.`);
  else if (!parse) evaluator.report(at, `\`${custom.name}\` has no method \`parse\`; write it in the module.`);
  for (const method of filterMethods) {
    const own = methods.get(method);
    if (own)
      evaluator.report(own, `\`${method}\` of a class is not carried over; a definition has \`keys_${method}\`.`);
  }
  const isLiteral = typeof attributes.get('format_instruction') === 'string';
  const source = isLiteral ? undefined : sources.get('format_instruction');
  if (!isLiteral && !source && concrete === undefined)
    evaluator.report(at, `\`${custom.name}\` has no \`format_instruction\`; its instruction is empty.`);
  const config = configOf(custom, { attributes, sources, methods }, evaluator, name);
  const configured = calls.filter(hasArguments);
  const definitions = [
    ...(configured.length === 0 || configured.length < calls.length ? [{ name, node, config }] : []),
    ...configured.map(call => ({
      name: nameOfExpression(call.node, evaluator) ?? name,
      node: call.node,
      config: configOf(custom, customFactsOf(custom, evaluator, call), evaluator, name),
    })),
  ];
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
  return [{ node, definitions, module: { fileName: `${name}.mjs`, kind: 'parser', text, span: spanOf(node) } }];
}

/** The keys of the definition of a parser's class, without `type`. */
function configOf(
  custom: CustomClass,
  { attributes, sources }: CustomFacts,
  evaluator: Evaluator,
  name: string,
): PyDict {
  const config = new Map<string, PyValue>([...summaryOf(custom, evaluator), ['module', `${name}.mjs`]]);
  const instruction = attributes.get('format_instruction');
  if (typeof instruction === 'string') config.set('format_instruction', instruction);
  for (const [key, value] of attributes) {
    const at = sources.get(key) ?? custom.place.node;
    if (definitionKeys.has(key))
      evaluator.report(at, `\`${key}\` is a key of every definition; the attribute is left out.`);
    else if (filterParameters.includes(key) && !isFilter(value))
      evaluator.report(at, `\`${key}\` must be a bool, a key or a list of keys; it is left out.`);
    else if (key !== 'format_instruction') config.set(key, value);
  }
  return config;
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
  const whole = custom.bases.find(base => isFormatterBase(base) && !base.endsWith('FormatterBase'));
  if (whole !== undefined && !used.has('format') && !used.has('_format'))
    evaluator.report(at, `What \`${custom.name}\` does not override is \`${whole}\`’s; port that as well.`);
  const rest = [...methods].filter(([key]) => !used.has(key)).map(([, each]) => each);
  const use = `${from}: for a conversation with "formatter": "custom" and "module": "${name}.mjs".`;
  const text = portedModule(
    { name: custom.name, use, types: 'CustomFormatterModule', attributes, functions, rest },
    evaluator.text,
  );
  return [{ node, definitions: [], module: { fileName: `${name}.mjs`, kind: 'formatter', text, span: spanOf(node) } }];
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

/** The calls that make instances of the text's classes, by the places of the classes. */
function callsOfClasses(
  calls: readonly ScopedNode[],
  evaluator: Evaluator,
): ReadonlyMap<number, readonly ScopedNode[]> {
  const found = new Map<number, ScopedNode[]>();
  for (const place of calls) {
    const callee = place.node.firstChild;
    if (callee?.name !== 'VariableName') continue;
    const named = evaluator.resolve(callee, place.scope);
    if (named.kind === 'class') addTo(found, named.node.from, place);
  }
  return found;
}

function hasArguments({ node }: ScopedNode): boolean {
  const list = childOf(node, 'ArgList');
  return list !== undefined && itemsOf(list).length > 0;
}
