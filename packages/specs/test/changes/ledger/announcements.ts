import type { Entry } from "../../../src/changes/ledger/Entry.ts"
import type { Draft } from "../rows.ts"
import { schema } from "../rows.ts"

/** Compatible to partners: an answer has one more field. */
export const fieldAdded = (document: Draft) => {
  schema(document, "Employer").properties.trading_name = {
    type: "string",
    maxLength: 100,
    description: "New."
  }
}

/** Breaking for funds: a member number may not be so long any more. */
export const shorterNumbers = (document: Draft) => {
  schema(document, "MemberNumber").maxLength = 10
}

export const compatible: Entry = {
  id: "trading-name",
  announced: "2026-02-01",
  in_force: "2026-03-03",
  class: "compatible",
  summary: "An employer's trading name is shown where it is known.",
  changes: {
    "partner-api": [
      {
        kind: "property-added",
        at: "/components/schemas/Employer/properties/trading_name",
        where: ["GET /api/v1/employers/{id}", "PATCH /api/v1/employers/{id}"]
      }
    ]
  }
}

export const breaking: Entry = {
  id: "shorter-member-numbers",
  announced: "2026-02-01",
  in_force: "2026-05-02",
  class: "breaking",
  summary: "A member number has ten characters at most, no longer twenty.",
  changes: {
    "fund-api": [
      {
        kind: "maxLength-lowered",
        at: "/components/schemas/MemberNumber",
        to: "10",
        where: ["POST /v1/member_registration"]
      }
    ]
  },
  migration: "Answer the shorter of your two numbers, the one without the product's prefix."
}
