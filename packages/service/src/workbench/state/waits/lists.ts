import { shownFileName } from "../../../employer-lists/FilesRepo.ts"
import type { WaitingList } from "../WaitsRepo.ts"
import type { Wait } from "../Wait.ts"

const held = (slug: string) =>
  `\`admin employer-list override --fund ${slug}\`, or \`admin employer-list refuse --fund ${slug}\``

type Reason = Pick<Wait, "because" | "resumes">

const reasons: { readonly [State in WaitingList["state"]]: (list: WaitingList) => Reason } = {
  waiting: () => ({ because: "It was received, and its import begins soon.", resumes: null }),
  importing: () => ({ because: "It is being imported.", resumes: null }),
  held: ({ fund, slug }) => ({
    because: `Its size differs too much from the list before, so an operator asks ${fund} and decides.`,
    resumes: held(slug)
  }),
  refused: ({ fund, slug }) => ({
    because: `It came sooner than a week after the list before, so an operator asks ${fund} and decides.`,
    resumes: held(slug)
  }),
  stale: ({ fund }) => ({
    because: `The list of ${fund} is too old, so it matches no employer.`,
    resumes: "A new list of the fund; the lever for lists makes its simulator send one."
  })
}

/** A file of employers that waits for an import or a decision, or a list in force that is too old. */
export const listWait = (list: WaitingList): Wait => ({
  what: `${shownFileName(list.file_name)} of ${list.fund}`,
  since: list.since,
  until: null,
  about: [
    ["employer_list", list.id],
    ["fund", list.slug]
  ],
  ...reasons[list.state](list)
})
