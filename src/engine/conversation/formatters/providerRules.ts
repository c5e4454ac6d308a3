/** What a provider demands of a conversation: each rule by the address of the page that states it. Absent: no such rule. */
export interface ProviderRules {
  /** How calls and results belong together. */
  readonly calls: string;
  /** The provider answers whatever calls and results it is sent: what breaks the rules warns only. */
  readonly isLenient?: true;
  /** The first message that is not a system message is the user's. */
  readonly firstIsUser?: string;
  /** Results stand right behind the message that calls, all of them before the next message. */
  readonly resultsFollowCalls?: string;
  /** A call stands right behind a message of the user or a result. */
  readonly callsFollowUser?: string;
  /** A system message stands first; what breaks this rule is answered all the same. */
  readonly systemFirst?: string;
  /** Images, sound and video come from the user. */
  readonly mediaByUser?: string;
}

/** Where it is said that a result answers a call, for a conversation without a formatter. */
export const callRules = 'https://platform.openai.com/docs/guides/function-calling';
