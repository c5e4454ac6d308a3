// A program that the walk's test bundles, as V8 is asked of a whole process what ran in it: reads two responses by one
// definition, and prints where the functions begin that ran for the second.
import { Session } from 'node:inspector/promises';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import { responsesService } from '../../../src/service/responsesService.ts';
import { patientHost } from '../patientHost.ts';

const [definition = '', response = ''] = process.argv.slice(2);
const fileName = '/a/x.parser.json';

async function print(): Promise<void> {
  const cache = new DefinitionCache(patientHost);
  const service = responsesService(patientHost, cache, async () => '');
  const { name } = cache.read(definition, fileName).definitions[0]!;
  const parse = (text: string) =>
    service.parse({ session: 's', definition: { text: definition, fileName, name }, text });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await parse(response);
  await session.post('Profiler.takePreciseCoverage');
  await parse(`${response} `);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const functions = result.filter(({ url }) => url.endsWith(__filename)).flatMap(script => script.functions);
  const starts = functions.flatMap(({ ranges: [whole] }) => (whole!.count > 0 ? [whole!.startOffset] : []));
  process.stdout.write(JSON.stringify(starts), () => process.exit());
}

print();
