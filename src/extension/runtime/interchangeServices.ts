import type { Host } from '../../engine/index.ts';
import { type ConstraintsApi, constraintsService } from '../../service/constraintsService.ts';
import { DefinitionCache } from '../../service/definitionCache.ts';
import { type InstalledApi, type InstalledSurroundings, installedService } from '../../service/installedService.ts';
import { type InterchangeApi, interchangeService } from '../../service/interchangeService.ts';
import { type SourcesApi, sourcesService } from '../../service/sourcesService.ts';

/** What reads and writes other forms of definitions: by itself, where they stand in sources, and to be run beside an installed framework. */
export interface InterchangeServices {
  readonly interchange: InterchangeApi;
  readonly installed: InstalledApi;
  readonly sources: SourcesApi;
  readonly constraints: ConstraintsApi;
  /** Lets all of them forget a definition file. */
  forget(address: string): void;
}

/** The services, with a cache of their own: in a browser they come with an engine of their own. */
export function interchangeServices(host: Host, surroundings: InstalledSurroundings): InterchangeServices {
  const cache = new DefinitionCache(host);
  const { forget, ...sources } = sourcesService(surroundings.readImported);
  return {
    interchange: interchangeService(cache),
    installed: installedService(host, cache, surroundings),
    sources,
    constraints: constraintsService(host, cache),
    forget(address) {
      cache.forget(address);
      forget(address);
    },
  };
}
