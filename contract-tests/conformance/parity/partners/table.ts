/** Makes the parity table of partners of what was observed. */
import { groups } from "../../../../packages/partner-check/src/index.ts"
import { sentences } from "../../../../packages/partner-check/src/fleet/sentences.ts"
import type { Flaw, OtherPartner } from "../../../../simulators/partner/src/flaws/Flaw.ts"
import type { KitView } from "../ParityTable.ts"
import { metCalls } from "./met.ts"
import type { Observation } from "./observe.ts"
import type { CorrectPartner, PartnerFault, PartnerView } from "./PartnerParity.ts"
import { whyUnseen } from "./whyUnseen.ts"

const levels = new Map(groups.flatMap(({ checks }) => checks.map(({ id, level }) => [id, level] as const)))

/** What the kit says of a flaw: the words to which the kit's own tests hold it. */
const kitView = ({ killedBy: [check], name }: Flaw): KitView => {
  const [level, sentence] = [levels.get(check), sentences[name]]
  if (level === undefined || sentence === undefined) throw new Error(`The kit's tests say nothing of ${name}`)
  return { check, level, verdict: level === "MUST" ? "fail" : "warn", sentence }
}

const viewOf = (seen: Observation, plain: Observation): PartnerView => ({
  does: seen.does,
  meets: [...seen.meets, ...metCalls(seen.calls, plain.calls, seen.meets.length === 0)]
})

export const faultRow = (flaw: Flaw, seen: Observation, plain: Observation): PartnerFault => {
  const { group, name: fault, sentence } = flaw
  const service = viewOf(seen, plain)
  return {
    ...{ fault, group, sentence },
    kit: kitView(flaw),
    service: service.meets.length > 0 ? service : { ...service, because: whyUnseen(flaw) }
  }
}

export const correctRow = (
  { name: variant, sentence }: OtherPartner,
  seen: Observation,
  plain: Observation
): CorrectPartner => ({ variant, sentence, service: viewOf(seen, plain) })
