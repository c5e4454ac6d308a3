// text/: finding things in model text: tags, lenient JSON, XML, YAML.

export { decodeBase64, decodeUtf8, encodeBase64, pyBytes } from './base64.ts';
export { callsInText, type TextCall } from './calls/callsInText.ts';
export { type ExpatHandler, readWithExpat } from './expat/expat.ts';
export { ExpatError, expatMessage } from './expat/expatTokens.ts';
export { type Fence, findFences } from './fences.ts';
export { GrowingText } from './growing/growingText.ts';
export { type JsonMember, type JsonMemberEvents, type JsonMembers, jsonMembers } from './growing/jsonMembers.ts';
export { LiteralSearch, LiteralsSearch, PairSearch } from './growing/literalSearch.ts';
export { readLenient } from './lenient/readLenient.ts';
export { repairJson } from './lenient/repairJson.ts';
export { type HereDocument, openHereDocument } from './shell/openHereDocument.ts';
export { findTagged, firstLine, type Tagged } from './tags.ts';
export { oneLine, visible } from './visibleText.ts';
export { readXml, type XmlElement } from './xmlTree.ts';
export { type YamlDocument, type YamlFault, yamlDocuments, yamlLoad } from './yaml/yamlLoad.ts';
export { isPlainText } from './yaml/yamlScalar.ts';
