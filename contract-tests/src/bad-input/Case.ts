/** A request in its wire form. */
export interface WireRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent unchanged; a list of chunks is sent without Content-Length. */
  readonly body?: string | Buffer | ReadonlyArray<Buffer> | undefined
}

/** The expected answer. */
export interface Want {
  readonly status: number
  readonly code: string
  /** One of the issues has to be this one. */
  readonly issue?: {
    readonly in: "body" | "query" | "header"
    readonly pointer: string
    /** Any of these codes; any code at all if absent. */
    readonly codes?: ReadonlyArray<string>
  }
  /** Headers that the answer must have. */
  readonly headers?: Readonly<Record<string, RegExp>>
}

/** One fault in one request. */
export interface Case {
  readonly name: string
  readonly request: WireRequest
  readonly want: Want
}

/** Part of every wrong value; it must appear in no answer and no log. */
export const canary = "canary7f3e91c2"

/** The same for wrong numbers. */
export const canaryNumber = 7319465082

/** Whether an answer repeats one of the two. */
export const echoes = (text: string): boolean => text.includes(canary) || text.includes(String(canaryNumber))

export const validationFailed = (issue: Want["issue"] & {}): Want => ({
  status: 422,
  code: "validation_failed",
  issue
})
