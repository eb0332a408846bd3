import type * as S from "@embedded-super/contracts/schemas"
import type { Said } from "./layout.ts"

/** The contents of the page of levers. */
export interface LeversShown {
  /** Employers of sandboxed products, for the ATO. */
  readonly employers: ReadonlyArray<{ readonly id: string; readonly name: string }>
  /** The faults that each fund plays now, in words. */
  readonly faults: ReadonlyArray<{ readonly fund: string; readonly lines: ReadonlyArray<string> }>
  /** The levers that were pulled lately, the newest first: what the forms did. */
  readonly recent: ReadonlyArray<S.TimelineEntry>
  /** The newest position, for a scene. */
  readonly lastSeq: number
  /** Where a scene begins; left out, at the oldest of the recent levers. */
  readonly firstSeq?: number
  /** The data folder of the program, for the command that runs a scene. */
  readonly dataDir?: string
  /** A scene that was just made. */
  readonly scene?: S.Scene
  readonly said?: Said
}
