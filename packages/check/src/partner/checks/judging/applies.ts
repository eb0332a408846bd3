/** When a check applies: only what the settings declare is judged. */
import type { PartnerUnderTest } from "../../PartnerUnderTest.ts"

type Applies = (partner: PartnerUnderTest) => true | string

export const ifFetches: Applies = ({ declared }) =>
  declared.fetches_entities || "The settings declare that the receiver fetches no entities."

export const ifConverts: Applies = ({ declared }) =>
  declared.creates_sessions_from_intents ||
  "The settings declare that the receiver creates no sessions from intents."

export const ifIssues: Applies = ({ declared }) =>
  declared.receives_issues || "The settings declare that issue webhooks aren't enabled."

export const ifTwoProducts: Applies = ({ hasTwoProducts }) =>
  hasTwoProducts || "The settings name one product."

export const both =
  (...conditions: ReadonlyArray<Applies>): Applies =>
  (partner) =>
    conditions.map((holds) => holds(partner)).find((holds) => holds !== true) ?? true

export const modes = ["dev", "certify"] as const
