import { EngineError } from '../../../../src/engine/core/errors.ts';
import { type PyDict, PyOpaque, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { pyRepr } from '../../../../src/engine/python/repr.ts';
import { fieldType, propertiesOf } from '../../../../src/engine/systems/langroid/pythonTypes.ts';
import { buildModel, type PydanticModel } from '../../../../src/engine/validation/pydanticModel.ts';
import { classNameOf } from '../../../../src/engine/validation/schema/definitionBuilder.ts';

/**
 * Builds the models that are the types of a class's fields, by the names of the fields: `annotation(**value)`, as
 * `extract_field_values` does it. The value is an instance, which prints as one and has the model's dump as its JSON. Raises
 * `EngineError`, the model's own `ValidationError`. Lists and optionals of models are not built. Each model is compiled
 * once, when it is first met.
 */
export function nestedModels(schema: PyDict): (field: string, value: PyDict) => PyValue | undefined {
  const models = new Map<string, NestedModel | undefined>();
  const modelOf = (field: string) => {
    if (!models.has(field)) {
      const declared = propertiesOf(schema).get(field);
      const type = declared === undefined ? undefined : fieldType(schema, declared);
      // An object without a name of its own is a dict.
      const isModel = type?.kind === 'model' && type.name !== 'dict';
      models.set(field, isModel ? compiled(type.name, type.schema, schema) : undefined);
    }
    return models.get(field);
  };
  return (field, value) => {
    const found = modelOf(field);
    if (!found) return undefined;
    const outcome = found.model.validate(value);
    if (!outcome.ok) throw new EngineError('ValidationError', outcome.message);
    return instance(found.name, outcome.value);
  };
}

interface NestedModel {
  readonly name: string;
  readonly model: PydanticModel;
}

/** A model by itself: with the definitions that it refers to, and with its name for a title, as its errors print it. */
function compiled(key: string, model: PyDict, root: PyDict): NestedModel {
  const title = model.get('title');
  const name = classNameOf(key, typeof title === 'string' ? title : undefined);
  const definitions = ['$defs', 'definitions'].flatMap(each => {
    const value = root.get(each);
    return value === undefined ? [] : [[each, value] as const];
  });
  return { name, model: buildModel(new Map<string, PyValue>([...model, ['title', name], ...definitions])) };
}

function instance(className: string, fields: PyDict): PyOpaque {
  const shown = [...fields].map(([key, value]) => `${key}=${pyRepr(value)}`);
  return new PyOpaque(className, `${className}(${shown.join(', ')})`, fields);
}
