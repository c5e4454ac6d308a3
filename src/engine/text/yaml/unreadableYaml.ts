/** Why a text is not read though it is YAML: PyYAML refuses it, or aliases make it too large. The message is PyYAML's, where that is known; `start` the place that it names. */
export class UnreadableYaml extends Error {
  readonly start: number;
  constructor(message = 'This YAML cannot be read: PyYAML refuses it, or aliases make it too large.', start = 0) {
    super(message);
    this.start = start;
  }
}
