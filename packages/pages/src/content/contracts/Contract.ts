import type { TimelineFinding } from "@embedded-super/contracts/schemas"
import type { ProblemIssue } from "@embedded-super/http-manners"
import type { RawAnswer, RawCall } from "../Message.ts"

/** A call, and the answer if one came. */
export interface Made {
  /** The operation's id, for example `createEmployer`; undefined finds it by method and path. */
  readonly operation: string | undefined
  readonly call: RawCall
  readonly answer: RawAnswer | undefined
}

/** A breach of the contract, and the message that it is in. */
export type Broken = Omit<ProblemIssue, "in"> & { readonly where: TimelineFinding["in"] }

/**
 * One document that calls are judged by. Each is a module of its own, so that a program holds only the contracts that its
 * calls have: the packed fund simulator has no partner API.
 */
export interface Contract {
  /** Undefined if no operation of it is called so: then nothing is checked. */
  readonly brokenBy: (made: Made) => ReadonlyArray<Broken> | undefined
  /** The operation that a body names, of a contract whose paths name none. */
  readonly operationIn?: (body: string | null) => string | undefined
}
