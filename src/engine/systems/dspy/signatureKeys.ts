import * as z from 'zod';

const fieldKey = z.union([
  z.string(),
  z.strictObject({
    type: z.string().describe('The type, as Python writes it. Default: `str`.').optional(),
    desc: z.string().describe('What the field is, as the model is told.').optional(),
    constraints: z
      .string()
      .describe('What DSPy makes of `ge=0` and the like: `greater than or equal to: 0`.')
      .optional(),
    default: z.unknown().describe('What an output is that the answer lacks.').optional(),
  }),
]);
const fieldsKey = (what: string) => z.record(z.string(), fieldKey).describe(what);

/** The keys of a signature, which all adapters share. */
export const signatureKeys = {
  signature: z
    .union([
      z.string(),
      z.strictObject({
        instructions: z.string().describe('What is to be done: the docstring of the class.').optional(),
        inputs: fieldsKey('The fields that are given: a name, and its type as Python writes it.'),
        outputs: fieldsKey('The fields that are asked for: a name, and its type as Python writes it.'),
      }),
    ])
    .describe(
      'The signature: `"question, context: list[str] -> answer: int"`, or its fields with all that DSPy knows of them.',
    ),
  types: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .describe(
      'The classes that types name, each as its JSON Schema (`Model.model_json_schema()`). One with `enum` is an enum; `x-enum-varnames` names its members. Or the class where it stands: `{ "module": "models.py", "class": "Person" }`, which runs the module, in a trusted workspace.',
    )
    .optional(),
  chain_of_thought: z
    .boolean()
    .describe('Whether `reasoning` is asked for first, as `dspy.ChainOfThought` does.')
    .optional(),
  demos: z
    .array(z.record(z.string(), z.unknown()))
    .describe(
      'Examples, each with values of inputs and outputs by name. They are sent as messages; incomplete ones come first.',
    )
    .optional(),
};
