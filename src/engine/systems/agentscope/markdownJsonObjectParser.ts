import * as z from 'zod';
import { ResponseError } from '../../core/errors.ts';
import type { Problem } from '../../core/problem.ts';
import type { PyDict } from '../../core/pyValue.ts';
import type { DefinitionSource, Parser } from '../../parsers/parser.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { fenceInHint } from '../../parsers/problems/fenceProblems.ts';
import { textHintProblems } from '../../parsers/problems/hintProblems.ts';
import { oddValue } from '../../parsers/problems/problemAt.ts';
import { fencedJsonAnswer } from '../../parsers/shared/answerGrammars.ts';
import { hintOf } from '../../parsers/shared/draftHints.ts';
import { exampleOfText, fencedExample } from '../../parsers/shared/examples.ts';
import { jsonFields, withFields } from '../../parsers/shared/fields.ts';
import { beginFence, endFence } from '../../parsers/shared/jsonFence.ts';
import { fillTemplate, jsonHint } from '../../parsers/shared/pieces.ts';
import { fencedValues, jsonRequirement, readFencedJson, responseOf, streamFencedJson } from './fencedJson.ts';
import { plainReading, readPlainJson } from './plainJson.ts';
import { asksAgain, release } from './release.ts';
import { hintedSchema } from './valueSchemas.ts';

const template =
  'You should respond a json object in a json fenced code block as follows:\n```json\n{content_hint}\n```';

/** AgentScope's `MarkdownJsonObjectParser`: any JSON value from the first `json` fence. */
export const markdownJsonObjectParser: ParserType = {
  type: 'MarkdownJsonObjectParser',
  system: 'AgentScope',
  framework: { dialogAgent: true, asksAgain },
  summary: 'Any JSON value in a Markdown fence',
  want: 'json',
  answer: '```json\n[1, 2, 3]\n```',
  documentation: `Reads the JSON between the first \`\` \`\`\`json \`\` and the next \`\` \`\`\` \`\` with Python's \`json.loads\`: an object, a list, a number, …

- A missing opening or closing fence is added, so bare JSON is understood; prose around bare JSON is not.
- Bad JSON is a \`JsonParsingError\`.
- The value may be anything, so there are no \`keys_to_*\`; take \`MarkdownJsonDictParser\` for them.
- ${release}`,
  keys: {
    content_hint: z
      .unknown()
      .describe(
        'What stands in the fence in the instruction: text as it is, or a JSON value that is printed on one line. Default: `{your_json_object}`.',
      )
      .optional(),
  },
  filters: false,
  template: `{
  "type": "MarkdownJsonObjectParser",
  "description": "A list of numbers",
  "content_hint": "{A list of numbers.}"
}
`,
  create,
  schemas: { valueSchema: hintedSchema },
  responses: {
    example: ({ config }) => fencedExample(exampleOfText(config.get('content_hint') ?? null) ?? [1, 2, 3]),
    draft,
    grammar: (_source, isAround) => fencedJsonAnswer(undefined, isAround),
  },
  authoring: { check, requirements: () => [jsonRequirement] },
  streams: {
    reader: (_source, response, events) => streamFencedJson(response, events, { onlyObjects: false }),
  },
};

function create(source: DefinitionSource): Parser {
  const placeholders = () => ({ content_hint: jsonHint(source, '{your_json_object}') });
  return {
    instruction: () => fillTemplate(template, placeholders()),
    placeholders,
    read(input) {
      const plain = readPlainJson(input, beginFence, endFence);
      if (plain) return plainReading(plain);
      const json = readFencedJson(input);
      if (json instanceof ResponseError) return json;
      const { value, raw, span, repairs } = json;
      return withFields({ value, repairs, ...responseOf(json) }, () => jsonFields(raw, span, value));
    },
  };
}

/** The hint has the form of the first value. */
function draft(responses: readonly string[]): PyDict | undefined {
  const [value] = fencedValues(responses);
  return value === undefined ? undefined : new Map([['content_hint', hintOf(value, 'value')]]);
}

function check(source: DefinitionSource): readonly Problem[] {
  const hint = source.config.get('content_hint');
  if (hint === null)
    return oddValue(source, ['content_hint'], '`null` is the same as no hint: the class uses its own.');
  if (typeof hint === 'string')
    return [...textHintProblems(source, ['content_hint'], hint, false), ...fenceInHint(source, hint)];
  if (typeof hint !== 'boolean') return [];
  return oddValue(
    source,
    ['content_hint'],
    `\`${hint}\` is printed as it is; it tells the model little about the answer.`,
  );
}
