/** What stands between the first fence of a text and its last one, without the word `xml`; without two fences the text. */
export function fencedXml(text: string): string {
  const first = text.indexOf('```');
  const last = text.lastIndexOf('```');
  if (first < 0 || last < first + 3) return text;
  const from = first + 3;
  return text.slice(text.startsWith('xml', from) && last >= from + 3 ? from + 3 : from, last);
}

const frame = `The output should be formatted as a XML file.
1. Output should conform to the tags below.
2. If tags are not given, make them on your own.
3. Remember to always open and close all the tags.

As an example, for the tags ["foo", "bar", "baz"]:
1. String "<foo>
   <bar>
      <baz></baz>
   </bar>
</foo>" is a well-formatted instance of the schema.
2. String "<foo>
   <bar>
   </foo>" is a badly-formatted instance.
3. String "<foo>
   <tag>
   </tag>
</foo>" is a badly-formatted instance.

Here are the output tags:
\`\`\`
{tags}
\`\`\``;

/** Python's instruction of `XMLOutputParser`; `tags` is the repr of the list. */
export function pythonXmlInstruction(tags: string): string {
  return frame.replace('{tags}', () => tags);
}

/** JavaScript's: its `replace` heeds `$&` in a tag, and without tags the placeholder stays. */
export function scriptXmlInstruction(tags: readonly string[] | undefined): string {
  return tags && tags.length > 0 ? frame.replace('{tags}', tags.join(', ')) : frame;
}
