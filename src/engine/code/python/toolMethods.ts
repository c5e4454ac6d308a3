/** Methods of Langroid's classes: a field of such a name without a value of its own has the method for its default. */
export const toolMethods: ReadonlySet<string> = new Set(
  'name examples usage_examples to_json dict_example get_value_of_type default_value instructions langroid_tools_instructions format_instructions group_format_instructions llm_function_schema simple_schema format_example require_recipient extract_field_values parse find_candidates find_verbatim_fields'.split(
    ' ',
  ),
);
