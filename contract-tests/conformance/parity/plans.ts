/** What the service does with each fund of the fleet: enough for its traffic to meet the fault, if it can. */
import type { Flaw, Group } from "../../../simulators/fund/src/flaws/Flaw.ts"
import type { Plan } from "./parityFund.ts"

const matching = "80000000001"
const unnumbered = "61000000002"
const former = "18123456789"
const unknown = "42000000003"

const usual: Plan = {
  cast: "usual",
  lookups: [matching, unknown],
  trouble: false,
  losesDetails: false,
  https: false
}

/** Valid ABNs that begin, or end, like the fund's employer; and employers that it finds twice. */
const nearMisses = ["80000000033", "53900000001"]

const groups: { readonly [Name in Group]?: Partial<Plan> } = {
  register: { cast: "register" },
  schema: { cast: "schema" },
  privacy: { cast: "privacy" },
  errors: { cast: "errors", trouble: true },
  lookup: { lookups: [matching, unknown, matching, unnumbered, former, ...nearMisses] },
  time: { lookups: [matching, unknown, former] },
  details: { losesDetails: true },
  list: { list: "beside" },
  tls: { https: true }
}

/** By the check that finds the flaw, where a group needs more than one plan. */
const checks: Readonly<Record<string, Partial<Plan>>> = {
  "LIMITS-7-2": { registrationSeconds: 1 },
  "LIMITS-7-3": { cast: "busy" }
}

export const planOf = ({ group, killedBy }: Flaw): Plan => ({
  ...usual,
  ...groups[group],
  ...checks[killedBy[0]]
})

/** For correct funds: all that a fund of any profile takes. */
export const planOfCorrect: Plan = {
  ...usual,
  cast: "correct",
  lookups: [matching, unknown, unnumbered],
  list: "before"
}
