import { langroidType } from './langroidType.ts';

/** Langroid's tools in XML. */
export const xmlToolMessage = langroidType({
  type: 'XMLToolMessage',
  summary: 'Tools called in XML, for code that JSON would escape',
  answer: '<tool> <request>write_file</request> <filepath>a.py</filepath> <code>print(1)</code> </tool>',
  documentation: `Reads the tools that a model calls with an element \`<tool>\`, with Langroid’s \`XMLToolMessage\`.

- Each field is an element; \`<![CDATA[…]]>\` keeps code as it is, but for blanks around it.
- XML that is not well-formed is an \`XMLException\`, for the whole response.
- An element whose children all have one name is a list. So a tool needs an argument beside \`request\`.
- Without a \`<tool>\` in the text the same tools are read from JSON.`,
  template: `{
  "type": "XMLToolMessage",
  "description": "An agent that writes code into files",
  "tools": [
    {
      "request": "write_file",
      "purpose": "To write <code> to a <filepath>",
      "schema": {
        "properties": {
          "filepath": { "type": "string" },
          "code": { "type": "string", "verbatim": true }
        },
        "required": ["filepath", "code"]
      },
      "examples": [{ "filepath": "a.py", "code": "print(1 < 2)" }]
    }
  ],
  "agent": { "enable_orchestration_tool_handling": false }
}
`,
});
