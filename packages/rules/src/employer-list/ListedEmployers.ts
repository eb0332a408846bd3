import { NO_VALUES, VALUE_COLUMNS, type Values, valuesBy } from "./checkRow.ts"
import { KEY_BYTES } from "./listKeys.ts"
import type { RowBatch } from "./ListReader.ts"

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
export class ListedEmployers {
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
