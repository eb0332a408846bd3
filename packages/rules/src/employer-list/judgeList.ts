/**
 * A list file, judged as the service judges it, without a database and without a list before it: the weekly rule and the
 * comparison with the list in force need one, so they aren't applied.
 *
 * Why the rows are kept in memory: the mistakes of a file include repeated employers, and the person who checks a file wants to
 * ask it for an employer. A file of the largest size takes about one GiB.
 *
 * The trap: `known` are employers that the list should name. Without them, a list that was hashed with another salt looks
 * right, because every hash does.
 */
import type {
  EmployerListFinding,
  EmployerListSettings,
  EmployerNumber
} from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { createHash, randomBytes } from "node:crypto"
import { checksumFinding } from "./fileNames.ts"
import { finding } from "./findings.ts"
import { hashedAbn, listKeys, isWeakSalt, KEY_BYTES } from "./listKeys.ts"
import { ListReader, type RowBatch } from "./ListReader.ts"
import { listRows } from "./listRows.ts"
import { MOST_FINDINGS } from "./listRules.ts"
import { NO_VALUES, VALUE_COLUMNS, type Values, valuesBy } from "./checkRow.ts"

/** A row that names an employer which another row of the file also names. */
export interface DuplicateRow {
  readonly line: number
  /** Whether both rows have the same values, such as the employer number. */
  readonly same: boolean
}

interface Stored {
  readonly line: number
  values: Values
}

/**
 * The employers of one list in memory, with the rules that the service's table has: of two rows for one employer one is
 * kept, and if their values differ, neither's values are. Rows of one batch are compared before any value is dropped,
 * as one statement of the database compares them.
 */
class ListedEmployers {
  private readonly rows = new Map<string, Stored>()

  get size(): number {
    return this.rows.size
  }

  /** Stores a batch and returns the rows that repeat an employer. */
  add({ keys, lines, values }: RowBatch): ReadonlyArray<DuplicateRow> {
    const bytes = Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength)
    const duplicates: Array<DuplicateRow> = []
    const differing = new Set<Stored>()
    for (const [index, line] of lines.entries()) {
      const key = bytes.toString("latin1", index * KEY_BYTES, (index + 1) * KEY_BYTES)
      const row = valuesBy((column) => values[column][index] ?? null)
      const stored = this.rows.get(key)
      if (stored === undefined) {
        this.rows.set(key, { line, values: row })
        continue
      }
      const same = VALUE_COLUMNS.every((column) => row[column] === stored.values[column])
      if (!same) differing.add(stored)
      duplicates.push({ line, same })
    }
    for (const stored of differing) stored.values = NO_VALUES
    return duplicates
  }

  /** The values of the employer with this key; undefined if the list doesn't name it. */
  find(key: Uint8Array): Values | undefined {
    return this.rows.get(Buffer.from(key).toString("latin1"))?.values
  }
}

/** Why a whole file is refused; undefined if it isn't. `broken`: the rest of the file couldn't be read. */
export const refusalOf = (
  reader: ListReader,
  {
    broken,
    expected,
    sha256
  }: {
    readonly broken: EmployerListFinding | undefined
    /** The checksum that was supplied with the file; null if none was. */
    readonly expected: string | null
    readonly sha256: string | undefined
  }
): EmployerListFinding | undefined => broken ?? reader.end() ?? checksumFinding(expected, sha256)

/** The findings on a file that was read, those on the whole file first, then by line. */
export const findingsOf = (
  reader: ListReader,
  { isReversible, matchesNoEmployer }: { readonly isReversible: boolean; readonly matchesNoEmployer: boolean }
): ReadonlyArray<EmployerListFinding> => [
  ...(isReversible ? [finding("hashes_reversible")] : []),
  ...(matchesNoEmployer ? [finding("matches_no_known_employer")] : []),
  ...reader.findings.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
]

export interface JudgedList {
  readonly outcome: "accepted" | "refused"
  /** Why the whole file is refused. */
  readonly reason: EmployerListFinding | undefined
  readonly rows: number
  readonly badRows: number
  /** The employers that the list names; 0 if it is refused. */
  readonly employers: number
  /** At most 100, without the reason. */
  readonly findings: ReadonlyArray<EmployerListFinding>
  /** The employer's number in the list, null without one; undefined if the list doesn't name the employer. */
  readonly find: (abn: string) => EmployerNumber | null | undefined
  /** Whether a row of a list that isn't refused has this as its ABN: 11 digits, or a lower-case hash. */
  readonly holds: (value: string) => boolean
}

export interface SuppliedList {
  readonly path: string
  /** The salt that was agreed for hashed lists; undefined if there is none. */
  readonly salt: Redacted.Redacted | undefined
  /** The checksum that was supplied with the file; null if none was agreed. */
  readonly expectedSha256: string | null
  /** ABNs of employers that the list should name, to find out whether its hashes match anything. */
  readonly known: ReadonlyArray<string>
}

const unread = (reason: EmployerListFinding): JudgedList => ({
  outcome: "refused",
  reason,
  rows: 0,
  badRows: 0,
  employers: 0,
  findings: [],
  find: () => undefined,
  holds: () => false
})

/** Reads and judges a list file. It never fails: a file that isn't there is `unreadable`. */
export const judgeList = Effect.fn("judgeList")(function* (
  agreed: EmployerListSettings,
  { expectedSha256, known, path, salt }: SuppliedList
) {
  const isHashed = agreed.format === "hashed"
  const isSalted = isHashed && agreed.salted === true
  if (isSalted && salt === undefined) return unread(finding("salt_missing"))
  const secret = isSalted ? salt : undefined
  const keys = listKeys(randomBytes(32))
  const reader = new ListReader(agreed.format, keys)
  const employers = new ListedEmployers()
  const digest = createHash("sha256")
  const broken = yield* listRows(path, digest).pipe(
    Stream.map((records) => reader.read(records)),
    Stream.map((batch) => {
      for (const { line, same } of employers.add(batch))
        reader.note(same ? "duplicate_row" : "duplicate_with_another_number", line, !same)
    }),
    Stream.takeWhile(() => reader.fatal === undefined),
    Stream.runDrain,
    Effect.as(undefined),
    Effect.catchTag("BrokenFile", (error) => Effect.succeed(error.finding))
  )
  const isWhole = broken === undefined && reader.fatal === undefined
  const reason = refusalOf(reader, {
    broken,
    expected: expectedSha256,
    sha256: isWhole ? digest.digest("hex") : undefined
  })
  const keyOf = (abn: string) =>
    keys.of(isHashed ? hashedAbn(secret === undefined ? "" : Redacted.value(secret), abn) : abn)
  const find = (abn: string) => employers.find(keyOf(abn))
  const findings = findingsOf(reader, {
    isReversible: isHashed && (secret === undefined || isWeakSalt(secret)),
    matchesNoEmployer:
      isHashed && reason === undefined && known.length > 0 && known.every((abn) => find(abn) === undefined)
  })
  const judged: JudgedList = {
    outcome: reason === undefined ? "accepted" : "refused",
    reason,
    rows: reader.rows,
    badRows: reader.badRows,
    employers: reason === undefined ? employers.size : 0,
    findings: findings.slice(0, MOST_FINDINGS),
    find: (abn) => {
      const found = reason === undefined ? find(abn) : undefined
      return found === undefined ? undefined : (found.employer_number as EmployerNumber | null)
    },
    holds: (value) => reason === undefined && employers.find(keys.of(value)) !== undefined
  }
  return judged
})
