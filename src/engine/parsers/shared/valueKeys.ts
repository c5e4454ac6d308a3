import type { Span } from '../../core/span.ts';

/** A string of a definition that is a key of the value: a property's name, or a value such as a tag's `name`. */
export interface KeyPlace {
  /** Where it stands, from the definition's object. */
  readonly path: readonly (string | number)[];
  /** Whether the property's name at the path is meant, or its value. */
  readonly of: 'key' | 'value';
  /** Where in the string at the path the name stands, if the string is more than the name. */
  readonly within?: KeyInside;
}

/** A name inside a longer string. */
export interface KeyInside {
  /** The name as it is written there, without quotes, in UTF-16 units of the string itself (the file's escapes undone). */
  readonly span: Span;
  /** How it is written: escaped as in JSON, as literal characters of a pattern, or as a step of a schema's `$ref`. */
  readonly as: 'json' | 'pattern' | 'reference';
}

/** A key of the dictionary that a definition's responses give. */
export interface ValueKey {
  readonly name: string;
  /** Where the definition says that the key exists, the main place first: the hint, the tag, the schema's property. Empty for a key that the type itself gives, such as SWE-agent's `thought`. */
  readonly declarations: readonly KeyPlace[];
  /** Other places that name the key and are neither `keys_to_*` nor samples, such as `required_keys`, and a schema's `required` and `$ref`. */
  readonly references: readonly KeyPlace[];
  /** Whether a response without the key is an error. */
  readonly required: boolean;
  /** What the author says of it to the model: the hint, or the schema's description. Of a type's own key: what it is. */
  readonly documentation?: string;
}

/** The keys of a definition's value, as far as the definition says. */
export interface ValueKeys {
  /** In the order of the definition. */
  readonly keys: readonly ValueKey[];
  /** Whether the value may well have other keys than those, as with a hint that is text; then only a name that is nearly a known one is misspelt. */
  readonly open: boolean;
  /** Whether the value can have no other key whatever the model answers, as with tags. Implies that it is not `open`. */
  readonly exact: boolean;
  /** Keys of the definition that hold names of value keys besides `keys_to_*`, such as `required_keys`. */
  readonly lists: readonly string[];
  /** The key of the definition whose items are further keys of the value, so that one can be added there. Absent: the hint shows them. */
  readonly grownBy?: string;
}
