/** Makes the parity table of what was observed, and finds where service and kit disagree. */
import type { Flaw, OtherFund } from "../../../simulators/fund/src/flaws/Flaw.ts"
import { kitView } from "./kitView.ts"
import type { Observation } from "./observations.ts"
import type { CorrectRow, FaultRow, ServiceView } from "./ParityTable.ts"
import { whyTaken, whyUnmet } from "./whyUnseen.ts"

/** The deeds that differ from those with the plain fund; if none does, those with every good fund. */
const viewOf = (seen: Observation, plain: Observation): ServiceView & { readonly isTaken: boolean } => {
  const other = [...seen.deeds].filter(([step, deed]) => plain.deeds.get(step) !== deed)
  const shown = other.length === 0 ? [...seen.deeds].filter(([, deed]) => isGood(deed)) : other
  return {
    does: [...new Set(shown.map(([, deed]) => deed))].toSorted(),
    meets: seen.meets || other.length > 0,
    isTaken: other.every(([, deed]) => isGood(deed))
  }
}

export const faultRow = (flaw: Flaw, seen: Observation, plain: Observation): FaultRow => {
  const { group, name: fault, sentence } = flaw
  const { isTaken, ...service } = viewOf(seen, plain)
  const because = isTaken ? (service.meets ? whyTaken(flaw) : whyUnmet(flaw)) : undefined
  return {
    ...{ fault, group, sentence },
    kit: kitView(flaw),
    service: { ...service, ...(because === undefined ? {} : { because }) }
  }
}

export const correctRow = ({ name: variant, sentence }: OtherFund, seen: Observation): CorrectRow => ({
  ...{ variant, sentence },
  service: { does: [...new Set(seen.deeds.values())].toSorted(), meets: seen.meets }
})

/** Faults that the service meets and takes, without a reason why that is right. */
export const disagreements = (rows: ReadonlyArray<FaultRow>): ReadonlyArray<string> =>
  rows
    .filter(({ service }) => service.does.every((deed) => isGood(deed)) && service.because === undefined)
    .map(({ fault, kit }) => `${fault}: the kit says ${kit.verdict} (${kit.check}), the service takes it`)

const good: ReadonlySet<string> = new Set([
  "Registers the member.",
  "Delivers the employer details.",
  "Finds the fund's own employer.",
  "Finds the fund's own employer, without a number.",
  "Finds no other employer.",
  "Takes the list."
])

/** Whether it is what the service does with a plain, correct fund. */
const isGood = (deed: string): boolean => good.has(deed)

/** Whether a correct fund may cause it: one that needs longer is asked again. */
export const endsWell = (deed: string): boolean =>
  isGood(deed) || deed === "Repeats the call, then registers the member."
