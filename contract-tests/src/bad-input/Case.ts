/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as it is; a list of chunks is sent without saying how long it will be. */
  readonly body?: string | Buffer | ReadonlyArray<Buffer> | undefined
}

/** What the answer has to say. */
export interface Want {
  readonly status: number
  readonly code: string
  /** One of the issues has to be this one. */
  readonly issue?: {
    readonly in: "body" | "query" | "header"
    readonly pointer: string
    /** Any of these codes; left out where it doesn't matter which. */
    readonly codes?: ReadonlyArray<string>
  }
  /** Headers that the answer has to have. */
  readonly headers?: Readonly<Record<string, RegExp>>
}

/** One thing wrong with one request. */
export interface Case {
  readonly name: string
  readonly request: WireRequest
  readonly want: Want
}

/** Stands in every value that is wrong, and must come back in no answer and no log. */
export const canary = "canary7f3e91c2"

/** The same where a number is sent. */
export const canaryNumber = 7319465082

/** Answers that hold neither of them. */
export const echoes = (text: string): boolean => text.includes(canary) || text.includes(String(canaryNumber))

export const validationFailed = (issue: Want["issue"] & {}): Want => ({
  status: 422,
  code: "validation_failed",
  issue
})
