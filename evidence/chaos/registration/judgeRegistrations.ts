import type { BookedMember, SimulatedFund } from "./simulatedFund.ts"
import type { LedgerRow } from "./ledger.ts"
import type { Registrant } from "./registrants.ts"
import { exactly, type Figure, noted } from "../Row.ts"

/** A fund's book and the service's ledger, for the same people. */
export interface BothSides {
  readonly fund: Pick<SimulatedFund, "fingerprintOf" | "idempotency">
  readonly registrants: ReadonlyArray<Registrant>
  readonly ledger: ReadonlyArray<LedgerRow>
  readonly book: ReadonlyArray<BookedMember>
  /** The calls that `admin fund-calls list --stopped` lists. */
  readonly listed: ReadonlySet<string>
}

/** Calls that R-7-9 allows one registration after failures: the first, and 3 retries. A 429 costs nothing but time. */
const ALLOWED = 4

/** Answers after which the fund may still have registered the member. */
const LOST = ["unknown", "lost"]

const lostIn = ({ outcomes }: LedgerRow) => LOST.reduce((sum, kind) => sum + (outcomes[kind] ?? 0), 0)

/** Whether the partner was informed that no number will come. */
export const isReported = ({ because, state, uncertain }: LedgerRow) =>
  state === "stopped" && !uncertain && because !== "fault" && because !== "credentials"

const isOverdrawn = (row: LedgerRow, idempotency: string): boolean => {
  const { outcomes } = row
  const retried = (outcomes["server_error"] ?? 0) + lostIn(row)
  return retried > ALLOWED || (idempotency === "ignored" && lostIn(row) > 1)
}

/**
 * Compares the two sides. `allRegistered`: whether everyone must be in the book by now; `calls`: whether their number
 * is judged, which restarts with an operator's release.
 */
export const judgeRegistrations = (
  { book, fund, ledger, listed, registrants }: BothSides,
  { allRegistered = false, calls = true }: { readonly allRegistered?: boolean; readonly calls?: boolean } = {}
): ReadonlyArray<Figure> => {
  const name = fund.idempotency
  const rows = new Map(ledger.map((row) => [row.session, row]))
  const members = new Map(book.map((member) => [member.tfn_fingerprint, member]))
  const people = registrants.map(({ person, sessionId }) => ({
    row: rows.get(sessionId),
    sessionId,
    member: members.get(fund.fingerprintOf(person.tfn))
  }))
  const count = (is: (one: (typeof people)[number]) => boolean) => people.filter(is).length
  return [
    noted(
      `${name}: registered`,
      count(({ row }) => row?.state === "done")
    ),
    noted(
      `${name}: stopped and listed`,
      count(({ sessionId }) => listed.has(sessionId))
    ),
    noted(
      `${name}: of them refused, or all retries spent`,
      count(({ row }) => row !== undefined && isReported(row))
    ),
    exactly(
      `${name}: twice in the fund's book`,
      book.reduce((sum, { registrations_count }) => sum + registrations_count - 1, 0),
      0
    ),
    exactly(
      `${name}: in the book, and nobody of ours`,
      book.length - count(({ member }) => member !== undefined),
      0
    ),
    exactly(
      `${name}: told as registered, and not in the book`,
      count(({ member, row }) => row?.state === "done" && member === undefined),
      0
    ),
    exactly(
      `${name}: told as failed, and in the book`,
      count(({ member, row }) => row !== undefined && isReported(row) && member !== undefined),
      0
    ),
    exactly(
      `${name}: neither registered nor listed`,
      count(({ row, sessionId }) => row?.state !== "done" && !listed.has(sessionId)),
      0
    ),
    ...(calls
      ? [
          exactly(
            `${name}: more calls than allowed`,
            count(({ row }) => row !== undefined && isOverdrawn(row, name)),
            0
          )
        ]
      : []),
    ...(allRegistered
      ? [
          exactly(
            `${name}: exactly once in the book`,
            count(({ member }) => member?.registrations_count === 1),
            people.length
          )
        ]
      : [])
  ]
}
