import type { Host } from '../../engine/index.ts';
import { DefinitionCache } from '../../service/definitionCache.ts';
import { type InstalledApi, type InstalledSurroundings, installedService } from '../../service/installedService.ts';
import { type InterchangeApi, interchangeService } from '../../service/interchangeService.ts';

/** What writes other forms of definitions: by itself, and to be run beside an installed framework. */
export interface InterchangeServices {
  readonly interchange: InterchangeApi;
  readonly installed: InstalledApi;
  readonly cache: DefinitionCache;
}

/** The services, with a cache of their own: in a browser they come with an engine of their own. */
export function interchangeServices(host: Host, surroundings: InstalledSurroundings): InterchangeServices {
  const cache = new DefinitionCache(host);
  return { cache, interchange: interchangeService(cache), installed: installedService(host, cache, surroundings) };
}
