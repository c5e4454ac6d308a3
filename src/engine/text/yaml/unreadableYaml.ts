/** Why a text is not read though it is YAML: PyYAML refuses it, or aliases make it too large. */
export class UnreadableYaml extends Error {}
