/** A string of a definition that is a key of the value: a property's name, or a value such as a tag's `name`. */
export interface KeyPlace {
  /** Where it stands, from the definition's object. */
  readonly path: readonly (string | number)[];
  /** Whether the property's name at the path is meant, or its value. */
  readonly of: 'key' | 'value';
}

/** A key of the dictionary that a definition's responses give. */
export interface ValueKey {
  readonly name: string;
  /** Where the definition says that the key exists, the main place first: the hint, the tag, the schema's property. Never empty. */
  readonly declarations: readonly KeyPlace[];
  /** Other places that name the key and are neither `keys_to_*` nor samples, such as `required_keys` and a schema's `required`. */
  readonly references: readonly KeyPlace[];
  /** What the author says of it to the model: the hint, or the schema's description. */
  readonly documentation?: string;
}

/** The keys of a definition's value, as far as the definition says. */
export interface ValueKeys {
  /** In the order of the definition. */
  readonly keys: readonly ValueKey[];
  /** Whether the value may have other keys than those, as with a hint that is text; nothing is then misspelt for certain. */
  readonly open: boolean;
  /** Keys of the definition that hold names of value keys besides `keys_to_*`, such as `required_keys`. */
  readonly lists: readonly string[];
}
