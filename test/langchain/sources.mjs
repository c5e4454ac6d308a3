// @ts-check
// Random models as their authors write them: zod schemas and Pydantic classes, of what a JSON Schema can say.
import * as fc from 'fast-check';

const about = ['the answer', 'say "hi" {x}', 'é: 1\n2'];
const keys = ['a', 'b', 'name', 'first name', 'class', '_x', 'é', 'when'];

/** zod schemas as source. @type {(zod: 3 | 4) => fc.Arbitrary<string>} */
export const zodSource = zod => {
  const text = fc.constantFrom(
    'z.string()',
    'z.string()',
    'z.string().min(2)',
    'z.string().max(3)',
    'z.string().length(3)',
    'z.string().regex(/^a+$/)',
    'z.string().email()',
    'z.string().url()',
    'z.string().uuid()',
    'z.string().datetime()',
    'z.string().startsWith("a")',
    'z.string().min(1).max(4)',
    ...(zod === 4
      ? ['z.string().endsWith("b")', 'z.string().includes("o")', 'z.iso.date()', 'z.string().nonempty()']
      : []),
  );
  const number = fc.constantFrom(
    'z.number()',
    'z.number().int()',
    'z.number().positive()',
    'z.number().min(1).max(10)',
    'z.number().int().min(0)',
    'z.number().lt(5)',
    'z.number().gte(2)',
    'z.number().multipleOf(5)',
    'z.number().negative()',
    'z.number().int().lte(7)',
  );
  const other = fc.constantFrom(
    'z.boolean()',
    'z.enum(["red", "blue"])',
    'z.literal("x")',
    'z.literal(5)',
    'z.literal(true)',
    'z.any()',
    'z.unknown()',
    'z.null()',
    ...(zod === 4 ? ['z.literal(["x", 2])'] : []),
  );
  const leaf = fc.oneof(text, number, other);
  const { object } = fc.letrec((/** @type {(key: string) => fc.Arbitrary<string>} */ tie) => ({
    object: fc
      .tuple(
        fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 4 }),
        fc.array(tie('node'), { minLength: 4, maxLength: 4 }),
        fc.constantFrom('', '', '', '.describe("it")', ...(zod === 4 ? ['.passthrough()'] : [])),
      )
      .map(
        ([names, values, end]) =>
          `z.object({ ${names.map((name, i) => `${JSON.stringify(name)}: ${values[i]}`).join(', ')} })${end}`,
      ),
    base: fc.oneof(
      { depthSize: 'small' },
      { weight: 6, arbitrary: leaf },
      { weight: 1, arbitrary: tie('object') },
      {
        weight: 1,
        arbitrary: fc
          .tuple(tie('node'), fc.constantFrom('', '', '.min(1)', '.max(2)', '.length(2)'))
          .map(([item, end]) => `z.array(${item})${end}`),
      },
      {
        weight: 1,
        arbitrary: fc.array(tie('node'), { minLength: 2, maxLength: 3 }).map(items => `z.union([${items.join(', ')}])`),
      },
      { weight: 1, arbitrary: tie('node').map(item => `z.record(z.string(), ${item})`) },
      {
        weight: 1,
        arbitrary: fc.array(tie('node'), { minLength: 1, maxLength: 2 }).map(items => `z.tuple([${items.join(', ')}])`),
      },
    ),
    node: fc
      .tuple(
        tie('base'),
        fc.constantFrom('', '', '', '', '.optional()', '.nullable()', '.nullish()'),
        fc.option(fc.constantFrom(...about), { freq: 4 }),
      )
      .map(([base, end, text]) => `${base}${end}${text === null ? '' : `.describe(${JSON.stringify(text)})`}`),
  }));
  // A JSON Schema tells of the object at the top alone whether it is strict.
  return fc
    .tuple(/** @type {fc.Arbitrary<string>} */ (object), fc.constantFrom('', '', '.strict()'))
    .map(parts => parts.join(''));
};

const fields = [
  'name: str',
  'age: int',
  'score: float',
  'done: bool',
  'anything: Any',
  'tags: List[str]',
  'counts: Dict[str, int]',
  'pair: Tuple[int, str]',
  'either: Union[int, str]',
  'maybe: Optional[float] = None',
  'kind: Literal["a", "b"]',
  'level: Literal[1, 2] = 1',
  'many: List[List[int]] = []',
  'short: str = Field(max_length=3)',
  'long: str = Field(min_length=2, description="two or more")',
  'code: str = Field(pattern="^[a-z]+$")',
  'near: int = Field(ge=0, le=10)',
  'step: int = Field(multiple_of=5, gt=0)',
  'ratio: float = Field(lt=0.5)',
  'items: List[int] = Field(min_length=1, max_length=2)',
  'when: Optional[str] = Field(default="now", description="é \\"x\\"")',
  'inner: Inner',
  'inners: List[Inner] = Field(default_factory=list)',
  'by_name: Dict[str, Inner] = {}',
  'perhaps: Optional[Inner] = None',
  'which: Union[Inner, str, None] = None',
  'nothing: None = None',
  'day: date',
  'moment: datetime',
];

/** Pydantic classes as source, all named `M`. */
export const pydanticSource = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: 5 }),
    fc.constantFrom(
      '',
      '',
      '    """It is about this."""\n',
      '    model_config = ConfigDict(extra="forbid")\n',
      '    model_config = ConfigDict(extra="allow")\n',
      '    model_config = ConfigDict(title="T t")\n',
    ),
  )
  .map(
    ([lines, head]) =>
      `class Inner(BaseModel):\n    x: int\n    y: Optional[str] = None\n\nclass M(BaseModel):\n${head}${lines.map(line => `    ${line}\n`).join('')}`,
  );
