import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { finished } from "node:stream/promises"
import type { FundFileColumn } from "@embedded-super/contracts/fund-files"
import type { Abn } from "@embedded-super/contracts/schemas"

/** A hashed entry need not be of a valid ABN. */
export const abnOf = (index: number): Abn => String(10_000_000_000 + index) as Abn

/** A list of employers that follow each other; the next one begins a tenth later, under other numbers. */
export interface List {
  readonly name: string
  readonly from: number
  readonly rows: number
}

export const listNamed = (name: string, rows: number, shift = 0): List => ({
  name,
  rows,
  from: Math.floor(rows / 10) * shift
})

/** The truth of a list about an employer: its number, undefined where it isn't listed. */
export const truthOf = ({ from, name, rows }: List, index: number): string | undefined =>
  index >= from && index < from + rows ? `${name}-${index}` : undefined

const AT_ONCE = 10_000
const COLUMNS: ReadonlyArray<FundFileColumn<"EmployerListRow">> = ["abn", "employer_number"]

/** Writes the list as a fund would that hashes without a salt. */
export const writeList = (path: string, { from, name, rows }: List) =>
  Effect.promise(async () => {
    const out = createWriteStream(path)
    out.write(`${COLUMNS.join(",")}\n`)
    for (let at = from; at < from + rows; at += AT_ONCE) {
      const lines = Array.from({ length: Math.min(AT_ONCE, from + rows - at) }, (_, nth) => {
        const hash = createHash("sha256")
          .update(abnOf(at + nth))
          .digest("hex")
        return `${hash},${name}-${at + nth}\n`
      })
      if (!out.write(lines.join(""))) await once(out, "drain")
    }
    out.end()
    await finished(out)
  })
