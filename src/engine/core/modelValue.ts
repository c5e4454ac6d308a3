import { PyOpaque, type PyValue } from './pyValue.ts';

/** An instance of a Pydantic model: its class, and what `model_dump()` gives. */
export class ModelValue extends PyOpaque {
  constructor(className: string, value: PyValue) {
    super(className, `${className}(…)`, value);
  }
}
