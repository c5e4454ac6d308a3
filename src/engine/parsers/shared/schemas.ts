import type { PyDict } from '../../core/pyValue.ts';

/** Something of a definition that its schema or its functions do not say, or say in another way. */
export interface SchemaLoss {
  /** The key of the definition that is meant, such as `tools.0.schema`. */
  readonly key: string;
  /** One sentence. */
  readonly message: string;
}

/** Why a definition has no schema or no functions, in words for users. */
export interface NoSchema {
  readonly reason: string;
}

/** The JSON Schema of the object that a definition asks of the model. */
export interface ValueSchema {
  readonly schema: PyDict;
  /** The key of the definition that it comes from. */
  readonly key: string;
  readonly losses: readonly SchemaLoss[];
}

/** A function that a model may call, as providers want it described. */
export interface FunctionSchema {
  readonly name: string;
  readonly description?: string;
  readonly parameters: PyDict;
  /** The key of the definition that the parameters come from. */
  readonly key: string;
}

/** The functions that a model may call. */
export interface CallableFunctions {
  /** The key of the definition that lists them. */
  readonly key: string;
  readonly functions: readonly FunctionSchema[];
  readonly losses: readonly SchemaLoss[];
}

/** What reading a response gives, whatever the response: every value that the parser gives fits one of the schemas. */
export interface ResultShape {
  /** Each is a root of its own for its references. */
  readonly schemas: readonly PyDict[];
  /** The value is a list of such values, not one of them. */
  readonly isList?: true;
}
