import {
  type Def,
  intersection,
  type JsonSchema,
  limited,
  literal,
  nativeEnum,
  numbers,
  type Path,
  plainType,
  record,
  type TextCheck,
  textSchema,
  tuple,
  union,
  type Zod3,
} from './zod3Keywords.ts';

/** Thrown where what a schema says depends on code that is not read. */
export class NotRead extends Error {}

/**
 * A schema of zod 3 as LangChain.js writes it: as `zod-to-json-schema` without options, of which it has a copy. What is used
 * twice is a reference the second time. Throws `NotRead`.
 */
export function zod3JsonSchema(schema: Zod3): JsonSchema {
  const printed = new Writer().write(schema, ['#']) ?? {};
  return { ...printed, $schema: 'http://json-schema.org/draft-07/schema#' };
}

class Writer {
  /** Where each schema was met first. */
  readonly #places = new Map<Def, Path>();

  /** `property`: the place of the property whose schema it is, if it is one. `undefined`: nothing can be said. */
  write({ _def }: Zod3, path: Path, property?: Path): JsonSchema | undefined {
    return this.#def(_def, path, property);
  }

  #def(def: Def, path: Path, property: Path | undefined): JsonSchema | undefined {
    const place = this.#places.get(def);
    if (place) return { $ref: place.join('/') };
    this.#places.set(def, path);
    const made = this.#made(def, path, property);
    if (made && def.description) made.description = def.description;
    return made;
  }

  #made(def: Def, path: Path, property: Path | undefined): JsonSchema | undefined {
    const below = (of: Zod3, ...steps: Path) => this.write(of, [...path, ...steps], property);
    switch (def.typeName) {
      case 'ZodString':
        return textSchema(def.checks as readonly TextCheck[]);
      case 'ZodNumber':
        return numbers({ type: 'number' }, def.checks);
      case 'ZodBigInt':
        return numbers({ type: 'integer', format: 'int64' }, def.checks);
      case 'ZodBoolean':
        return { type: 'boolean' };
      case 'ZodDate':
        return { type: 'string', format: 'date-time' };
      case 'ZodNull':
        return { type: 'null' };
      case 'ZodUndefined':
      case 'ZodNaN':
      case 'ZodNever':
        return { not: {} };
      case 'ZodAny':
      case 'ZodUnknown':
        return {};
      case 'ZodObject':
        return this.#object(def, path, property);
      case 'ZodArray':
        return limited(
          def.type._def.typeName === 'ZodAny' ? { type: 'array' } : { type: 'array', items: below(def.type, 'items') },
          def.exactLength ?? def.minLength,
          def.exactLength ?? def.maxLength,
        );
      case 'ZodSet':
        return limited(
          { type: 'array', uniqueItems: true, items: below(def.valueType, 'items') },
          def.minSize,
          def.maxSize,
        );
      case 'ZodTuple':
        return tuple(def, below);
      case 'ZodMap':
        return {
          type: 'array',
          maxItems: 125,
          items: {
            type: 'array',
            items: [below(def.keyType, 'items', 'items', '0') ?? {}, below(def.valueType, 'items', 'items', '1') ?? {}],
            minItems: 2,
            maxItems: 2,
          },
        };
      case 'ZodRecord':
        return record(def, below(def.valueType, 'additionalProperties') ?? true, below);
      case 'ZodUnion':
      case 'ZodDiscriminatedUnion':
        return union(def, below);
      case 'ZodIntersection':
        return intersection([below(def.left, 'allOf', '0'), below(def.right, 'allOf', '1')]);
      case 'ZodLiteral':
        return literal(def.value);
      case 'ZodEnum':
        return { type: 'string', enum: [...def.values] };
      case 'ZodNativeEnum':
        return nativeEnum(def.values);
      case 'ZodNullable': {
        const type = plainType(def.innerType._def);
        if (type !== undefined) return { type: [type, 'null'] };
        const inner = below(def.innerType, 'anyOf', '0');
        return inner && { anyOf: [inner, { type: 'null' }] };
      }
      case 'ZodOptional': {
        if (path.join(',') === property?.join(',')) return below(def.innerType);
        const inner = below(def.innerType, 'anyOf', '1');
        return inner ? { anyOf: [{ not: {} }, inner] } : {};
      }
      case 'ZodDefault':
        return { ...below(def.innerType), default: def.defaultValue() };
      case 'ZodLazy':
        return below(def.getter());
      case 'ZodReadonly':
      case 'ZodCatch':
        return below(def.innerType);
      case 'ZodBranded':
      case 'ZodPromise':
        return below(def.type);
      case 'ZodEffects':
        return below(def.schema);
      case 'ZodPipeline': {
        const from = below(def.in, 'allOf', '0');
        return { allOf: [from, below(def.out, 'allOf', from ? '1' : '0')].filter(part => part !== undefined) };
      }
      default:
        return undefined;
    }
  }

  #object(def: Def, path: Path, above: Path | undefined): JsonSchema {
    const properties: JsonSchema = {};
    const required: string[] = [];
    for (const [key, value] of Object.entries(def.shape() as Readonly<Record<string, Zod3 | undefined>>)) {
      if (value?._def === undefined) continue;
      const isOptional = takesNothing(value);
      const place = [...path, 'properties', key];
      const made = this.write(value, place, place);
      if (made === undefined) continue;
      properties[key] = made;
      if (!isOptional) required.push(key);
    }
    const others =
      def.catchall._def.typeName === 'ZodNever'
        ? def.unknownKeys === 'passthrough'
        : this.write(def.catchall, [...path, 'additionalProperties'], above);
    return {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      ...(others !== undefined && { additionalProperties: others }),
    };
  }
}

/** Whether a key may be missing: zod tries it. Code of the author's that fails at it counts as a yes. */
function takesNothing(value: Zod3): boolean {
  try {
    return value.isOptional();
  } catch (error) {
    if (error instanceof NotRead) throw error;
    return true;
  }
}
