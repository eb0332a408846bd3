/** A message as it was sent or received, unmasked: it is kept in memory only. */
export interface RawMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A message as it may be shown: `TimelineMessageOrNull` of the time line. */
export interface MaskedMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A call as it was made: what `curlOf` and the verdict need. */
export interface RawCall {
  readonly method: string
  /** The whole URL; a path alone for a call that the program answered itself. */
  readonly url: string
  readonly request: RawMessage
}

/** An answer as it was received. */
export interface RawAnswer extends RawMessage {
  readonly status: number | null
}

/** Headers by their names in lower case, as contracts name them. */
export const lowerCase = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
