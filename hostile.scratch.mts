import { createParser, parserTypes, readDefinitions, exampleResponse, responseText } from './src/engine/index.ts';
const units = ['&','`','```','```\n',' ','\t','\n','\r','0','00.','{{','"action":','<tool></tool>','a@','“','"\t','&a;','[','<a x="&','\n\t','1_0',', ',' or ','//','#a[','a','a ','_',"'",'\\','{"a":','</','<!--','<![CDATA[','::','- ','1. ','**','Action:','Action Input:','<think>','$$','(',');'];
const N = 200_000;
for (const t of parserTypes as any) {
  const type = t.name ?? t.type;
  let def; try { const file = readDefinitions(t.template ? t.template : JSON.stringify({type}), 'x.parser.json'); def = file.definitions[0]; } catch { continue; }
  if (!def) { console.log('no def', type); continue; }
  let parser; try { parser = createParser(def, {} as any); } catch (e) { continue; }
  let ex=''; try { const e = exampleResponse(def) as any; ex = typeof e === 'string' ? e : ''; } catch {}
  const at = Math.floor(ex.length/2);
  for (const u of units) { const run = u.repeat(N/u.length); 
    for (const text of [run, run+'x', ex.slice(0,at)+run+'\0'+ex.slice(at)]) {
      const s = performance.now(); let r: any;
      try { r = await parser.parse(text); } catch (e) { console.log('THROW', type, JSON.stringify(u), String(e).slice(0,100)); continue; }
      const m = performance.now();
      if (r && !r.ok) { try { await parser.diagnose(text, { result: r }); } catch (e) { console.log('THROW diag', type, JSON.stringify(u), String(e).slice(0,100)); } }
      const e = performance.now();
      if (m-s > 700 || e-m > 4000) console.log(type, JSON.stringify(u), text===run?'run':text.startsWith(u)&&text.endsWith('x')?'run+x':'inside', 'parse', Math.round(m-s), 'diagnose', Math.round(e-m));
    } }
}
console.log('done');
