import { z } from 'zod';
import {
  applyEdits,
  type ConstraintForm,
  constrain,
  constraintEngines,
  conversionTokens,
  convertType,
  type Definition,
  EngineError,
  exportDefinitions,
  exportFormats,
  fromPlain,
  type Host,
  importDefinitions,
  importedText,
  importFormats,
  namedEngine,
  nearestName,
  parserTypes,
  toJsonText,
  typeNamed,
  usualCounter,
} from '../../engine/index.ts';
import { positionAt } from '../../views/position.ts';
import type { AssistContext } from '../assistContext.ts';
import { defineTool, ToolError } from '../assistTool.ts';
import { derivedTemplate, responseTemplateForm } from '../derivedTemplate.ts';
import { definitionInput, maxTokensInput } from '../inputs.ts';
import { namedDefinition, partlyKnown } from '../namedDefinition.ts';

/** A definition in another form, from another form, or of another type. */
export const convertDefinitionTool = defineTool({
  name: 'convert_definition',
  title: 'Convert Definition',
  description:
    'Turns a definition into source or a schema (`to`: a form such as agentscope, langchain, typescript, json-schema, openai-tools), into another type (`to`: a type’s name; of LangChain’s agents into the other runtime’s, `to`: the same name), ' +
    'makes the grammar or schema that holds a model to it (`to`: constraint:vllm; `losses` are what the engine does not keep), ' +
    'derives how a model’s answers are read (`to`: response-template; `definition`: a model’s folder or chat template), ' +
    'or other source into a definition (`text`, `from`; the form is guessed). Lists everything that is not carried over. Nothing is run or written: save the text yourself.',
  input: z.object({
    definition: definitionInput.optional(),
    to: z.string().optional().describe('with definition: form or type'),
    text: z.string().optional().describe('source to import, instead of definition'),
    from: z.string().optional().describe('with text: its form'),
    max_tokens: maxTokensInput,
  }),
  output: z.object({
    text: z.string(),
    losses: z.array(z.unknown()).optional(),
    tokens: z.unknown().optional(),
    problems: z.array(z.unknown()).optional(),
    form: z.string().optional(),
    proved: z.boolean().optional(),
    counterexample: z.unknown().optional(),
    kinds: z.array(z.unknown()).optional(),
  }),
  async run({ definition, to, text, from }, context) {
    if ((definition === undefined) === (text === undefined))
      throw new ToolError('Give either `definition` with `to`, or `text`.');
    if (text !== undefined) return imported(text, from);
    if (to === undefined) throw new ToolError('`to` is missing.', `Forms: ${formNames().join(', ')}.`);
    if (to === responseTemplateForm) return derived(definition!, context);
    const named = await namedDefinition(definition!, context);
    if (to.startsWith(constraintPrefix))
      return { ...(await definitionConstraint(named.definition, to, context.host)), ...partlyKnown(named.unknown) };
    if (exportFormats.some(({ id }) => id === to))
      return { ...exported(named.definition, to), ...partlyKnown(named.unknown) };
    if (typeNamed(to)) return retyped(named.text, named.definition, to, context);
    const near = nearestName(to, [...formNames(), ...parserTypes.map(({ type }) => type)]);
    throw new ToolError(
      `There is no form or type \`${to}\`.`,
      near === undefined ? `Forms: ${formNames().join(', ')}.` : `Did you mean \`${near}\`?`,
    );
  },
});

function formNames(): readonly string[] {
  return [...exportFormats.map(({ id }) => id), `${constraintPrefix}ENGINE`];
}

async function derived(written: string, context: AssistContext) {
  const { template, proved, kinds } = await derivedTemplate(written, context);
  return { text: toJsonText(fromPlain({ response_template: template })), proved, kinds: kinds.filter(isTold) };
}

/** What came back whole needs no words. */
function isTold({ cameBack }: { readonly cameBack: boolean }): boolean {
  return !cameBack;
}

function exported(definition: Definition, to: string) {
  const answer = exportDefinitions([definition], to);
  if (!answer.ok) throw new ToolError(answer.refusals.map(({ message }) => message).join(' '), 'Try another form.');
  return { text: answer.text, losses: answer.losses };
}

async function retyped(text: string, definition: Definition, to: string, context: AssistContext) {
  const conversions = await convertType(text, definition, new Map(), context.host);
  const found = conversions.find(({ type }) => type === to);
  if (found && 'edits' in found) {
    const tokens = await conversionTokens(text, definition, found, usualCounter, context.host);
    return {
      text: applyEdits(text, found.edits),
      losses: found.losses,
      ...(tokens && { tokens: { counter: usualCounter, ...tokens } }),
    };
  }
  const can = conversions.flatMap(each => ('edits' in each ? [each.type] : []));
  throw new ToolError(
    found
      ? `\`${definition.name}\` does not become a ${to}: ${found.refusal}`
      : `A ${definition.type} has no conversion to ${to}.`,
    can.length > 0 ? `It can become: ${can.join(', ')}.` : 'Call find_parser with `draft` and example responses.',
  );
}

function imported(text: string, from: string | undefined) {
  if (from !== undefined && ![...importFormats, ...exportFormats].some(({ id }) => id === from))
    throw new ToolError(`There is no form \`${from}\`.`, `Forms: ${importFormats.map(({ id }) => id).join(', ')}.`);
  const result = importDefinitions(text, from, 'imported');
  const problems = result.problems.map(({ message, severity, span }) => ({
    severity,
    message,
    ...positionAt(text, span.start),
  }));
  const modules = result.modules?.map(({ fileName, kind, text: module }) => ({ fileName, kind, text: module }));
  return { text: importedText(result), ...(modules?.length && { modules }), problems };
}

/** What a form begins with that is an engine's constraint: `constraint:vllm`, `constraint:sglang@2026-09/regex`. */
const constraintPrefix = 'constraint:';

/** What holds a model to a definition, for an engine, as `convert_definition` gives it. Throws `ToolError`. */
async function definitionConstraint(definition: Definition, to: string, host: Host) {
  const [engine = '', form] = to.slice(constraintPrefix.length).split('/');
  const target = { ...namedEngine(engine), ...(form !== undefined && { form: form as ConstraintForm }) };
  try {
    const made = await constrain(definition, target, host);
    const { text, proved, drops, narrows, refuses } = made;
    const unkept = { refuses, drops, narrows };
    return {
      text,
      form: made.form,
      losses: Object.entries(unkept).flatMap(([verdict, list]) => list.map(each => ({ verdict, ...each }))),
      ...(proved !== undefined && { proved }),
      ...(made.counterexample && { counterexample: made.counterexample }),
    };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const ids = constraintEngines.map(({ id }) => id).join(', ');
    throw new ToolError(error.message, `Write constraint:ENGINE or constraint:ENGINE/FORM, of: ${ids}.`);
  }
}
