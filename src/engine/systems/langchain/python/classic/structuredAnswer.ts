/** A `ResponseSchema` of `langchain_classic`. */
export interface ResponseSchema {
  readonly name: string;
  readonly description: string;
  /** As Python's author names it; nothing checks it. Absent: `string`. */
  readonly type?: string;
}

/** `StructuredOutputParser.get_format_instructions(only_json)`: a line for each schema, without commas, nothing escaped. */
export function responseSchemasInstruction(schemas: readonly ResponseSchema[], onlyJson = false): string {
  const block = `\`\`\`json\n{\n${schemas.map(schemaLine).join('\n')}\n}\n\`\`\``;
  if (onlyJson) return `\n${block}`;
  return `The output should be a markdown code snippet formatted in the following schema, including the leading and trailing "\`\`\`json" and "\`\`\`":\n\n${block}`;
}

/** The line of a schema, which invites models to write a comment behind their value. */
function schemaLine({ name, description, type = 'string' }: ResponseSchema): string {
  return `\t"${name}": ${type}  // ${description}`;
}
