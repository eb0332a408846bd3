import { kind } from "./Kind.ts"
import { counted, spaced } from "./words.ts"

/** The entries that the time line writes about itself. */
export const recorder = {
  entries_left_out: kind<{ readonly kind: string; readonly count: number }>({
    outcome: () => "noted",
    sentence: ({ count, kind }) =>
      `${counted(count, "entry", "entries")} of the kind "${spaced(kind)}" ${count === 1 ? "is" : "are"} left out, because too many came in a second.`,
    requirements: ["D-workbench"]
  })
} as const
