/** The part of sax that is used; the package has no types of its own. */
declare module 'sax' {
  interface SaxParser {
    onopentag: (node: { readonly name: string; readonly isSelfClosing: boolean }) => void;
    onclosetag: (name: string) => void;
    ontext: (text: string) => void;
    write(text: string): SaxParser;
    close(): SaxParser;
  }
  const sax: { parser(strict: boolean): SaxParser };
  export = sax;
}
