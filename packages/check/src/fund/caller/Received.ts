import type { CallFailure } from "../FundUnderTest.ts"

/** The most bytes of an answer's body that are read: four times what the service reads (D-fund-calls). */
export const LONGEST_READ = 256 * 1024

/** The result of a call, in bytes. */
export interface Received {
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly isCut: boolean
  readonly failure: CallFailure | null
  readonly code: string | null
  readonly took: number
}
