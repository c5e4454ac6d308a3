import { createParser, type Definition, EngineError, type Host, type ModuleAbout, type Span } from '../engine/index.ts';

/** What was found of a parser in Python, and the words of the definition that name it. */
export interface ModuleAboutModel {
  readonly about: ModuleAbout;
  readonly span: Span;
}

/** What was found of the parser that a definition names at an offset; `undefined` where nothing is, or it cannot run. */
export async function moduleAbout(
  definitions: readonly Definition[],
  offset: number,
  host: Host,
): Promise<ModuleAboutModel | undefined> {
  for (const definition of definitions) {
    const { parserType, source, invalid } = definition;
    if (!parserType.modules?.runsModule || invalid !== undefined) continue;
    const span = ['parser', 'module']
      .map(key => source.spanOf([key]))
      .find(each => each && each.start <= offset && offset <= each.end);
    if (!span) continue;
    try {
      const parser = createParser(definition, host);
      await parser.prepare();
      const about = parser.about();
      return about && { about, span };
    } catch (error) {
      if (error instanceof EngineError) return undefined;
      throw error;
    }
  }
  return undefined;
}
