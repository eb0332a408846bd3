import type { TimelineEntry, TimelineOutcome } from "@embedded-super/contracts/schemas"

/** The data of an entry of one kind. Everything here may be shown: no personal data, no secrets. */
export type Detail = Readonly<Record<string, string | number | boolean | null>>

/** One kind of entry: what its data say. All functions are pure, so a sentence never differs from its data. */
export interface Kind<D extends Detail> {
  readonly outcome: (detail: D) => TimelineOutcome
  /** One sentence, or two, for a reader who has never seen the code. At most 500 characters. */
  readonly sentence: (detail: D, parties: Pick<TimelineEntry, "from" | "to">) => string
  /** The requirements and decisions that the step belongs to, by their ids. None if nothing is stated. */
  readonly requirements: (detail: D) => ReadonlyArray<string>
}

/** Declares a kind, so that its data are typed where it is noted and where its sentence is made. */
export const kind = <D extends Detail>({
  requirements,
  ...kind
}: Pick<Kind<D>, "outcome" | "sentence"> & {
  readonly requirements?: ReadonlyArray<string> | Kind<D>["requirements"]
}): Kind<D> => ({
  ...kind,
  requirements: typeof requirements === "function" ? requirements : () => requirements ?? []
})
